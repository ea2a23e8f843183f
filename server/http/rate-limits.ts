import type { Redis } from 'ioredis';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { tooMany } from '../../core/errors.ts';
import { createMinuteLimit, createSharedMinuteLimit, type MinuteLimit } from './minute-limit.ts';

/** Counts calls and refuses excess ones. */
interface RateLimit {
  /** Counts a call; throws 429 with the seconds to wait if the key is over its limit. */
  consume(key: string): Promise<void>;
  /** Resets the key, as after a successful sign-in. */
  reset(key: string): Promise<void>;
}

export interface RateLimits {
  /** Sign-in attempts, by address and by user name. */
  login: RateLimit;
  /** Public forms, by address. */
  forms: RateLimit;
  /** A limit for very frequent calls; the name is unique. */
  perMinute(name: string, maxUses: number, now: () => Date): MinuteLimit;
}

/** Messages of one address through the public forms in an hour. */
const formsPerHour = 20;

/**
 * The limits of this process or, with Redis, of all processes together. While Redis is unreachable each process counts
 * alone: an outage allows a little more and locks no one out.
 */
export function createRateLimits(config: { loginAttemptsPerMinute: number }, redis: Redis | null = null): RateLimits {
  const login = { points: config.loginAttemptsPerMinute, duration: 60, keyPrefix: 'vitrine:limit:login' };
  const forms = { points: formsPerHour, duration: 3600, keyPrefix: 'vitrine:limit:forms' };
  return {
    login: limit(login, redis, 'Too many sign-in attempts. Please wait a moment and try again.'),
    forms: limit(forms, redis, 'Too many messages from this address. Please try again later.'),
    perMinute: (name, maxUses, now) =>
      redis ? createSharedMinuteLimit(redis, name, maxUses, now) : createMinuteLimit(maxUses, now),
  };
}

interface Limits {
  points: number;
  /** Seconds. */
  duration: number;
  keyPrefix: string;
}

function limit(limits: Limits, redis: Redis | null, message: string): RateLimit {
  const ownLimiter = new RateLimiterMemory(limits);
  const limiter = redis
    ? new RateLimiterRedis({
        ...limits,
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
