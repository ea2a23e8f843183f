import type { Redis } from 'ioredis';
import { RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';

/** How often each key was used within a minute of its first use. */
export interface MinuteLimit {
  /** Counts one more; 0, or the seconds to wait when the key has used its share. */
  consume(key: string): number | Promise<number>;
}

const minute = 60_000;

/**
 * A limit that costs the same with one key and with a million: keys are forgotten a generation at a time,
 * without a timer for each. It counts what this process sees.
 */
export function createMinuteLimit(most: number, now: () => Date): MinuteLimit & { consume(key: string): number } {
  let younger = new Map<string, { since: number; uses: number }>();
  let older = younger;
  let generation = Number(now());
  return {
    consume(key) {
      const time = Number(now());
      // Also when the clock was set back: then everybody starts anew.
      if (time - generation >= minute || time < generation) {
        older = younger;
        younger = new Map();
        generation = time;
      }
      const known = younger.get(key) ?? older.get(key);
      if (!known || time - known.since >= minute || time < known.since) {
        younger.set(key, { since: time, uses: 1 });
        return 0;
      }
      known.uses += 1;
      return known.uses > most ? Math.ceil((known.since + minute - time) / 1000) : 0;
    },
  };
}

/** The same for all processes together; while Redis is away each of them counts for itself. */
export function createSharedMinuteLimit(redis: Redis, name: string, most: number, now: () => Date): MinuteLimit {
  const alone = createMinuteLimit(most, now);
  const limiter = new RateLimiterRedis({
    storeClient: redis,
    keyPrefix: `vitrine:limit:${name}`,
    points: most,
    duration: minute / 1000,
    rejectIfRedisNotReady: true,
    // Whoever has used the share is refused here, without a call of Redis.
    inMemoryBlockOnConsumed: most + 1,
  });
  return {
    async consume(key) {
      try {
        await limiter.consume(key);
        return 0;
      } catch (refusal) {
        if (refusal instanceof RateLimiterRes) return Math.max(1, Math.ceil(refusal.msBeforeNext / 1000));
        // The connection logs and counts what is wrong with it.
        return alone.consume(key);
      }
    },
  };
}
