import { randomBytes } from 'node:crypto';
import { openDatabase } from '../db/open.ts';
import { startWorkers } from '../workers/main.ts';
import { createQueue, isQueueShared } from '../workers/queue/create.ts';
import { secretBox } from '../workers/telephony/secrets.ts';
import { type Config, ConfigError } from './config.ts';
import { createLog } from './log.ts';

/**
 * Runs background work alone, beside web processes. Throws a ConfigError with the embedded queue: that one is in a file
 * which two processes would work at the same time.
 */
export async function startWorkersAlone(config: Config): Promise<{ stop(): Promise<void> }> {
  if (!isQueueShared(config))
    throw new ConfigError(
      'REDIS_URL or DATABASE_URL must be set for workers of their own; without them npm start does the background work.',
    );
  const shared = { log: createLog(config.logLevel), now: () => new Date(), randomBytes };
  const { db, close } = await openDatabase(config);
  secretBox(config);
  const queue = await createQueue(config, { db, ...shared });
  await startWorkers({ config, db, queue, ...shared });
  return {
    async stop() {
      await queue.close();
      await close();
    },
  };
}
