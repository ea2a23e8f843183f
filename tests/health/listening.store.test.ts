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
