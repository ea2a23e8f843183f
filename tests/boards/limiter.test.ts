import { expect, test } from 'vitest';
import { createTrello, TrelloError } from '../../core/providers/trello.ts';
import { TrelloLimiter } from '../../core/providers/trello-limiter.ts';
import { startFakeTrello } from '../fakes/trello.ts';

/** A clock that advances only during a wait. */
function pace() {
  let time = 0;
  const waits: number[] = [];
  return {
    waits,
    now: () => new Date(time),
    sleep: async (milliseconds: number) => {
      waits.push(milliseconds);
      time += milliseconds;
    },
  };
}

test('no more than 100 requests pass in any 10 seconds', async () => {
  const limiter = new TrelloLimiter();
  const clock = pace();
  const times: number[] = [];
  const turns = Array.from({ length: 350 }, async () => {
    await limiter.take(clock);
    times.push(Number(clock.now()));
  });
  await Promise.all(turns);
  expect(times).toEqual(times.toSorted((a, b) => a - b));
  for (const [place, time] of times.entries()) {
    if (place >= 100) expect(time - (times[place - 100] ?? 0)).toBeGreaterThanOrEqual(10_000);
  }
  expect(Number(clock.now())).toBe(30_000);
});

test('a 429 without Retry-After pauses all requests for the window and fails after four attempts', async () => {
  const trello = await startFakeTrello();
  const access = { apiBase: trello.url, key: trello.key, token: trello.token };
  let refusals = 1;
  trello.interfere = () => {
    refusals -= 1;
    return refusals >= 0 ? { status: 429, body: '{"error":"API_KEY_LIMIT_EXCEEDED"}' } : undefined;
  };
  const clock = pace();
  expect(await createTrello(access, clock).boards()).toEqual([]);
  expect(clock.waits).toEqual([10_000]);

  refusals = 100;
  trello.requests = [];
  await expect(createTrello(access, clock).boards()).rejects.toThrow('Trello asks to wait');
  expect(trello.requests).toHaveLength(4);
  await trello.stop();
});

test('a pause ends in time although the clock is set back', async () => {
  const limiter = new TrelloLimiter();
  let time = 3_600_000;
  const waits: number[] = [];
  const clock = {
    now: () => new Date(time),
    async sleep(milliseconds: number) {
      waits.push(milliseconds);
      time += milliseconds;
    },
  };
  limiter.pause(60_000, clock);
  time = 0;
  await limiter.take(clock);
  limiter.pause(10_000, clock);
  await limiter.take(clock);
  expect(waits).toEqual([10_000]);
});

test('a failing or unreachable server is retried, then reported without secrets', async () => {
  const trello = await startFakeTrello();
  const access = { apiBase: trello.url, key: trello.key, token: trello.token };
  let failures = 2;
  trello.interfere = () => {
    failures -= 1;
    return failures >= 0 ? { status: 503, body: 'busy' } : undefined;
  };
  const clock = pace();
  expect(await createTrello(access, clock).boards()).toEqual([]);
  expect(clock.waits).toEqual([1000, 2000]);
  await trello.stop();
  const error: unknown = await createTrello(access, clock)
    .boards()
    .catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(TrelloError);
  expect(error).toMatchObject({ kind: 'unavailable', message: 'Trello could not be reached (ECONNREFUSED).' });
});

test('a redirect is not followed, because the request carries credentials', async () => {
  const [trello, elsewhere] = await Promise.all([startFakeTrello(), startFakeTrello()]);
  trello.interfere = () => ({ status: 302, body: '', headers: { location: `${elsewhere.url}/1/members/me/boards` } });
  const access = { apiBase: trello.url, key: trello.key, token: trello.token };
  await expect(createTrello(access, pace()).boards()).rejects.toThrow('could not be reached');
  expect(elsewhere.requests).toEqual([]);
  await Promise.all([trello.stop(), elsewhere.stop()]);
});
