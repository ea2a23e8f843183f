import type { Redis } from 'ioredis';
import type { Logger } from 'pino';
import { throttledErrorLog } from '../../core/log/throttled-error-log.ts';

/** Sign-in and heartbeats wait for Redis: an outage must not delay them for more than a second. Pings that arrive together share one round trip. */
const timeouts = { commandTimeout: 500, socketTimeout: 1000, enableAutoPipelining: true };

/** Connects to the Redis that counts for all processes; null without REDIS_URL. The caller closes it with `disconnect()`. */
export async function openLimitStore({ redisUrl }: { redisUrl: string | null }, log: Logger): Promise<Redis | null> {
  if (redisUrl === null) return null;
  const { openRedis } = await import('../../core/queue/redis-client.ts');
  const onError = throttledErrorLog(log, 'limits', 'limits: Redis connection error; each process counts alone');
  return openRedis(redisUrl, timeouts, onError);
}
