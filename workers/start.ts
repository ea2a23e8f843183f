import { randomBytes } from 'node:crypto';
import { type Config, ConfigError } from '../core/config/config.ts';
import type { CoreDependencies } from '../core/dependencies.ts';
import { databaseEvents } from '../core/log/database-events.ts';
import { createLog } from '../core/log/log.ts';
import { createQueue, isQueueShared } from '../core/queue/create.ts';
import { secretBox } from '../core/telephony/secrets.ts';
import { openDatabase } from '../db/open.ts';
import { startMetricsListener } from './metrics-listener.ts';
import { startJobs } from './start-jobs.ts';

/**
 * Runs background work alone, beside web processes. Throws a ConfigError with the embedded queue: that one is in a file
 * which two processes would work at the same time.
 */
export async function startWorkers(config: Config): Promise<{ stop(): Promise<void> }> {
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
  await startJobs(deps);
  return {
    async stop() {
      await Promise.all([metrics?.close(), queue.close()]);
      await close();
    },
  };
}

/** Serves /metrics where METRICS_PORT says, if it says anything. */
async function listen(deps: CoreDependencies, { metricsPort: port, metricsToken: token, host }: Config) {
  if (port === null) return undefined;
  try {
    return await startMetricsListener(deps, { port, host, token });
  } catch (error) {
    const isTaken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
    throw isTaken ? new ConfigError('METRICS_PORT must be free: something else listens there already.') : error;
  }
}
