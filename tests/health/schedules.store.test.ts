import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { auditEntries } from '../../db/schema/audit.ts';
import { healthMonitors } from '../../db/schema/health.ts';
import { day, hour, makeSetup, minute, type Setup } from './setup.ts';

let setup: Setup;
beforeEach(async () => {
  setup = await makeSetup();
});
afterEach(() => setup.remove());

type Schedule = Parameters<Setup['admin']['health']['previewSchedule']>[0]['schedule'];
const cron = (expression: string, timeZone = 'UTC'): Schedule => ({ kind: 'cron', expression, timeZone });

const save = (clientId: number, schedule: Schedule, graceSeconds: number | null = null) =>
  setup.admin.health.save({
    clientId,
    schedule,
    graceSeconds,
    reminderHours: 0,
    hasBadge: false,
    isOnStatusPage: false,
  });
const detail = (id: number) => setup.admin.health.detail({ id });
const preview = async (clientId: number, schedule: Schedule) =>
  (await setup.admin.health.previewSchedule({ clientId, schedule })).times.map((at) => at.toISOString());
/** Moves the test's clock forward to this time. */
const elapseUntil = (time: string) => setup.clock.elapse((Number(new Date(time)) - Number(setup.clock.now())) / 1000);
/** The next first of a month at noon, so that tests do not depend on the day on which they run. */
function noon(days: number): string {
  const at = new Date(Number(setup.clock.now()) + days * day * 1000);
  return `${at.toISOString().slice(0, 10)}T12:00:00.000Z`;
}

test('a server pings every seven minutes instead of at the interval of its client', async () => {
  const server = await setup.addServer();
  await setup.ping(server.code);
  await save(server.id, { kind: 'period', seconds: 7 * minute });
  expect(await detail(server.id)).toMatchObject({
    interval: 'hour',
    schedule: { kind: 'period', seconds: 7 * minute },
    defaultGraceSeconds: 84,
    defaultExpectedRunSeconds: 420,
  });
  // Pings that are written together, without reading the server first, know its minutes too.
  for (let round = 0; round < 5; round += 1) {
    await setup.clock.elapse(7 * minute);
    await setup.ping(server.code);
    const due = (await detail(server.id)).dueAt;
    expect(Number(due) - Number(setup.clock.now())).toBe((7 * minute + 84) * 1000);
    await setup.leap(0);
  }
  await setup.leap(7 * minute + 83);
  expect((await detail(server.id)).status).toBe('online');
  const late = await setup.admin.health.overview({ state: 'late' });
  expect(late.rows.map(({ id }) => id)).toEqual([server.id]);
  await setup.leap(2);
  expect(await detail(server.id)).toMatchObject({ status: 'offline', outage: { cause: 'silent' } });
});

test('a server is expected at the times of a cron expression in its zone', async () => {
  const server = await setup.addServer();
  await elapseUntil(noon(2));
  await setup.ping(server.code);
  await save(server.id, cron('30 3 * * *', 'Asia/Kathmandu'), 600);
  // 03:30 in Kathmandu is 21:45 in UTC.
  const first = noon(0).replace('12:00', '21:45');
  expect((await detail(server.id)).dueAt).toEqual(new Date(Number(new Date(first)) + 600_000));
  await elapseUntil(first);
  await setup.clock.elapse(5 * minute);
  await setup.ping(server.code);
  const second = noon(1).replace('12:00', '21:45');
  expect((await detail(server.id)).dueAt).toEqual(new Date(Number(new Date(second)) + 600_000));
  const { rows } = await setup.admin.health.overview({});
  expect(rows.find(({ id }) => id === server.id)?.nextAt).toEqual(new Date(second));
  await elapseUntil(second);
  await setup.leap(601);
  expect((await detail(server.id)).status).toBe('offline');
});

test('a ping up to half a minute before a time counts for that time', async () => {
  const server = await setup.addServer();
  await elapseUntil(noon(1));
  await setup.ping(server.code);
  await save(server.id, cron('0 14 * * *'), 0);
  const [today, tomorrow] = await preview(server.id, cron('0 14 * * *'));
  await setup.clock.elapse(2 * hour - 31);
  await setup.ping(server.code);
  expect((await detail(server.id)).dueAt?.toISOString()).toBe(today);
  await setup.clock.elapse(13);
  await setup.ping(server.code);
  expect((await detail(server.id)).dueAt?.toISOString()).toBe(tomorrow);
});

test('the preview has the next five times, across changes of the clocks and rare days', async () => {
  const { id } = await setup.addServer();
  await elapseUntil('2027-03-26T12:00:00.000Z');
  // On 28 March the clocks skip 02:30: the job runs at 03:00, as with Debian's cron.
  expect(await preview(id, cron('30 2 * * *', 'Europe/Berlin'))).toEqual([
    '2027-03-27T01:30:00.000Z',
    '2027-03-28T01:00:00.000Z',
    '2027-03-29T00:30:00.000Z',
    '2027-03-30T00:30:00.000Z',
    '2027-03-31T00:30:00.000Z',
  ]);
  // A day of the month and a weekday: either of them.
  expect((await preview(id, cron('0 0 13 * 5'))).slice(0, 4)).toEqual(
    ['2027-04-02', '2027-04-09', '2027-04-13', '2027-04-16'].map((date) => `${date}T00:00:00.000Z`),
  );
  expect((await preview(id, cron('0 0 29 2 *'))).slice(0, 2)).toEqual([
    '2028-02-29T00:00:00.000Z',
    '2032-02-29T00:00:00.000Z',
  ]);
  expect((await preview(id, cron('@daily')))[0]).toBe('2027-03-27T00:00:00.000Z');
  expect((await preview(id, { kind: 'period', seconds: 90 * minute })).slice(0, 2)).toEqual([
    '2027-03-26T13:30:00.000Z',
    '2027-03-26T15:00:00.000Z',
  ]);
  expect((await preview(id, { kind: 'interval' }))[0]).toBe('2027-03-26T13:00:00.000Z');
});

test.each([
  ['* * * * * *', /five fields/],
  ['0 3 * *', /five fields/],
  ['61 * * * *', /minute: 61/],
  ['*/0 * * * *', /cannot be read/],
  ['every day at 3 o’clock', /cannot be read/],
  ['0 0 30 2 *', /never occurs/],
  ['', /required/],
  ['0 '.repeat(80), /at most 100/],
])('the cron expression %j is refused with its reason', async (expression, reason) => {
  const server = await setup.addServer();
  await expect(preview(server.id, cron(expression))).rejects.toThrow(reason);
  await expect(save(server.id, cron(expression))).rejects.toThrow(reason);
  expect((await detail(server.id)).schedule).toEqual({ kind: 'interval' });
});

test('periods and zones outside their limits are refused', async () => {
  const { id } = await setup.addServer();
  for (const seconds of [0, 1.5, 31 * day + 1])
    await expect(save(id, { kind: 'period', seconds })).rejects.toThrow(/time between two pings must/);
  for (const zone of ['Mars/Olympus', '+01:00', ''])
    await expect(save(id, cron('0 3 * * *', zone))).rejects.toThrow(/IANA time zone/);
});

test('a schedule of its own monitors a server whose client has no interval', async () => {
  const server = await setup.addServer({ checkInterval: 'none' });
  expect((await detail(server.id)).status).toBe('paused');
  await save(server.id, { kind: 'period', seconds: 10 * minute });
  expect((await detail(server.id)).status).toBe('new');
  await setup.ping(server.code);
  await setup.leap(13 * minute);
  expect((await detail(server.id)).status).toBe('offline');
  await save(server.id, { kind: 'interval' });
  expect((await detail(server.id)).status).toBe('paused');
});

test('a change of the client keeps the schedule; the same schedule again keeps the deadline; the audit log has words', async () => {
  const server = await setup.addServer();
  await setup.ping(server.code);
  await save(server.id, cron('*/10 * * * *'));
  const due = (await detail(server.id)).dueAt;
  await setup.clock.elapse(6 * minute);
  await save(server.id, cron('*/10 * * * *'));
  expect((await detail(server.id)).dueAt).toEqual(due);
  await server.change({ checkInterval: 'day' });
  expect(await detail(server.id)).toMatchObject({ interval: 'day', schedule: { kind: 'cron' } });
  const entries = await setup.deps.db.select().from(auditEntries).where(eq(auditEntries.record, 'Monitored server'));
  expect(JSON.stringify(entries)).toContain('*/10 * * * * (UTC)');
  expect(JSON.stringify(entries)).toContain('the interval of the client');
});

test('after downtime and after the clock was set back, deadlines follow the schedule', async () => {
  setup.movesAllDeadlines();
  const [periodic, cronical] = [await setup.addServer(), await setup.addServer()];
  await setup.sweep();
  for (const { code } of [periodic, cronical]) await setup.ping(code);
  await save(periodic.id, { kind: 'period', seconds: 9 * minute });
  await save(cronical.id, cron('*/20 * * * *'));
  // Nothing listens for an hour; the product then gives each server a whole period.
  await setup.clock.elapse(hour);
  await setup.sweep();
  const now = Number(setup.clock.now());
  expect((await detail(periodic.id)).status).toBe('online');
  expect(Number((await detail(periodic.id)).dueAt) - now).toBe((9 * minute + 108) * 1000);
  const due = Number((await detail(cronical.id)).dueAt);
  expect(due - now).toBeGreaterThan(0);
  expect(due - now).toBeLessThanOrEqual((20 * minute + 240) * 1000);
  setup.clock.setBack(3 * hour);
  await setup.sweep();
  expect(Number((await detail(periodic.id)).dueAt) - Number(setup.clock.now())).toBe((9 * minute + 108) * 1000);
});

test('a stored expression that can no longer be read fails no other ping', async () => {
  const [broken, well] = [await setup.addServer(), await setup.addServer()];
  for (const { code } of [broken, well]) await setup.ping(code);
  await save(broken.id, cron('0 * * * *'));
  await setup.deps.db
    .update(healthMonitors)
    .set({ timeZone: 'Gone/Zone' })
    .where(eq(healthMonitors.clientId, broken.id));
  await setup.clock.elapse(40 * minute);
  await Promise.all([broken, well].map(({ code }) => setup.ping(code)));
  // The shortest distance of the expression's times is the period then.
  expect(Number((await detail(broken.id)).dueAt) - Number(setup.clock.now())).toBe((hour + 720) * 1000);
  expect((await detail(well.id)).lastPingAt).toEqual(setup.clock.now());
});

test('only those who change servers see a preview, and only of servers that exist', async () => {
  const { id } = await setup.addServer();
  await expect(
    setup.client(null).health.previewSchedule({ clientId: id, schedule: cron('0 3 * * *') }),
  ).rejects.toThrow();
  await expect(preview(999_999, cron('0 3 * * *'))).rejects.toThrow(/does not exist/);
});
