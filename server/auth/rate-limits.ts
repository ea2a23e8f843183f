import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { tooMany } from '../errors.ts';

/** Counts what callers do and refuses what is too much. */
export interface RateLimit {
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
}

/** Messages one address may send through the public forms in an hour. */
const formsPerHour = 20;

/** The limits of this process. */
export function createRateLimits(config: { loginAttemptsPerMinute: number }): RateLimits {
  return {
    login: limit(config.loginAttemptsPerMinute, 60, 'Too many sign-in attempts. Please wait a moment and try again.'),
    forms: limit(formsPerHour, 3600, 'Too many messages from this address. Please try again later.'),
  };
}

function limit(points: number, seconds: number, message: string): RateLimit {
  const limiter = new RateLimiterMemory({ points, duration: seconds });
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
