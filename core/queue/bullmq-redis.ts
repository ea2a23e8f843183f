import { Queue, Worker } from 'bullmq';
import { throttledErrorLog } from '../log/throttled-error-log.ts';
import { type BullStore, type BullStoreOptions, queueName } from './bullmq-store.ts';
import { openRedis, redisDefaults } from './redis-client.ts';

/** A request that enqueues waits no longer than this, in milliseconds. */
const commandTimes = { commandTimeout: 5000, socketTimeout: 3000 };
/** Longest silence of a worker's connection, in milliseconds: more than the ten seconds that BullMQ waits for a job. */
const workerSocketTimeout = 30_000;

/** BullMQ's queue in Redis. */
export async function openRedisStore({ url, name = queueName, log }: BullStoreOptions): Promise<BullStore> {
  const trouble = throttledErrorLog(log, 'queue', 'the queue has trouble with Redis');
  const connection = await openRedis(url, commandTimes, trouble);
  // The version is checked by the worker's connection. Here a loss between "ready" and the answer would end the queue.
  const queue = new Queue(name, { connection, skipVersionCheck: true });
  queue.on('error', trouble);
  const backend = queue.getBackend();
  return {
    driver: 'redis',
    queue,
    isReachable: () => connection.status === 'ready',
    readNotes: () => backend.getQueueMeta(),
    writeNotes: async (notes) => void (await backend.setQueueMeta(notes)),
    removeNotes: async (names) => void (await backend.removeQueueMetaFields(names)),
    openWorker(run, options) {
      const worker = new Worker(name, run, {
        ...options,
        connection: { ...redisDefaults, url, maxRetriesPerRequest: null, socketTimeout: workerSocketTimeout },
      });
      worker.on('error', trouble);
      worker.on('stalled', (jobId) => log.warn({ jobId }, 'found a job that was cut off'));
      return worker;
    },
    async close() {
      await queue.close();
      connection.disconnect();
    },
  };
}
