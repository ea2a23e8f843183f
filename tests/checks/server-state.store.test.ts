import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { checkSettings } from '../../contract/checks.ts';
import { repairStarts } from '../../core/checks/claim.ts';
import { judgeAttempts } from '../../core/checks/record.ts';
import { changeCheck, removeCheck } from '../../core/checks/save.ts';
import { readAttention } from '../../core/desk/attention.ts';
import { applyChecks, serversToCompare } from '../../core/health/failing-checks.ts';
import { restartDeadline } from '../../core/health/reconcile.ts';
import { checkHours, checkResults, checks } from '../../db/schema/checks.ts';
import { handlers } from '../../workers/jobs/index.ts';
import { sessionFor } from '../fixture/session.ts';
import { day, hour, minute } from '../health/setup.ts';
import { type CheckSetup, makeCheckSetup } from './engine-setup.ts';

let setup: CheckSetup;
beforeEach(async () => {
  setup = await makeCheckSetup();
});
afterEach(() => setup.remove());

async function serverWithContact() {
  const account = await setup.addAccount();
  await setup.addContact(account.id, '+15005551001');
  return setup.addServer({ name: 'Mill', telephonyClientId: account.id });
}
const statusOf = async (id: number) => (await setup.monitor(id)).status;

test('a check that is down takes its server offline with its reason, and back when all is well', async () => {
  const server = await serverWithContact();
  await setup.ping(server.code);
  const [first, second] = [
    await setup.addCheck(server.id),
    await setup.addCheck(server.id, { failures: 1, attempts: 1 }),
  ];
  await setup.report(first, 'The server refused the connection.');
  expect([await statusOf(server.id), (await setup.check(first)).status]).toEqual(['online', 'new']);
  await setup.report(first, 'The server refused the connection.');
  expect(await setup.check(first)).toMatchObject({ status: 'down', recent: '00' });
  expect(await setup.monitor(server.id)).toMatchObject({ status: 'offline', dueAt: null, sweepAt: null });
  await setup.sweep();
  expect(await setup.texts()).toEqual([expect.stringContaining('Mill is down: The server refused the connection.')]);
  expect((await readAttention(setup.deps, sessionFor())).items).toMatchObject([
    { name: 'Mill', outage: { cause: 'check', detail: 'The server refused the connection.' } },
  ]);
  await setup.report(second, 'The name does not exist.');
  await setup.report(first);
  // Neither the other check nor a ping lets the server come back.
  expect(await statusOf(server.id)).toBe('offline');
  await setup.clock.elapse(5 * minute);
  await setup.ping(server.code);
  expect(await statusOf(server.id)).toBe('offline');
  const pingedAt = Number(setup.clock.now());
  await setup.report(second);
  expect(await setup.monitor(server.id)).toMatchObject({
    status: 'online',
    dueAt: new Date(pingedAt + 72 * minute * 1000),
  });
  await setup.sweep();
  expect(await setup.texts()).toEqual([expect.anything(), expect.stringContaining('Mill came back online')]);
  expect((await setup.flips(server.id)).map(({ status, cause }) => [status, cause])).toEqual([
    ['online', null],
    ['offline', 'check'],
    ['online', null],
  ]);
});

test('a heartbeat that is late or has failed keeps the server offline after its checks are well', async () => {
  for (const isFailed of [false, true]) {
    const server = await setup.addServer();
    await setup.ping(server.code);
    const check = await setup.addCheck(server.id, { failures: 1, attempts: 1 });
    await setup.report(check, 'down');
    if (isFailed) await setup.ping(server.code, '/fail');
    else await setup.clock.elapse(2 * hour);
    await setup.report(check);
    expect(await statusOf(server.id)).toBe('offline');
    await setup.clock.elapse(minute);
    await setup.ping(server.code);
    expect(await statusOf(server.id)).toBe('online');
  }
});

test('a server without a heartbeat goes offline and comes back; a paused one does not go offline until it is resumed', async () => {
  const server = await setup.addServer({ checkInterval: 'none' });
  const check = await setup.addCheck(server.id, { failures: 1, attempts: 1 });
  await setup.report(check, 'down');
  expect(await statusOf(server.id)).toBe('offline');
  await setup.report(check);
  expect(await setup.monitor(server.id)).toMatchObject({ status: 'online', dueAt: null });
  const paused = await setup.addServer();
  await restartDeadline(setup.deps.db, await setup.monitor(paused.id), { isPaused: true }, setup.clock.now());
  const second = await setup.addCheck(paused.id, { failures: 1, attempts: 1 });
  await setup.report(second, 'down');
  expect(await statusOf(paused.id)).toBe('paused');
  await restartDeadline(setup.deps.db, await setup.monitor(paused.id), { isPaused: false }, setup.clock.now());
  await compare();
  expect(await statusOf(paused.id)).toBe('offline');
});

test('a server without a heartbeat is new until its first check succeeds, and paused without checks', async () => {
  const account = await setup.addAccount();
  await setup.addContact(account.id, '+15005551001');
  const server = await setup.addServer({ checkInterval: 'none', telephonyClientId: account.id });
  expect(await statusOf(server.id)).toBe('paused');
  const check = await setup.addCheck(server.id, { failures: 2, attempts: 2 });
  await compare();
  expect(await statusOf(server.id)).toBe('new');
  await compare();
  await setup.report(check, 'The server refused the connection.');
  expect(await statusOf(server.id)).toBe('new');
  await setup.report(check);
  expect(await statusOf(server.id)).toBe('online');
  await setup.clock.elapse(1);
  await removeCheck(setup.deps, check);
  expect(await statusOf(server.id)).toBe('paused');
  const next = await setup.addCheck(server.id, { failures: 1, attempts: 1 });
  await setup.clock.elapse(1);
  await compare();
  await setup.report(next, 'The server refused the connection.');
  expect(await statusOf(server.id)).toBe('offline');
  await setup.sweep();
  // Nobody is notified of anything but the outage.
  expect(await setup.texts()).toEqual([expect.stringContaining('is down: The server refused the connection.')]);
});

async function compare() {
  await applyChecks(setup.deps.db, setup.clock.now(), await serversToCompare(setup.deps.db));
}

test('a process killed between a state and its change of the server is made up for', async () => {
  const server = await setup.addServer();
  const check = await setup.addCheck(server.id, { failures: 1, attempts: 1 });
  await setup.report(check);
  await setup.deps.db.update(checks).set({ status: 'down', reason: 'late' }).where(eq(checks.id, check));
  await compare();
  await compare();
  expect(await statusOf(server.id)).toBe('offline');
  await setup.deps.db.update(checks).set({ status: 'up' }).where(eq(checks.id, check));
  await compare();
  expect((await setup.flips(server.id)).map(({ status }) => status)).toEqual(['offline', 'online']);
});

test('a process killed while it adds a check leaves one that runs', async () => {
  const server = await setup.addServer();
  const check = await setup.addCheck(server.id);
  // The state between the row and its first start.
  await setup.deps.db.update(checks).set({ dueAt: null }).where(eq(checks.id, check));
  await repairStarts(setup.deps.db, setup.clock.now());
  const [row] = await setup.deps.db.select().from(checks).where(eq(checks.id, check));
  expect(row?.dueAt).toEqual(setup.clock.now());
});

test('a check that is deleted, changed or switched off no longer keeps its server offline', async () => {
  const target = { kind: 'tcp', host: 'other.example', port: 80 } as const;
  const ways = [
    (id: number) => removeCheck(setup.deps, id),
    (id: number) => changeCheck(setup.deps, id, checkSettings.parse({ target })),
    (id: number) => changeCheck(setup.deps, id, checkSettings.parse({ target, isActive: false })),
  ];
  for (const end of ways) {
    const server = await setup.addServer();
    await setup.ping(server.code);
    const check = await setup.addCheck(server.id, { failures: 1, attempts: 1 });
    await setup.report(check, 'down');
    expect(await statusOf(server.id)).toBe('offline');
    await setup.clock.elapse(1);
    await end(check);
    expect(await statusOf(server.id)).toBe('online');
  }
});

test('an attempt from before a change of the check does not count', async () => {
  const server = await setup.addServer();
  const check = await setup.addCheck(server.id, { failures: 1, attempts: 1 });
  const before = setup.clock.now();
  await setup.clock.elapse(1);
  const target = { kind: 'tcp', host: 'other.example', port: 80 } as const;
  await changeCheck(setup.deps, check, checkSettings.parse({ target, failures: 1, attempts: 1 }));
  const attempt = { checkId: check, ok: false, reason: 'old', latencyMs: 1 };
  expect(await judgeAttempts(setup.deps.db, [{ ...attempt, at: before }])).toEqual([]);
  expect(await judgeAttempts(setup.deps.db, [{ ...attempt, at: setup.clock.now() }])).toEqual([server.id]);
});

test('three failures of five are down, whatever lies between them', async () => {
  const server = await setup.addServer();
  const check = await setup.addCheck(server.id, { failures: 3, attempts: 5 });
  const states: string[] = [];
  for (const result of '1010100111') {
    await setup.report(check, result === '1' ? '' : 'failed');
    states.push((await setup.check(check)).status);
  }
  expect(states).toEqual(['up', 'up', 'up', 'up', 'up', 'down', 'down', 'down', 'up', 'up']);
});

test('attempts are kept for 30 days, their hours for 13 months, and none of a deleted check', async () => {
  const { db } = setup.deps;
  const server = await setup.addServer();
  const [check, removed] = [await setup.addCheck(server.id), await setup.addCheck(server.id)];
  await setup.report(check, '', 10);
  await setup.report(check, 'failed', 30);
  await removeCheck(setup.deps, removed);
  await setup.report(removed);
  const counts = async () => [await db.$count(checkResults), await db.$count(checkHours)];
  const [row] = await db.select().from(checkHours);
  expect([row, await counts()]).toMatchObject([
    { checkId: check, attempts: 2, failures: 1, totalMs: 40, maxMs: 30 },
    [2, 1],
  ]);
  const after: unknown[] = [];
  for (const days of [29, 2, 360, 10]) {
    await setup.clock.elapse(days * day);
    await handlers.purgeCheckResults.run({}, setup.deps);
    after.push(await counts());
  }
  expect(after).toEqual([
    [2, 1],
    [0, 1],
    [0, 1],
    [0, 0],
  ]);
  setup.movesAllDeadlines();
});
