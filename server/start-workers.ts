import { randomBytes } from 'node:crypto';
import { openDatabase } from '../db/open.ts';
import { startWorkers } from '../workers/main.ts';
import { startMetricsListener } from '../workers/metrics/listener.ts';
import { createQueue, isQueueShared } from '../workers/queue/create.ts';
import type { WorkerDependencies } from '../workers/queue/queue.ts';
import { secretBox } from '../workers/telephony/secrets.ts';
import { type Config, ConfigError } from './config.ts';
import { databaseEvents } from './database-events.ts';
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
  const log = createLog(config.logLevel);
  const shared = { log, now: () => new Date(), randomBytes };
  const { db, close } = await openDatabase(config, databaseEvents(log));
  secretBox(config);
  const queue = await createQueue(config, { db, ...shared });
  const deps = { config, db, queue, ...shared };
  const metrics = await listen(deps, config);
  await startWorkers(deps);
  return {
    async stop() {
      await Promise.all([metrics?.close(), queue.close()]);
      await close();
    },
  };
}

/** Serves /metrics where METRICS_PORT says, if it says anything. */
async function listen(deps: WorkerDependencies, { metricsPort: port, metricsToken: token, host }: Config) {
  if (port === null) return undefined;
  try {
    return await startMetricsListener(deps, { port, host, token });
  } catch (error) {
    const isTaken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
    throw isTaken ? new ConfigError('METRICS_PORT must be free: something else listens there already.') : error;
  }
}
