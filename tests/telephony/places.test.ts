import { expect, test } from 'vitest';
import { Postponed } from '../../core/queue/queue.ts';
import { atPlaceOf, pauseAccount } from '../../core/telephony/account-places.ts';

const start = new Date('2026-03-02T08:00:00Z');
const after = (seconds: number) => new Date(Number(start) + seconds * 1000);
let accounts = 0;
const newAccount = () => {
  accounts += 1;
  return `AC-of-the-test-${accounts}`;
};
/** Seconds to wait at this time; 0 if the account may send. */
const waitAt = (account: string, seconds: number) =>
  atPlaceOf(
    account,
    () => after(seconds),
    async () => 0,
  ).catch((error: unknown) => {
    if (!(error instanceof Postponed)) throw error;
    return error.retryAfterSeconds;
  });

test('an account sends nothing until the time that the provider names; other accounts do', async () => {
  const account = newAccount();
  pauseAccount(account, start, 60);
  expect(await waitAt(account, 0)).toBe(60);
  expect(await waitAt(account, 59.5)).toBe(0.5);
  expect(await waitAt(newAccount(), 1)).toBe(0);
  expect(await waitAt(account, 60)).toBe(0);
  // The pause is over, also if the clock is set back.
  expect(await waitAt(account, 30)).toBe(0);
});

test('without a named time the account waits a second', async () => {
  const account = newAccount();
  pauseAccount(account, start, null);
  expect(await waitAt(account, 0)).toBe(1);
  expect(await waitAt(account, 1)).toBe(0);
});

test('a later answer extends the pause and never shortens it', async () => {
  const account = newAccount();
  pauseAccount(account, start, 60);
  pauseAccount(account, after(1), 5);
  expect(await waitAt(account, 10)).toBe(50);
  pauseAccount(account, after(10), 100);
  expect(await waitAt(account, 20)).toBe(90);
});

test('a clock that is set back before the pause ends it', async () => {
  const account = newAccount();
  pauseAccount(account, start, 60);
  expect(await waitAt(account, -1)).toBe(0);
  expect(await waitAt(account, 1)).toBe(0);
});

test('ten messages of an account are sent at once, the others in their order, also after failures', async () => {
  const account = newAccount();
  const begun: number[] = [];
  const ends: (() => void)[] = [];
  const sent = Array.from({ length: 14 }, (_, place) =>
    atPlaceOf(
      account,
      () => start,
      () => {
        begun.push(place);
        return new Promise<number>((resolve, reject) => {
          ends.push(() => (place % 2 ? reject(new Error('refused')) : resolve(place)));
        });
      },
    ),
  );
  const settled = Promise.allSettled(sent);
  const turn = () => new Promise((resolve) => setImmediate(resolve));
  await turn();
  expect(begun).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  for (const place of [3, 4]) ends[place]?.();
  await turn();
  expect(begun.slice(10)).toEqual([10, 11]);
  for (let place = 0; place < 14; place += 1) {
    ends[place]?.();
    await turn();
  }
  expect((await settled).map(({ status }) => status)).toEqual(
    Array.from({ length: 14 }, (_, place) => (place % 2 ? 'rejected' : 'fulfilled')),
  );
  // All places are free again.
  const again: number[] = [];
  await Promise.all(
    Array.from({ length: 10 }, (_, place) =>
      atPlaceOf(
        account,
        () => start,
        async () => again.push(place),
      ),
    ),
  );
  expect(again.length).toBe(10);
});
