import { Queue, Worker } from 'bullmq';
import { Redis } from 'ioredis';
import { type BullStore, type BullStoreOptions, connectionLog, queueName } from './bullmq-store.ts';

/** Longest wait for an answer to a command that a request waits for, in milliseconds. */
const commandTimeout = 5000;
/** How long a start waits for Redis, in milliseconds; without it the product starts and goes on trying. */
const firstConnection = 3000;
/** Milliseconds until a lost connection is tried again. */
const retryStrategy = (times: number) => Math.min(times * 200, 2000);

/** BullMQ's queue in Redis. */
export async function openRedisStore({ url, name = queueName, log }: BullStoreOptions): Promise<BullStore> {
  const trouble = connectionLog(log, 'the queue has trouble with Redis');
  // A request must not wait for a server that is away: what cannot be sent now fails now.
  const connection = new Redis(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 1,
    commandTimeout,
    retryStrategy,
  });
  connection.on('error', trouble);
  // The version is checked by the worker's connection. Here a loss between "ready" and the answer would end the queue.
  const queue = new Queue(name, { connection, skipVersionCheck: true });
  queue.on('error', trouble);
  await connected(connection);
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
        connection: { url, maxRetriesPerRequest: null, retryStrategy },
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

async function connected(connection: Redis): Promise<void> {
  if (connection.status === 'ready') return;
  await new Promise<void>((resolve) => {
    const timeout = setTimeout(resolve, firstConnection);
    connection.once('ready', () => {
      clearTimeout(timeout);
      resolve();
    });
  });
}
