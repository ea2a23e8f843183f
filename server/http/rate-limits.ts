import type { Redis } from 'ioredis';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { tooMany } from '../../core/errors.ts';
import { createMinuteLimit, createSharedMinuteLimit, type MinuteLimit } from './minute-limit.ts';

/** Counts what callers do and refuses what is too much. */
interface RateLimit {
  /** Counts one more; throws 429 with the seconds to wait when the key has used its share. */
  consume(key: string): Promise<void>;
  /** Forgets the key, as after a successful sign-in. */
  reset(key: string): Promise<void>;
}

export interface RateLimits {
  /** Sign-in attempts, by address and by user name. */
  login: RateLimit;
  /** Public forms, by address. */
  forms: RateLimit;
  /** A limit for what is called very often; its name is unique. */
  perMinute(name: string, most: number, now: () => Date): MinuteLimit;
}

/** Messages one address may send through the public forms in an hour. */
const formsPerHour = 20;

/**
 * The limits of this process, or with Redis of all processes together. While Redis is away each process counts for
 * itself: an outage lets a little more through, and nobody is kept out by it.
 */
export function createRateLimits(config: { loginAttemptsPerMinute: number }, redis: Redis | null = null): RateLimits {
  const login = { points: config.loginAttemptsPerMinute, duration: 60, keyPrefix: 'vitrine:limit:login' };
  const forms = { points: formsPerHour, duration: 3600, keyPrefix: 'vitrine:limit:forms' };
  return {
    login: limit(login, redis, 'Too many sign-in attempts. Please wait a moment and try again.'),
    forms: limit(forms, redis, 'Too many messages from this address. Please try again later.'),
    perMinute: (name, most, now) =>
      redis ? createSharedMinuteLimit(redis, name, most, now) : createMinuteLimit(most, now),
  };
}

interface Share {
  points: number;
  /** Seconds. */
  duration: number;
  keyPrefix: string;
}

function limit(share: Share, redis: Redis | null, message: string): RateLimit {
  const ownLimiter = new RateLimiterMemory(share);
  const limiter = redis
    ? new RateLimiterRedis({
        ...share,
        storeClient: redis,
        rejectIfRedisNotReady: true,
        insuranceLimiter: ownLimiter,
      })
    : ownLimiter;
  return {
    async consume(key) {
      try {
        await limiter.consume(key);
      } catch (refusal) {
        if (!(refusal instanceof RateLimiterRes)) throw refusal;
        throw tooMany(message, Math.max(1, Math.ceil(refusal.msBeforeNext / 1000)));
      }
    },
    async reset(key) {
      await limiter.delete(key);
    },
  };
}
