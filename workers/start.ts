import { randomBytes } from 'node:crypto';
import { startChecks } from '../core/checks/start.ts';
import { type Config, ConfigError } from '../core/config/config.ts';
import type { CoreDependencies } from '../core/dependencies.ts';
import { createLog } from '../core/log/log.ts';
import { openStore } from '../core/process/open-store.ts';
import { createQueue, isQueueShared } from '../core/queue/create.ts';
import { startJobs } from './jobs/index.ts';
import { startMetricsListener } from './metrics-listener.ts';

/**
 * Starts a process that only runs jobs, beside web processes. Throws a ConfigError with the embedded queue: two processes
 * must not work on its file.
 */
export async function startWorkers(config: Config): Promise<{ stop(): Promise<void> }> {
  if (!isQueueShared(config))
    throw new ConfigError(
      'REDIS_URL or DATABASE_URL must be set to run workers in separate processes; without them npm start runs the jobs itself.',
    );
  const log = createLog(config.logLevel);
  const shared = { log, now: () => new Date(), randomBytes };
  const { db, close } = await openStore(config, log);
  const queue = await createQueue(config, { db, ...shared });
  const deps = { config, db, queue, ...shared };
  const metrics = await startMetrics(deps, config);
  await startJobs(deps);
  const checks = startChecks(deps);
  return {
    async stop() {
      await Promise.all([metrics?.close(), queue.close(), checks.stop()]);
      await close();
    },
  };
}

/** Serves /metrics on METRICS_PORT, if set. */
async function startMetrics(deps: CoreDependencies, { metricsPort: port, metricsToken: token, host }: Config) {
  if (port === null) return undefined;
  try {
    return await startMetricsListener(deps, { port, host, token });
  } catch (error) {
    const isTaken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
    throw isTaken ? new ConfigError('METRICS_PORT must be a free port: another process listens on it.') : error;
  }
}
