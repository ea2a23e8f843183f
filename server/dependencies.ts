import type { Logger } from 'pino';
import type { Database } from '../db/open.ts';
import type { JobQueue } from '../workers/queue/queue.ts';
import type { RateLimits } from './auth/rate-limits.ts';
import type { Config } from './config.ts';
import type { Landing } from './landing/landing.ts';

/** What the server's procedures work with; tests pass their own clock and randomness. */
export interface Dependencies {
  config: Config;
  db: Database;
  queue: JobQueue;
  landing: Landing;
  limits: RateLimits;
  log: Logger;
  now(): Date;
  /** Cryptographically random bytes. */
  randomBytes(length: number): Buffer;
}
