import { Redis, type RedisOptions } from 'ioredis';

/** How long a start waits for Redis, in milliseconds; without it the product starts and goes on trying. */
const firstConnection = 3000;

/** What every connection to Redis has: it is tried again soon, for ever. */
export const redisDefaults = { retryStrategy: (times: number) => Math.min(times * 200, 2000) } satisfies RedisOptions;

export interface CommandTimes {
  /** Longest wait for an answer, in milliseconds. */
  commandTimeout: number;
  /** After so many milliseconds without any answer the connection is made anew; until then commands fail at once. */
  socketTimeout: number;
}

/**
 * Connects to Redis for commands that requests wait for: what cannot be sent now fails now, so that nobody waits for a
 * server that is away. Waits a moment for the first connection. The caller closes it with `disconnect()`.
 */
export async function openRedis(url: string, times: CommandTimes, onError: (error: Error) => void): Promise<Redis> {
  const redis = new Redis(url, { ...redisDefaults, ...times, enableOfflineQueue: false, maxRetriesPerRequest: 1 });
  redis.on('error', onError);
  await new Promise<void>((resolve) => {
    const timeout = setTimeout(resolve, firstConnection);
    redis.once('ready', () => {
      clearTimeout(timeout);
      resolve();
    });
  });
  return redis;
}
