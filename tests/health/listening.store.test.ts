import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
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
  await setup.deps.db
    .update(healthMonitors)
    .set({ dueAt, sweepAt: dueAt })
    .where(eq(healthMonitors.clientId, server.id));
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
  // The clock is corrected: no server was silent for these hours.
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

describe('a database outage', () => {
  const down = () => setup.store.execute('alter table health_monitors rename to health_away');
  const up = () => setup.store.execute('alter table health_away rename to health_monitors');
  const hourly = (extra: number) => (72 * minute + extra) * 1000;

  test('of a moment extends the deadlines of the servers whose pings were lost, and no others', async () => {
    const [lost, started, failed, quiet, punctual] = [
      await setup.addServer(),
      await setup.addServer(),
      await setup.addServer(),
      await setup.addServer(),
      await setup.addServer(),
    ];
    for (const { code } of [lost, started, failed, quiet, punctual]) await setup.ping(code);
    const began = Number(setup.clock.now());
    await setup.leap(hour);
    await down();
    expect((await setup.ping(lost.code)).statusCode).toBe(500);
    expect((await setup.ping(started.code, '/start')).statusCode).toBe(500);
    expect((await setup.ping(failed.code, '/3')).statusCode).toBe(500);
    await up();
    await setup.clock.elapse(2);
    await setup.ping(punctual.code);
    await setup.sweep();
    const dueAfter = async ({ id }: { id: number }) => (await due(id)) - began;
    expect(await dueAfter(lost)).toBe(hourly(hour + 2));
    expect(await dueAfter(started)).toBe(hourly(hour + 2));
    expect(await dueAfter(failed)).toBe(hourly(0));
    expect(await dueAfter(quiet)).toBe(hourly(0));
    expect(await dueAfter(punctual)).toBe(hourly(hour + 2));
    await setup.leap(13 * minute);
    const statuses = async () =>
      Promise.all([lost, started, failed, quiet].map(async ({ id }) => (await setup.monitor(id)).status));
    expect(await statuses()).toEqual(['online', 'online', 'offline', 'offline']);
    // The loss is forgiven once.
    await setup.leap(hour);
    expect(await statuses()).toEqual(['offline', 'offline', 'offline', 'offline']);
  });

  test('that goes on while the process records its pings is not forgotten', async () => {
    const { id, code } = await setup.addServer();
    await setup.ping(code);
    await setup.leap(71 * minute);
    await down();
    await setup.ping(code);
    for (let attempt = 0; attempt < 4; attempt += 1) {
      await setup.clock.elapse(2);
      await expect(setup.sweep()).rejects.toThrow();
    }
    await up();
    await setup.sweep();
    await setup.leap(5 * minute);
    expect(await setup.monitor(id)).toMatchObject({ status: 'online' });
  });

  test('of hours raises no alarm, not even for a run that ended in it', async () => {
    const [server, running] = [await setup.addServer(), await setup.addServer()];
    for (const { code } of [server, running]) await setup.ping(code);
    await setup.leap(minute);
    await setup.ping(running.code, '/start');
    await setup.sweep();
    await down();
    for (let hours = 0; hours < 3; hours += 1) {
      await setup.clock.elapse(hour);
      await expect(setup.sweep()).rejects.toThrow();
      expect((await setup.ping(server.code)).statusCode).toBe(500);
    }
    await up();
    await setup.sweep();
    await setup.leap(hour);
    // The next run gets its whole time, although the end of the one before was lost.
    await setup.ping(running.code, '/start');
    await setup.ping(server.code);
    await setup.leap(59 * minute);
    for (const { id } of [server, running]) expect(await setup.monitor(id)).toMatchObject({ status: 'online' });
    await setup.leap(14 * minute);
    for (const { id } of [server, running]) expect(await setup.monitor(id)).toMatchObject({ status: 'offline' });
    expect((await setup.flips(running.id)).at(-1)).toMatchObject({ cause: 'unfinished' });
    expect((await setup.flips(server.id)).at(-1)).toMatchObject({ cause: 'silent' });
  });
});

test('downtime extends the deadlines whose pings may fall into it: those within two graces and those of runs', async () => {
  const [within, beyond, running] = [await setup.addServer(), await setup.addServer(), await setup.addServer()];
  const patient = await setup.addServer();
  const settings = { reminderHours: 0, hasBadge: false, isOnStatusPage: false };
  await setup.admin.health.save({ ...settings, clientId: patient.id, graceSeconds: 30 * minute });
  for (const { code } of [within, beyond, patient]) await setup.ping(code);
  await setup.ping(running.code, '/start');
  await setup.sweep();
  const set = async (id: number, seconds: number) => {
    const dueAt = new Date(Number(setup.clock.now()) + seconds * 1000);
    await setup.deps.db.update(healthMonitors).set({ dueAt, sweepAt: dueAt }).where(eq(healthMonitors.clientId, id));
  };
  // The grace is twelve minutes: after a minute of downtime, a ping due in 24 minutes may have been missed.
  await set(within.id, 25 * minute);
  await set(beyond.id, 25 * minute + 1);
  await set(patient.id, 10 * minute);
  const before = await due(beyond.id);
  await setup.clock.elapse(minute);
  await setup.sweep();
  expect(await due(within.id)).toBe(Number(setup.clock.now()) + 72 * minute * 1000);
  expect(await due(beyond.id)).toBe(before);
  // Its deadline follows its own grace.
  expect(await due(patient.id)).toBe(Number(setup.clock.now()) + 90 * minute * 1000);
  // A run may end at any time: its end may have been missed too.
  expect(await due(running.id)).toBe(Number(setup.clock.now()) + 72 * minute * 1000);
});
