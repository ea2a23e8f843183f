import { Redis } from 'ioredis';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openLimitStore } from '../../server/http/limit-store.ts';
import { createRateLimits, type RateLimits } from '../../server/http/rate-limits.ts';
import { type RedisServer, startRedisServer } from '../fixture/redis-server.ts';
import { admin, signIn, startTestServer, type TestServer } from '../fixture/server.ts';

const now = () => new Date();
const log = pino({ level: 'silent' });

describe('limits of two processes on one Redis', () => {
  let redis: RedisServer;
  let stores: Redis[];
  beforeEach(async () => {
    redis = await startRedisServer();
    stores = [];
  });
  afterEach(async () => {
    for (const store of stores) store.disconnect();
    await redis.remove();
  });

  async function open(): Promise<RateLimits> {
    const store = await openLimitStore({ redisUrl: redis.url }, log);
    if (!store) throw new Error('no store');
    stores.push(store);
    return createRateLimits({ loginAttemptsPerMinute: 4 }, store);
  }

  /** Duration of the work, in milliseconds. */
  async function timed(work: () => Promise<unknown>): Promise<number> {
    const start = performance.now();
    await work();
    return performance.now() - start;
  }

  test('sign-in attempts of an address are counted and given back together', async () => {
    const [a, b] = [await open(), await open()];
    for (const { login } of [a, b, a, b]) await login.consume('192.0.2.1');
    await expect(a.login.consume('192.0.2.1')).rejects.toMatchObject({ kind: 'tooMany' });
    await expect(b.login.consume('192.0.2.1')).rejects.toMatchObject({ retryAfter: expect.any(Number) });
    await b.login.consume('192.0.2.2');
    for (let success = 0; success < 3; success += 1) await b.login.giveBack('192.0.2.1');
    await a.login.consume('192.0.2.1');
    await expect(a.login.consume('192.0.2.1')).rejects.toMatchObject({ kind: 'tooMany' });
  });

  test('a user name is slowed after failures from five addresses in either process, up to five seconds', async () => {
    const [a, b] = [await open(), await open()];
    const fail = (number: number) => (number % 2 ? a : b).guesses.record('ann', `192.0.2.${number}`);
    for (let repetition = 0; repetition < 20; repetition += 1) await fail(1);
    for (const number of [2, 3, 4]) await fail(number);
    for (const { guesses } of [a, b]) expect(await guesses.delayMs('ann')).toBe(0);
    await fail(5);
    for (const { guesses } of [a, b]) expect(await guesses.delayMs('ann')).toBe(1000);
    for (let number = 6; number < 60; number += 1) await fail(number);
    expect(await a.guesses.delayMs('ann')).toBe(5000);
    expect(await a.guesses.delayMs('ben')).toBe(0);
  });

  test('counts are forgotten after a minute, ten minutes or an hour; user names share 65,536 keys', async () => {
    const { login, guesses, forms, allForms } = await open();
    for (const { consume } of [login, forms, allForms]) await consume('192.0.2.1');
    await guesses.record('ann', '192.0.2.1');
    const operator = new Redis(redis.url);
    const found: Record<string, number> = {};
    for (const key of await operator.keys('vitrine:*'))
      found[key.replace(/[0-9a-f]{4}(?=:192|$)/, '<bucket>')] = Math.ceil((await operator.pttl(key)) / 10_000) * 10;
    operator.disconnect();
    expect(found).toEqual({
      'vitrine:limit:login:192.0.2.1': 60,
      'vitrine:limit:forms:192.0.2.1': 3600,
      'vitrine:limit:all-forms:192.0.2.1': 3600,
      'vitrine:guess:pair:<bucket>:192.0.2.1': 600,
      'vitrine:guess:addresses:<bucket>': 600,
    });
  });

  test('a /64 of IPv6 counts as one address', async () => {
    const { login } = await open();
    for (const host of ['::1', ':ffff:ffff:ffff:ffff', ':a:b:c:d', '::192.0.2.1'])
      await login.consume(`2001:db8:0:7${host}`);
    await expect(login.consume('2001:DB8:0:7::9')).rejects.toMatchObject({ kind: 'tooMany' });
    await login.consume('2001:db8:0:8::1');
    await login.consume('2001:db8::7');
  });

  test('messages from an address are counted together, separately from its sign-ins', async () => {
    const [a, b] = [await open(), await open()];
    for (let number = 0; number < 20; number += 1) await (number % 2 ? a : b).forms.consume('192.0.2.1');
    await expect(a.forms.consume('192.0.2.1')).rejects.toMatchObject({ kind: 'tooMany' });
    await b.login.consume('192.0.2.1');
    await b.forms.consume('192.0.2.2');
  });

  test('pings of a code are counted together, each limit under its own name', async () => {
    const [a, b] = [await open(), await open()];
    const [first, second] = [a, b].map((limits) => limits.perMinute('report', 5, now));
    for (const limit of [first, second, first, second, first]) expect(await limit?.consume('code')).toBe(0);
    for (const limit of [first, second, second]) {
      const wait = await limit?.consume('code');
      expect(wait).toBeGreaterThan(50);
      expect(wait).toBeLessThanOrEqual(60);
    }
    expect(await a.perMinute('other', 5, now).consume('code')).toBe(0);
    expect(await second?.consume('other code')).toBe(0);
  });

  test('a use before the first counted one counts once, whichever process counts first', async () => {
    const [a, b] = [await open(), await open()];
    const [first, second] = [a, b].map((limits) => limits.perMinute('report', 4, now));
    const previous = new Date(Number(now()) - 40_000);
    for (const limit of [first, second, first]) expect(await limit?.consume('code', previous)).toBe(0);
    // The minute began with the use before.
    for (const limit of [second, first]) {
      const wait = await limit?.consume('code', previous);
      expect(wait).toBeGreaterThan(10);
      expect(wait).toBeLessThanOrEqual(20);
    }
  });

  test('a ping that is given back does not count, also after a refusal', async () => {
    const [a, b] = [await open(), await open()];
    const [first, second] = [a, b].map((limits) => limits.perMinute('report', 2, now));
    for (const limit of [first, second]) expect(await limit?.consume('code')).toBe(0);
    expect(await first?.consume('code')).toBeGreaterThan(0);
    for (const limit of [first, second]) await limit?.giveBack('code');
    expect(await first?.consume('code')).toBe(0);
    expect(await second?.consume('other code')).toBe(0);
    expect(await second?.consume('other code')).toBe(0);
    expect(await second?.consume('other code')).toBeGreaterThan(0);
    await redis.kill();
    expect(await first?.consume('third')).toBe(0);
    expect(await first?.consume('third')).toBe(0);
    await first?.giveBack('third');
    expect(await first?.consume('third')).toBe(0);
    expect(await first?.consume('third')).toBeGreaterThan(0);
  });

  test('each process counts for itself at once while Redis is down, and together again afterwards', async () => {
    const [a, b] = [await open(), await open()];
    const [first, second] = [a, b].map((limits) => limits.perMinute('report', 2, now));
    await redis.kill();
    const took = await timed(async () => {
      for (const { login } of [a, b]) {
        for (let attempt = 0; attempt < 4; attempt += 1) await login.consume('user:ann');
        await expect(login.consume('user:ann')).rejects.toMatchObject({ kind: 'tooMany' });
        for (const _attempt of [1, 2]) await login.giveBack('user:ann');
        await login.consume('user:ann');
      }
      for (const limit of [first, second]) {
        expect(await limit?.consume('code')).toBe(0);
        expect(await limit?.consume('code')).toBe(0);
        expect(await limit?.consume('code')).toBeGreaterThan(0);
      }
    });
    expect(took).toBeLessThan(2000);

    await redis.restart();
    for (const store of stores) await expect.poll(() => store.status).toBe('ready');
    for (const { login } of [a, b, a, b]) await login.consume('user:eve');
    await expect(a.login.consume('user:eve')).rejects.toMatchObject({ kind: 'tooMany' });
  });

  test('a Redis that does not answer delays requests by at most a second', async () => {
    const { login } = await open();
    const operator = new Redis(redis.url);
    await operator.client('PAUSE', 6000, 'ALL');
    expect(await timed(() => login.consume('user:ann'))).toBeLessThan(1000);
    await new Promise((resolve) => setTimeout(resolve, 1200));
    expect(await timed(() => login.consume('user:ann'))).toBeLessThan(200);
    operator.disconnect();
  });
});

describe('two products on one Redis', () => {
  let redis: RedisServer;
  let products: TestServer[];
  beforeEach(async () => {
    redis = await startRedisServer();
    const variables = { REDIS_URL: redis.url, LOGIN_ATTEMPTS_PER_MINUTE: '6' };
    products = [await startTestServer(variables), await startTestServer(variables)];
  });
  afterEach(async () => {
    for (const product of products) await product.stop();
    await redis.remove();
  });

  const address = (product: number) => products[product]?.address ?? '';
  const wrong = { userName: 'nobody', password: 'not right' };
  const attempt = async (product: number) => {
    const body = new URLSearchParams({ grant_type: 'password', username: wrong.userName, password: wrong.password });
    return (await fetch(`${address(product)}/token`, { method: 'POST', body })).status;
  };
  const report = async (product: number, code = 'no-such-code-here') =>
    (await fetch(`${address(product)}/serverhealthstatus/${code}`)).status;

  test('password guesses are limited across both; with Redis down, users and servers still get in', async () => {
    const answers: number[] = [];
    for (let number = 0; number < 8; number += 1) answers.push(await attempt(number % 2));
    expect(answers.filter((status) => status === 400)).toHaveLength(6);
    expect(answers.slice(6)).toEqual([429, 429]);
    const reports: number[] = [];
    for (let number = 0; number < 7; number += 1) reports.push(await report(number % 2));
    expect(reports.slice(0, 5)).toEqual([404, 404, 404, 404, 404]);
    expect(reports.slice(5)).toEqual([429, 429]);
    await redis.kill();
    expect(await signIn(address(0), admin)).not.toBe('');
    expect(await report(1, 'no-such-code-there')).toBe(404);
  });
});
