import type { Redis } from 'ioredis';
import type { Logger } from 'pino';
import { throttledErrorLog } from '../../core/log/throttled-error-log.ts';

/** Sign-in and reports of servers wait for it: a Redis that does not answer must not be felt for more than a second. */
const times = { commandTimeout: 500, socketTimeout: 1000 };

/** The Redis that counts for all processes; null without REDIS_URL. The caller closes it with `disconnect()`. */
export async function openLimitStore({ redisUrl }: { redisUrl: string | null }, log: Logger): Promise<Redis | null> {
  if (redisUrl === null) return null;
  const { openRedis } = await import('../../core/queue/redis-client.ts');
  const trouble = throttledErrorLog(log, 'limits', 'each process counts for itself: limits have trouble with Redis');
  return openRedis(redisUrl, times, trouble);
}
