import { Redis, type RedisOptions } from 'ioredis';

/** Longest wait of a start for Redis; after that the product starts without Redis and keeps trying. */
const connectTimeoutMs = 3000;

/** Options of every connection to Redis: reconnect soon, without an end. */
export const redisDefaults = { retryStrategy: (times: number) => Math.min(times * 200, 2000) } satisfies RedisOptions;

export interface CommandTimes {
  /** Longest wait for an answer, in milliseconds. */
  commandTimeout: number;
  /** Milliseconds of silence after which the client reconnects; until then commands fail at once. */
  socketTimeout: number;
  /** Sends the commands of one turn of the event loop together. */
  enableAutoPipelining?: boolean;
}

/**
 * Connects to Redis for commands that requests wait for: a command that cannot be sent fails at once, so that no request
 * waits for a missing server. Waits a moment for the first connection. The caller closes it with `disconnect()`.
 */
export async function openRedis(url: string, times: CommandTimes, onError: (error: Error) => void): Promise<Redis> {
  const redis = new Redis(url, { ...redisDefaults, ...times, enableOfflineQueue: false, maxRetriesPerRequest: 1 });
  redis.on('error', onError);
  await new Promise<void>((resolve) => {
    const timeout = setTimeout(resolve, connectTimeoutMs);
    redis.once('ready', () => {
      clearTimeout(timeout);
      resolve();
    });
  });
  return redis;
}
