import { Queue, Worker } from 'bullmq';
import { throttledErrorLog } from '../log/throttled-error-log.ts';
import { type BullStore, type BullStoreOptions, queueName } from './bullmq-store.ts';
import { openRedis, redisDefaults } from './redis-client.ts';

/** Longest wait of a request that enqueues, in milliseconds. */
const commandTimes = { commandTimeout: 5000, socketTimeout: 3000 };
/** Longest silence of a worker's connection: more than the ten seconds that BullMQ waits for a job. */
const workerSocketTimeoutMs = 30_000;

/** Opens BullMQ's queue in Redis. */
export async function openRedisStore({ url, name = queueName, log }: BullStoreOptions): Promise<BullStore> {
  const onError = throttledErrorLog(log, 'queue', 'queue: Redis connection error');
  const connection = await openRedis(url, commandTimes, onError);
  // The worker's connection checks the version. A connection lost during a check here would end the queue.
  const queue = new Queue(name, { connection, skipVersionCheck: true });
  queue.on('error', onError);
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
        connection: { ...redisDefaults, url, maxRetriesPerRequest: null, socketTimeout: workerSocketTimeoutMs },
      });
      worker.on('error', onError);
      worker.on('stalled', (jobId) => log.warn({ jobId }, 'stalled job found; it runs again'));
      return worker;
    },
    async close() {
      await queue.close();
      connection.disconnect();
    },
  };
}
