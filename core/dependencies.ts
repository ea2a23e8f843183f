import type { Logger } from 'pino';
import type { Database } from '../db/database.ts';
import type { Config } from './config/config.ts';
import type { JobQueue } from './queue/queue.ts';

/** Dependencies of the product's rules and jobs; tests pass their own clock and randomness. */
export interface CoreDependencies {
  config: Config;
  db: Database;
  queue: JobQueue;
  log: Logger;
  now(): Date;
  /** Cryptographically random bytes. */
  randomBytes(length: number): Buffer;
}
