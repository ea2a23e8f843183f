import type { Redis } from 'ioredis';
import { RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';

/** Limits the uses of each key within a minute of its first use. */
export interface MinuteLimit {
  /**
   * Counts a use. If no earlier use was counted, the use before, at `previous`, counts too and begins the minute. Returns 0, or
   * the seconds to wait over the limit.
   */
  consume(key: string, previous?: Date): number | Promise<number>;
  /** Takes a counted use back. */
  giveBack(key: string): void | Promise<void>;
}

const minuteMs = 60_000;

/** Keys that were first used within the same minute. */
interface Generation {
  /** Milliseconds. */
  since: number;
  /**
   * A key's first use and its number of uses in one small integer, which takes no object. The time of the first use is in
   * milliseconds, counted from a minute before `since`.
   */
  uses: Map<string, number>;
}

/**
 * A limit for one process that costs the same for one key and for a million: it drops keys by generation, without a timer
 * for each.
 */
export function createMinuteLimit(
  maxUses: number,
  now: () => Date,
): MinuteLimit & { consume(key: string, previous?: Date): number } {
  let younger: Generation = { since: Number(now()), uses: new Map() };
  let older = younger;
  const base = maxUses + 1;
  const generationOf = (key: string) => (younger.uses.has(key) ? younger : older);
  return {
    consume(key, previous) {
      const time = Number(now());
      // Reset all keys if the clock was set back.
      if (time - younger.since >= minuteMs || time < younger.since) {
        older = younger;
        younger = { since: time, uses: new Map() };
      }
      const generation = generationOf(key);
      const known = generation.uses.get(key) ?? Number.NaN;
      const firstUse = generation.since - minuteMs + Math.floor(known / base);
      if (Number.isNaN(known) || time - firstUse >= minuteMs || time < firstUse) {
        const first = previous ? Math.max(Number(previous), younger.since - minuteMs) : time;
        younger.uses.set(key, (first - younger.since + minuteMs) * base + (previous ? 2 : 1));
        return 0;
      }
      if (known % base === maxUses) return Math.ceil((firstUse + minuteMs - time) / 1000);
      generation.uses.set(key, known + 1);
      return 0;
    },
    giveBack(key) {
      const { uses } = generationOf(key);
      const known = uses.get(key) ?? 0;
      if (known % base > 0) uses.set(key, known - 1);
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
    async consume(key, previous) {
      try {
        const ageMs = previous ? Number(now()) - Number(previous) : 0;
        const customDuration = Math.ceil((minuteMs - ageMs) / 1000);
        const { consumedPoints } = await limiter.consume(key, 1, { customDuration });
        if (consumedPoints === 1 && previous) await limiter.consume(key);
        return 0;
      } catch (refusal) {
        if (refusal instanceof RateLimiterRes) return Math.max(1, Math.ceil(refusal.msBeforeNext / 1000));
        // The connection logs and counts its errors.
        return ownLimit.consume(key, previous);
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
