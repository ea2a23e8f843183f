import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startListening } from '../../core/health/listening.ts';
import { healthMonitors, healthWatch } from '../../db/schema/health.ts';
import { handlers } from '../../workers/jobs/index.ts';
import { until } from '../fakes/clock.ts';
import { hour, makeSetup, minute, type Setup } from './setup.ts';

const intervalMs = 300;
let setup: Setup;
let ahead: number;
const running: (() => void)[] = [];
beforeEach(async () => {
  setup = await makeSetup();
  ahead = Number(setup.clock.now()) - Date.now();
});
afterEach(async () => {
  for (const stop of running.splice(0)) stop();
  await setup.remove();
});

/** Starts a listening web process whose clock runs in real time. */
async function listen(): Promise<() => void> {
  const stop = await startListening({
    db: setup.deps.db,
    now: () => new Date(Date.now() + ahead),
    onError: (error) => expect.unreachable(String(error)),
    intervalMs,
  });
  running.push(stop);
  return stop;
}

const lastRecord = async () => Number((await setup.deps.db.select().from(healthWatch))[0]?.aliveAt ?? 0);

async function records(times: number): Promise<void> {
  for (let count = 0; count < times; count += 1) {
    const before = await lastRecord();
    await until(async () => (await lastRecord()) > before);
  }
}

/** Adds a server that is due in two seconds. */
async function dueServer() {
  const server = await setup.addServer();
  await setup.ping(server.code);
  const dueAt = new Date(Number(setup.clock.now()) + 2000);
  await setup.deps.db.update(healthMonitors).set({ dueAt }).where(eq(healthMonitors.clientId, server.id));
  return { server, dueAt: Number(dueAt) };
}

const due = async (id: number) => Number((await setup.monitor(id)).dueAt);

test('a process that starts beside a listening one changes no deadline', async () => {
  await listen();
  await records(1);
  const { server, dueAt } = await dueServer();
  await listen();
  await records(4);
  expect(await due(server.id)).toBe(dueAt);
});

test('a process that starts after the only one was killed extends deadlines for the gap', async () => {
  const kill = await listen();
  await records(1);
  kill();
  const { server, dueAt } = await dueServer();
  await listen();
  await records(2);
  expect(await due(server.id)).toBeGreaterThan(dueAt + hour * 1000);
});

test('no server goes offline while no web process listens', async () => {
  const server = await setup.addServer();
  await setup.ping(server.code);
  await setup.sweep();
  await setup.clock.elapse(2 * hour);
  await handlers.sweepHealth.run({}, setup.deps);
  expect(await setup.monitor(server.id)).toMatchObject({ status: 'online' });
  await setup.sweep();
  await setup.leap(71 * minute);
  expect(await setup.monitor(server.id)).toMatchObject({ status: 'online' });
  await setup.leap(2 * minute);
  expect(await setup.monitor(server.id)).toMatchObject({ status: 'offline' });
});

test('after the clock was set back, a silent server goes offline after its period, not after the jump as well', async () => {
  setup.movesAllDeadlines();
  const silent = await setup.addServer();
  const daily = await setup.addServer({ checkInterval: 'day' });
  await setup.ping(silent.code);
  await setup.ping(daily.code);
  await setup.sweep();
  const dailyDue = await due(daily.id);
  await setup.clock.elapse(2);
  setup.clock.setBack(5 * hour);
  await setup.sweep();
  const now = Number(setup.clock.now());
  expect(await lastRecord()).toBe(now);
  // The default grace of an hour is twelve minutes.
  expect(await due(silent.id)).toBe(now + 72 * minute * 1000);
  expect(await due(daily.id)).toBe(dailyDue - (5 * hour - 2) * 1000);
  await setup.leap(71 * minute);
  await setup.ping(daily.code);
  expect(await setup.monitor(silent.id)).toMatchObject({ status: 'online' });
  await setup.leap(2 * minute);
  expect(await setup.monitor(silent.id)).toMatchObject({ status: 'offline', notifiedStatus: 'offline' });
  expect(await setup.monitor(daily.id)).toMatchObject({ status: 'online' });
  // The clock is put right: nobody was silent for these hours.
  await setup.clock.elapse(5 * hour);
  await setup.sweep();
  expect(await setup.monitor(daily.id)).toMatchObject({ status: 'online' });
});

test('after the clock was set back, held alarms and reminders keep their longest wait; those of maintenance stay', async () => {
  setup.movesAllDeadlines();
  const [flapping, maintained, near] = [await setup.addServer(), await setup.addServer(), await setup.addServer()];
  const at = (seconds: number) => new Date(Number(setup.clock.now()) + seconds * 1000);
  await setup.sweep();
  await setup.clock.elapse(2);
  setup.clock.setBack(10 * hour);
  const set = (id: number, values: Partial<typeof healthMonitors.$inferInsert>) =>
    setup.deps.db.update(healthMonitors).set(values).where(eq(healthMonitors.clientId, id));
  await set(flapping.id, { alarmAt: at(10 * hour), remindAt: at(34 * hour), heldUntil: at(10 * hour) });
  await set(maintained.id, { alarmAt: at(20 * hour), maintenanceFrom: at(-hour), maintenanceUntil: at(20 * hour) });
  await set(near.id, { alarmAt: at(29 * minute), remindAt: at(23 * hour) });
  await setup.sweep();
  expect(await setup.monitor(flapping.id)).toMatchObject({
    alarmAt: at(30 * minute),
    remindAt: at(24 * hour),
    heldUntil: at(30 * minute),
  });
  expect(await setup.monitor(maintained.id)).toMatchObject({ alarmAt: at(20 * hour), maintenanceUntil: at(20 * hour) });
  expect(await setup.monitor(near.id)).toMatchObject({ alarmAt: at(29 * minute), remindAt: at(23 * hour) });
});

test('a process that starts after the clock was set back rewrites deadlines and listens', async () => {
  setup.movesAllDeadlines();
  const server = await setup.addServer();
  await setup.ping(server.code);
  await setup.sweep();
  ahead -= 7 * hour * 1000;
  await listen();
  await until(async () => (await lastRecord()) <= Date.now() + ahead);
  await records(2);
  const limit = Date.now() + ahead + 72 * minute * 1000;
  expect(await due(server.id)).toBeLessThanOrEqual(limit);
});
