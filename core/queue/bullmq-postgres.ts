import { ConnectionClosedError, createPostgresBackend, Queue, Worker } from 'bullmq';
import { isDatabaseOutage } from '../../db/query/outage.ts';
import { throttledErrorLog } from '../log/throttled-error-log.ts';
import { type BullStore, type BullStoreOptions, queueName } from './bullmq-store.ts';

/** Schema of BullMQ's tables, beside the product's schema. */
const schema = 'bullmq';
/** Connections for the commands of requests and schedules. */
const poolSize = 4;
const connectionTimeoutMillis = 5000;

/**
 * BullMQ's backend that retries to store the end of a job after any lost connection. BullMQ itself retries only a refused
 * connection and counts any other loss as a failure of the job.
 */
const createBackend: typeof createPostgresBackend = (name, options, more) => {
  const backend = createPostgresBackend(name, options, more);
  const { moveToCompleted, moveToDelayed, moveToFailed } = backend;
  return Object.assign(backend, {
    moveToCompleted: (...args: Parameters<typeof moveToCompleted>) => stored(moveToCompleted.apply(backend, args)),
    moveToDelayed: (...args: Parameters<typeof moveToDelayed>) => stored(moveToDelayed.apply(backend, args)),
    moveToFailed: (...args: Parameters<typeof moveToFailed>) => stored(moveToFailed.apply(backend, args)),
  });
};

/** Turns a lost connection into the error that BullMQ retries. */
async function stored<Result>(storing: Promise<Result>): Promise<Result> {
  try {
    return await storing;
  } catch (error) {
    if (!(error instanceof Error && isDatabaseOutage(error))) throw error;
    throw new ConnectionClosedError(error.message, error);
  }
}

/** Opens BullMQ's queue in PostgreSQL; creates or migrates its tables. */
export async function openPostgresStore({ url, name = queueName, log }: BullStoreOptions): Promise<BullStore> {
  const onError = throttledErrorLog(log, 'queue', 'queue: PostgreSQL connection error');
  const place = { connectionString: url, schema, connectionTimeoutMillis, keepAlive: true };
  const queue = new Queue(name, { connection: { ...place, max: poolSize, migrate: true } }, createPostgresBackend);
  queue.on('error', onError);
  await queue.waitUntilReady();
  const backend = queue.getBackend();
  return {
    driver: 'postgres',
    queue,
    isReachable: () => true,
    readNotes: () => backend.getQueueMeta(),
    writeNotes: async (notes) => void (await backend.setQueueMeta(notes)),
    removeNotes: async (names) => void (await backend.removeQueueMetaFields(names)),
    openWorker(run, options) {
      const max = (options.concurrency ?? 1) + 1;
      const worker = new Worker(name, run, { ...options, connection: { ...place, max } }, createBackend);
      worker.on('error', onError);
      worker.on('stalled', (jobId) => log.warn({ jobId }, 'stalled job found; it runs again'));
      return worker;
    },
    close: () => queue.close(),
  };
}
