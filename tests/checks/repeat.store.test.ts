import { afterEach, beforeEach, expect, test } from 'vitest';
import { claimDue } from '../../core/checks/claim.ts';
import { judgeAttempts } from '../../core/checks/record.ts';
import { type CheckSetup, makeCheckSetup } from './engine-setup.ts';

let setup: CheckSetup;
let id: number;
beforeEach(async () => {
  setup = await makeCheckSetup();
  const server = await setup.addServer();
  id = await setup.addCheck(server.id, { failures: 1, attempts: 1 });
  await setup.report(id);
  await setup.clock.elapse(61);
  expect(await claim('first')).toEqual([id]);
});
afterEach(() => setup.remove());

const unlimited = { places: 1000, fullHosts: [], placesAt: () => 1000 };

/** Claims what is due now for a worker. */
async function claim(worker: string): Promise<number[]> {
  const claimed = await claimDue(setup.deps.db, setup.clock.now(), unlimited, worker);
  return claimed.map(({ check }) => check.id);
}

/** Records an attempt of a worker, whose repetition is due after 1.5 s. */
function judge(worker: string, ok: boolean): Promise<number[]> {
  const at = setup.clock.now();
  const repeatAt = () => new Date(Number(at) + 1500);
  return judgeAttempts(setup.deps.db, [{ checkId: id, at, ok, reason: ok ? '' : 'no', latencyMs: 5 }], {
    worker,
    repeatAt,
  });
}

test('a failure is repeated by another worker before the check is down', async () => {
  expect(await judge('first', false)).toEqual([]);
  expect(await setup.check(id)).toMatchObject({ status: 'up', reason: 'no', repeatOf: 'first' });
  expect(await claim('second')).toEqual([]);
  await setup.clock.elapse(1.5);
  expect(await claim('first')).toEqual([]);
  expect(await claim('second')).toEqual([id]);
  expect((await judge('second', false)).length).toBe(1);
  expect(await setup.check(id)).toMatchObject({ status: 'down', repeatOf: null });
  // A check that is down is not repeated.
  await judge('first', false);
  expect(await setup.check(id)).toMatchObject({ status: 'down', repeatOf: null });
});

test('a repetition that succeeds leaves nothing of the failure in the state', async () => {
  const before = await setup.check(id);
  await judge('first', false);
  await setup.clock.elapse(2);
  await claim('second');
  expect(await judge('second', true)).toEqual([]);
  expect(await setup.check(id)).toMatchObject({ status: 'up', recent: before.recent, repeatOf: null });
});

test('a single worker repeats its own failure', async () => {
  await judge('first', false);
  await setup.clock.elapse(1.5);
  expect(await claim('first')).toEqual([]);
  await setup.clock.elapse(1.5);
  expect(await claim('first')).toEqual([id]);
});

test('a worker that is killed during the repetition leaves it to the next interval', async () => {
  await judge('first', false);
  await setup.clock.elapse(2);
  expect(await claim('second')).toEqual([id]);
  // The second worker is gone.
  await setup.clock.elapse(61);
  expect(await claim('third')).toEqual([id]);
  expect((await judge('third', false)).length).toBe(1);
  expect(await setup.check(id)).toMatchObject({ status: 'down' });
});
