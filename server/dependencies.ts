import type { CoreDependencies } from '../core/dependencies.ts';
import type { RateLimits } from './http/rate-limits.ts';
import type { Landing } from './landing/landing.ts';

/** What routes and procedures work with. */
export interface Dependencies extends CoreDependencies {
  landing: Landing;
  limits: RateLimits;
}
