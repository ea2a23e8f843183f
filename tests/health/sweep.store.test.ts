import { eq, like } from 'drizzle-orm';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { deadline } from '../../core/health/deadline.ts';
import { restartDeadline } from '../../core/health/reconcile.ts';
import { ofInterval } from '../../core/health/schedule.ts';
import { sweepOverdue } from '../../core/health/sweep.ts';
import { clients } from '../../db/schema/clients.ts';
import { healthMonitors, healthWatch } from '../../db/schema/health.ts';
import { handlers } from '../../workers/jobs/index.ts';
import { day, hour, makeSetup, minute, type Setup } from './setup.ts';

let setup: Setup;
beforeEach(async () => {
  setup = await makeSetup();
  await setup.sweep();
});
afterEach(() => setup.remove());

async function withContacts() {
  const account = await setup.addAccount();
  await setup.addContact(account.id, '+15005551001');
  await setup.addContact(account.id, '+15005551002');
  return { telephonyClientId: account.id };
}
const texts = async () => (await setup.messages()).map(({ body }) => body ?? '');

test('notifies each contact once when a server goes offline and once when it is back', async () => {
  const server = await setup.addServer(await withContacts());
  await setup.ping(server.code);
  const startedAt = Number(setup.clock.now());
  await setup.leap(71 * minute);
  expect([await setup.monitor(server.id), await texts()]).toMatchObject([{ status: 'online' }, []]);
  await setup.leap(2 * minute);
  const due = new Date(startedAt + 72 * minute * 1000);
  expect(await setup.monitor(server.id)).toMatchObject({ status: 'offline', statusSince: due, dueAt: null });
  expect(await texts()).toEqual(
    Array(2).fill(
      expect.stringMatching(/^Server 1 has been silent for 1 h 13 min. Last ping at 2026-03-02 08:00 UTC. http/),
    ),
  );
  await setup.sweep();
  expect((await texts()).length).toBe(2);
  await setup.ping(server.code);
  await setup.sweep();
  expect((await texts()).slice(2)).toEqual(Array(2).fill(expect.stringContaining('came back online')));
  expect((await setup.flips(server.id)).map(({ previous, status, alarm }) => [previous, status, alarm])).toEqual([
    ['new', 'online', 'silent'],
    ['online', 'offline', 'sent'],
    ['offline', 'online', 'sent'],
  ]);
});

test('concurrent sweeps write one flip and one alarm', async () => {
  const server = await setup.addServer(await withContacts());
  await setup.ping(server.code);
  await setup.clock.elapse(20);
  await setup.sweep();
  await setup.leap(70 * minute);
  await setup.clock.elapse(2 * minute);
  const sweeps = [setup.deps, { ...setup.deps }, { ...setup.deps }].map((deps) => handlers.sweepHealth.run({}, deps));
  await Promise.all(sweeps);
  await setup.leap(hour * 3);
  await Promise.all([setup.sweep(), setup.sweep()]);
  expect((await setup.flips(server.id)).filter(({ status }) => status === 'offline').length).toBe(1);
  expect((await texts()).length).toBe(2);
});

test('downtime of the product extends deadlines; missed deadlines before and after it count', async () => {
  const [early, during, late] = [await setup.addServer(), await setup.addServer(), await setup.addServer()];
  await setup.ping(early.code);
  await setup.leap(hour);
  await setup.ping(during.code);
  await setup.clock.elapse(10 * minute);
  await setup.leap(1);
  // `early` is due in two minutes; its next ping falls into the time without a listening process.
  await setup.clock.elapse(30 * minute);
  await setup.ping(late.code);
  await setup.sweep();
  expect(await setup.monitor(early.id)).toMatchObject({ status: 'online' });
  expect(Number((await setup.monitor(early.id)).dueAt)).toBe(Number(setup.clock.now()) + 72 * minute * 1000);
  await setup.leap(73 * minute);
  for (const { id } of [early, during, late]) expect(await setup.monitor(id)).toMatchObject({ status: 'offline' });
});

test('a server is paused without an interval or when inactive; a change restarts the deadline', async () => {
  const server = await setup.addServer();
  await setup.ping(server.code);
  await server.change({ checkInterval: 'none' });
  expect(await setup.monitor(server.id)).toMatchObject({ status: 'paused', dueAt: null });
  expect((await setup.ping(server.code)).statusCode).toBe(200);
  await setup.leap(3 * day);
  expect(await setup.monitor(server.id)).toMatchObject({ status: 'paused', pingCount: 2 });
  await server.change({ checkInterval: '15-minutes' });
  const dueAt = new Date(Number(setup.clock.now()) + 18 * minute * 1000);
  expect(await setup.monitor(server.id)).toMatchObject({ status: 'new', dueAt });
  await setup.ping(server.code);
  await server.change({ isActive: false });
  expect(await setup.monitor(server.id)).toMatchObject({ status: 'paused' });
  await server.change({ healthCode: 'another-code-entirely' });
  expect((await setup.ping(server.code)).statusCode).toBe(404);
  expect((await setup.ping('another-code-entirely')).statusCode).toBe(200);
  await server.change({ healthCode: '' });
  await expect(setup.monitor(server.id)).rejects.toThrow('no monitor');
});

test('reminders are sent daily while a server is offline', async () => {
  const server = await setup.addServer(await withContacts());
  await setup.ping(server.code);
  await setup.leap(2 * hour);
  await setup.leap(23 * hour);
  expect((await texts()).length).toBe(2);
  await setup.leap(hour - 1);
  expect((await texts()).length).toBe(2);
  await setup.leap(1);
  expect((await texts()).slice(2)).toEqual(Array(2).fill(expect.stringContaining('is still offline')));
  await setup.leap(day);
  expect((await texts()).length).toBe(6);
  await setup.ping(server.code);
  await setup.leap(1);
  expect((await setup.monitor(server.id)).remindAt).toBeNull();
});

test('a changed interval of reminders counts from the change, and ends with zero', async () => {
  const server = await setup.addServer(await withContacts());
  const settings = { clientId: server.id, graceSeconds: null, hasBadge: false, isOnStatusPage: false };
  await setup.ping(server.code);
  await setup.leap(2 * hour);
  const { remindAt: daily } = await setup.monitor(server.id);
  await setup.admin.health.save({ ...settings, reminderHours: 2 });
  await setup.leap(2 * hour - 1);
  expect((await texts()).length).toBe(2);
  await setup.leap(1);
  expect((await texts()).length).toBe(4);
  await setup.admin.health.save({ ...settings, reminderHours: 0 });
  expect((await setup.monitor(server.id)).remindAt).toBeNull();
  // A reminder that became due while it was switched off.
  await setup.deps.db.update(healthMonitors).set({ remindAt: daily }).where(eq(healthMonitors.clientId, server.id));
  await setup.leap(2 * day);
  expect((await texts()).length).toBe(4);
  expect((await setup.monitor(server.id)).remindAt).toBeNull();
});

test('changes of a flapping server are summed up', async () => {
  const server = await setup.addServer(await withContacts());
  await setup.ping(server.code);
  for (let flap = 0; flap < 10; flap += 1) {
    await setup.ping(server.code, '/fail');
    await setup.leap(15);
    await setup.ping(server.code);
    await setup.leap(15);
  }
  const sent = (await texts()).length;
  expect(sent).toBe(8);
  await setup.leap(31 * minute);
  expect((await texts()).slice(sent)).toEqual(
    Array(2).fill(expect.stringMatching(/has changed \d+ times.*been online/)),
  );
});

test('intervals follow the calendar: months, and days on which the clocks change', () => {
  const zone = process.env.TZ;
  process.env.TZ = 'Europe/Berlin';
  const after = (from: string, interval: 'day' | 'week' | 'month') =>
    deadline(new Date(from), { ...ofInterval(interval), graceSeconds: 0 })?.toISOString();
  expect(after('2026-01-31T10:00:00Z', 'month')).toBe('2026-02-28T10:00:00.000Z');
  expect(after('2028-01-31T10:00:00Z', 'month')).toBe('2028-02-29T10:00:00.000Z');
  expect(after('2026-12-15T10:00:00Z', 'month')).toBe('2027-01-15T10:00:00.000Z');
  // The clocks go forward on 29 March 2026 and back on 25 October.
  expect(after('2026-03-28T10:00:00Z', 'day')).toBe('2026-03-29T09:00:00.000Z');
  expect(after('2026-10-24T10:00:00Z', 'day')).toBe('2026-10-25T11:00:00.000Z');
  expect(after('2026-10-20T10:00:00Z', 'week')).toBe('2026-10-27T11:00:00.000Z');
  process.env.TZ = zone;
  expect(deadline(new Date(0), { ...ofInterval('hour'), graceSeconds: null })?.getTime()).toBe(72 * 60_000);
  expect(deadline(new Date(0), { ...ofInterval('hour'), graceSeconds: 5 })?.getTime()).toBe(3_605_000);
});

test('servers that go offline together keep their own reminders, maintenance and counts of changes', async () => {
  const [plain, often, never, maintained] = [
    await setup.addServer(),
    await setup.addServer(),
    await setup.addServer(),
    await setup.addServer(),
  ];
  const settings = { graceSeconds: null, hasBadge: false, isOnStatusPage: false };
  await setup.admin.health.save({ ...settings, clientId: often.id, reminderHours: 2 });
  await setup.admin.health.save({ ...settings, clientId: never.id, reminderHours: 0 });
  for (const { code } of [plain, often, never, maintained]) await setup.ping(code);
  const dueAt = new Date(Number(setup.clock.now()) + 72 * minute * 1000);
  await setup.admin.health.maintain({ clientId: maintained.id, window: { hours: 9 } });
  await setup.leap(80 * minute);
  const later = (hours: number) => new Date(Number(setup.clock.now()) + hours * hour * 1000);
  const offline = { status: 'offline', statusSince: dueAt, dueAt: null, sweepAt: null };
  const held = new Date(Number(dueAt) - 72 * minute * 1000 + 9 * hour * 1000);
  expect(await setup.monitor(plain.id)).toMatchObject({ ...offline, remindAt: later(24), alarmAt: null });
  expect(await setup.monitor(often.id)).toMatchObject({ ...offline, remindAt: later(2), alarmAt: null });
  expect(await setup.monitor(never.id)).toMatchObject({ ...offline, remindAt: null, notifiedStatus: 'offline' });
  expect(await setup.monitor(maintained.id)).toMatchObject({ ...offline, alarmAt: held, notifiedStatus: 'online' });
  const alarms = await Promise.all([plain, often, never, maintained].map(({ id }) => setup.flips(id)));
  expect(alarms.map((flips) => flips.at(-1)?.alarm)).toEqual(['sent', 'sent', 'sent', 'held']);
});

test('more servers than one batch are looked at by one sweep', async () => {
  const { db } = setup.deps;
  const now = setup.clock.now();
  const [{ parentId } = { parentId: 0 }] = await db.select({ parentId: clients.parentId }).from(clients).limit(1);
  const added = await db
    .insert(clients)
    .values(
      Array.from({ length: 1002 }, (_, place) => ({
        ...{ parentId, name: `Mass ${place}`, displayOrder: 1, healthCode: `code-of-the-mass-${place}` },
        ...{ checkInterval: 'hour' as const, logo: null, isActive: true, showOnHomePage: true },
      })),
    )
    .returning({ id: clients.id, code: clients.healthCode });
  const due = (place: number) => (place < 501 ? now : new Date(Number(now) + 1));
  for (let start = 0; start < added.length; start += 501)
    await db.insert(healthMonitors).values(
      added.slice(start, start + 501).map(({ id: clientId, code }) => ({
        ...{ clientId, code, interval: 'hour' as const, isActive: true, status: 'online' as const },
        ...{ statusSince: now, lastPingAt: now, dueAt: due(start), sweepAt: now },
      })),
    );
  expect(await sweepOverdue(db, now, now)).toBe(501);
  expect(await db.$count(healthMonitors, eq(healthMonitors.status, 'offline'))).toBe(501);
  expect(await db.$count(healthMonitors, eq(healthMonitors.sweepAt, due(501)))).toBe(501);
  expect(await sweepOverdue(db, now, now)).toBe(0);
  await db.delete(clients).where(like(clients.name, 'Mass %'));
});

test('a change of the schedule that was decided before another change does nothing', async () => {
  const { id, code } = await setup.addServer();
  await setup.ping(code);
  const monitor = await setup.monitor(id);
  const { db } = setup.deps;
  const now = new Date(Number(setup.clock.now()) + 1000);
  const stale = [
    { clientId: 999_999 },
    { status: 'offline' as const },
    { statusSince: new Date(Number(monitor.statusSince) - 1) },
    { startedAt: now },
    { code: 'another-code-entirely' },
    { interval: 'day' as const },
  ];
  for (const read of stale) {
    const isDone = await restartDeadline(db, { ...monitor, ...read }, { graceSeconds: 5 }, now);
    expect([isDone, await setup.monitor(id)], Object.keys(read)[0]).toEqual([false, monitor]);
  }
  await setup.ping(code, '/start');
  const running = await setup.monitor(id);
  for (const startedAt of [null, now]) {
    expect(await restartDeadline(db, { ...running, startedAt }, { isPaused: true }, now)).toBe(false);
    expect([await setup.monitor(id), (await setup.flips(id)).length]).toEqual([running, 1]);
  }
  expect(await restartDeadline(db, running, { graceSeconds: 5 }, now)).toBe(true);
  expect(await setup.monitor(id)).toMatchObject({ graceSeconds: 5 });
  await setup.admin.health.pause({ id, isPaused: true });
});

test('the log says how many servers became overdue, if any did', async () => {
  const servers = [await setup.addServer(), await setup.addServer()];
  for (const { code } of servers) await setup.ping(code);
  await setup.clock.elapse(2 * hour);
  await setup.deps.db.update(healthWatch).set({ aliveAt: setup.clock.now() });
  const lines: string[] = [];
  const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) });
  for (let sweeps = 0; sweeps < 2; sweeps += 1) await handlers.sweepHealth.run({}, { ...setup.deps, log });
  expect(lines.map((line): unknown => JSON.parse(line))).toMatchObject([{ servers: 2, msg: 'servers are overdue' }]);
  expect(lines.length).toBe(1);
});

test('a later ping moves the deadline: the sweep looks at the old one and again at the new one', async () => {
  const server = await setup.addServer();
  await setup.ping(server.code);
  const { dueAt: firstDue } = await setup.monitor(server.id);
  await setup.clock.elapse(50 * minute);
  await setup.ping(server.code);
  // The ping changes no indexed column, so the sweep's time is still that of the first deadline.
  expect(await setup.monitor(server.id)).toMatchObject({ sweepAt: firstDue });
  const dueAt = new Date(Number(setup.clock.now()) + 72 * minute * 1000);
  await setup.leap(30 * minute);
  expect(await setup.monitor(server.id)).toMatchObject({ status: 'online', dueAt, sweepAt: dueAt });
  await setup.leap(43 * minute);
  expect(await setup.monitor(server.id)).toMatchObject({ status: 'offline', statusSince: dueAt, dueAt: null });
});
