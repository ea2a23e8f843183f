import type { CoreDependencies } from '../core/dependencies.ts';
import type { RateLimits } from './http/rate-limits.ts';
import type { Landing } from './landing/landing.ts';

/** Dependencies of routes and procedures. */
export interface Dependencies extends CoreDependencies {
  landing: Landing;
  limits: RateLimits;
}
