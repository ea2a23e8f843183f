import type { Redis } from 'ioredis';
import { RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';

/** Limits the uses of each key within a minute of its first use. */
export interface MinuteLimit {
  /** Counts a use; returns 0, or the seconds to wait if the key is over its limit. */
  consume(key: string): number | Promise<number>;
  /** Takes a counted use back. */
  giveBack(key: string): void | Promise<void>;
}

const minuteMs = 60_000;

/**
 * A limit for one process that costs the same for one key and for a million: it drops keys by generation, without a timer
 * for each.
 */
export function createMinuteLimit(maxUses: number, now: () => Date): MinuteLimit & { consume(key: string): number } {
  let younger = new Map<string, { since: number; uses: number }>();
  let older = younger;
  let generation = Number(now());
  return {
    consume(key) {
      const time = Number(now());
      // Reset all keys if the clock was set back.
      if (time - generation >= minuteMs || time < generation) {
        older = younger;
        younger = new Map();
        generation = time;
      }
      const known = younger.get(key) ?? older.get(key);
      if (!known || time - known.since >= minuteMs || time < known.since) {
        younger.set(key, { since: time, uses: 1 });
        return 0;
      }
      if (known.uses >= maxUses) return Math.ceil((known.since + minuteMs - time) / 1000);
      known.uses += 1;
      return 0;
    },
    giveBack(key) {
      const known = younger.get(key) ?? older.get(key);
      if (known) known.uses = Math.max(0, known.uses - 1);
    },
  };
}

/** The same limit for all processes together; while Redis is unreachable each process counts alone. */
export function createSharedMinuteLimit(redis: Redis, name: string, maxUses: number, now: () => Date): MinuteLimit {
  const ownLimit = createMinuteLimit(maxUses, now);
  const limiter = new RateLimiterRedis({
    storeClient: redis,
    keyPrefix: `vitrine:limit:${name}`,
    points: maxUses,
    duration: minuteMs / 1000,
    rejectIfRedisNotReady: true,
    // Refuse keys over their limit here, without a call to Redis.
    inMemoryBlockOnConsumed: maxUses + 1,
  });
  return {
    async consume(key) {
      try {
        await limiter.consume(key);
        return 0;
      } catch (refusal) {
        if (refusal instanceof RateLimiterRes) return Math.max(1, Math.ceil(refusal.msBeforeNext / 1000));
        // The connection logs and counts its errors.
        return ownLimit.consume(key);
      }
    },
    async giveBack(key) {
      try {
        await limiter.reward(key);
        // The key may be below its limit again.
        limiter.deleteInMemoryBlockedAll();
      } catch {
        // Redis is unreachable; the connection logs and counts its errors. Such uses were counted by this process.
        ownLimit.giveBack(key);
      }
    },
  };
}
