import type { Logger } from 'pino';
import type { Database } from '../../db/database.ts';
import { createEmbeddedQueue } from './embedded.ts';
import type { JobQueue } from './queue.ts';

/** The configured servers; see core/config/config.ts. */
export interface QueuePlace {
  databaseUrl: string | null;
  redisUrl: string | null;
}

export interface QueueDependencies {
  db: Database;
  log: Logger;
  now(): Date;
  randomBytes(length: number): Buffer;
}

/** True if other processes can take the jobs too. */
export function isQueueShared(place: QueuePlace): boolean {
  return place.redisUrl !== null || place.databaseUrl !== null;
}

/** Opens the product's queue in Redis if configured, else in Postgres if configured, else in the SQLite file. */
export async function createQueue(place: QueuePlace, deps: QueueDependencies): Promise<JobQueue> {
  const { databaseUrl, redisUrl } = place;
  const { log } = deps;
  // Load BullMQ only if in use: it takes time and memory.
  const bullMq = async () => (await import('./bullmq.ts')).createBullMqQueue;
  if (redisUrl !== null) {
    const { openRedisStore } = await import('./bullmq-redis.ts');
    return (await bullMq())({ ...deps, store: await openRedisStore({ url: redisUrl, log }) });
  }
  if (databaseUrl !== null) {
    const { openPostgresStore } = await import('./bullmq-postgres.ts');
    return (await bullMq())({ ...deps, store: await openPostgresStore({ url: databaseUrl, log }) });
  }
  return createEmbeddedQueue(deps);
}
