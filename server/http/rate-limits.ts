import { createHash } from 'node:crypto';
import type { Redis } from 'ioredis';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { tooMany } from '../../core/errors.ts';
import { networkOf } from './address.ts';
import { createMinuteLimit, createSharedMinuteLimit, type MinuteLimit } from './minute-limit.ts';

/** Counts calls and refuses excess ones. */
interface RateLimit {
  /** Counts a call; throws 429 with the seconds to wait if the key is over its limit. IPv6 addresses count by /64. */
  consume(key: string): Promise<void>;
  /** Takes a counted call back, as after a successful sign-in. */
  giveBack(key: string): Promise<void>;
}

/** Notices user names that many addresses try. */
interface GuessWatch {
  /** Records a failed attempt. */
  record(userNameKey: string, address: string): Promise<void>;
  /** Time to wait before the next attempt with this name: 0 until several addresses have failed, then some seconds. */
  delayMs(userNameKey: string): Promise<number>;
}

export interface RateLimits {
  /** Sign-in attempts, by address; only failed ones stay counted. */
  login: RateLimit;
  /** Failed sign-ins, by user name. */
  guesses: GuessWatch;
  /** Wrong codes of a second factor, by user id. */
  codes: RateLimit;
  /** Public forms, by address. */
  forms: RateLimit;
  /** Requests with an API token, by the token's id. */
  tokens: RateLimit;
  /** Public forms of all addresses together, by form. */
  allForms: RateLimit;
  /** A limit for very frequent calls; the name is unique. */
  perMinute(name: string, maxUses: number, now: () => Date): MinuteLimit;
}

/** Requests of one address to the public forms in an hour. */
const formsPerHour = 20;

/** Accepted messages of each public form in an hour, from all addresses together. */
const allFormsPerHour = 500;

/** Requests with one API token in a minute. */
const tokenRequestsPerMinute = 600;

/** Wrong codes of a user in a day: who tries for a year with the password in hand has a chance of 2 % to guess a code. */
const wrongCodesPerDay = 20;

/** Failed sign-ins with a user name are counted for this long. */
const guessSeconds = 600;

/** Every so many addresses that fail with a user name delay its sign-ins by a second, up to `maxDelaySeconds`. */
const addressesPerSecond = 5;
const maxDelaySeconds = 5;

/**
 * The limits of this process or, with Redis, of all processes together. While Redis is unreachable each process counts
 * alone: an outage allows a little more and locks no one out.
 */
export function createRateLimits(config: { loginAttemptsPerMinute: number }, redis: Redis | null = null): RateLimits {
  const login = { points: config.loginAttemptsPerMinute, duration: 60, keyPrefix: 'vitrine:limit:login' };
  const forms = { points: formsPerHour, duration: 3600, keyPrefix: 'vitrine:limit:forms' };
  const allForms = { points: allFormsPerHour, duration: 3600, keyPrefix: 'vitrine:limit:all-forms' };
  const codes = { points: wrongCodesPerDay, duration: 86_400, keyPrefix: 'vitrine:limit:codes' };
  const tokens = { points: tokenRequestsPerMinute, duration: 60, keyPrefix: 'vitrine:limit:tokens' };
  return {
    login: limit(login, redis, 'Too many sign-in attempts. Please wait a moment and try again.'),
    guesses: watchGuesses(redis),
    codes: limit(codes, redis, 'Too many wrong codes. Try again later, or ask an Owner for help.'),
    forms: limit(forms, redis, 'Too many messages from this address. Please try again later.'),
    allForms: limit(allForms, redis, 'Too many messages at the moment. Please try again later.'),
    tokens: limit(tokens, redis, 'Too many requests with this API token. Please try again later.'),
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

function createLimiter(limits: Limits, redis: Redis | null): RateLimiterMemory | RateLimiterRedis {
  const ownLimiter = new RateLimiterMemory(limits);
  if (!redis) return ownLimiter;
  return new RateLimiterRedis({
    ...limits,
    storeClient: redis,
    rejectIfRedisNotReady: true,
    insuranceLimiter: ownLimiter,
  });
}

function limit(limits: Limits, redis: Redis | null, message: string): RateLimit {
  const limiter = createLimiter(limits, redis);
  return {
    async consume(key) {
      try {
        await limiter.consume(networkOf(key));
      } catch (refusal) {
        if (!(refusal instanceof RateLimiterRes)) throw refusal;
        throw tooMany(message, Math.max(1, Math.ceil(refusal.msBeforeNext / 1000)));
      }
    },
    async giveBack(key) {
      await limiter.reward(networkOf(key));
    },
  };
}

function watchGuesses(redis: Redis | null): GuessWatch {
  // Never refuses: the points are beyond reach.
  const unlimited = { points: Number.MAX_SAFE_INTEGER, duration: guessSeconds };
  const pairs = createLimiter({ ...unlimited, keyPrefix: 'vitrine:guess:pair' }, redis);
  const addresses = createLimiter({ ...unlimited, keyPrefix: 'vitrine:guess:addresses' }, redis);
  return {
    async record(userNameKey, address) {
      const key = bucketOf(userNameKey);
      const { consumedPoints } = await pairs.consume(`${key}:${networkOf(address)}`);
      if (consumedPoints === 1) await addresses.consume(key);
    },
    async delayMs(userNameKey) {
      const found = await addresses.get(bucketOf(userNameKey));
      return 1000 * Math.min(maxDelaySeconds, Math.floor((found?.consumedPoints ?? 0) / addressesPerSecond));
    },
  };
}

/** One of 65,536 keys for user names, so that invented names take no memory; unknown names are slowed like known ones. */
function bucketOf(userNameKey: string): string {
  return createHash('sha256').update(userNameKey).digest('hex').slice(0, 4);
}
