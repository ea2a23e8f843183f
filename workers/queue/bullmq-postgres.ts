import { createPostgresBackend, Queue, Worker } from 'bullmq';
import { connectionLog } from '../connection-log.ts';
import { type BullStore, type BullStoreOptions, queueName } from './bullmq-store.ts';

/** Schema of BullMQ's tables, beside the product's own. */
const schema = 'bullmq';
/** Connections for the commands of requests and schedules. */
const poolSize = 4;
const connectionTimeoutMillis = 5000;

/** BullMQ's queue in PostgreSQL, whose tables it makes or brings up to date. */
export async function openPostgresStore({ url, name = queueName, log }: BullStoreOptions): Promise<BullStore> {
  const trouble = connectionLog(log, 'queue', 'the queue has trouble with PostgreSQL');
  const place = { connectionString: url, schema, connectionTimeoutMillis, keepAlive: true };
  const queue = new Queue(name, { connection: { ...place, max: poolSize, migrate: true } }, createPostgresBackend);
  queue.on('error', trouble);
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
      const worker = new Worker(name, run, { ...options, connection: { ...place, max } }, createPostgresBackend);
      worker.on('error', trouble);
      worker.on('stalled', (jobId) => log.warn({ jobId }, 'found a job that was cut off'));
      return worker;
    },
    close: () => queue.close(),
  };
}
