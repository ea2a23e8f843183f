import { eq, notInArray } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { countSegments } from '../../contract/sms-segments.ts';
import { alarmBatchSize } from '../../core/health/alarm.ts';
import { formatDuration } from '../../core/health/alarm-time.ts';
import { sendAlarmNotifications } from '../../core/health/alarms.ts';
import { readReminders } from '../../core/health/due-reminders.ts';
import { readHeldChanges } from '../../core/health/held-alarms.ts';
import { sendAlarms } from '../../core/health/jobs.ts';
import { sweepOverdue } from '../../core/health/sweep.ts';
import { checkTelephonyCredentials, sendMessages } from '../../core/telephony/jobs.ts';
import { atomically } from '../../db/query/atomically.ts';
import { companies } from '../../db/schema/company.ts';
import { healthFlips } from '../../db/schema/health.ts';
import { jobs } from '../../db/schema/jobs.ts';
import { telephonyClients, telephonyContacts } from '../../db/schema/telephony.ts';
import { harbour } from '../fixture/company.ts';
import { day, hour, makeSetup, minute, type Setup } from './setup.ts';

let setup: Setup;
beforeEach(async () => {
  setup = await makeSetup();
  await setup.sweep();
});
afterEach(() => setup.remove());

const link = (id: number) => `https://harbour.example/#/admin/schedule-tasks?list=${id}`;
const texts = async () => (await setup.messages()).map(({ body }) => body ?? '');

/** Adds a server with one contact. */
async function watched(fields: Parameters<Setup['addServer']>[0] = {}) {
  const account = await setup.addAccount();
  await setup.addContact(account.id);
  return setup.addServer({ telephonyClientId: account.id, ...fields });
}

const fail = (code: string, suffix: string, payload: string) => setup.ping(code, suffix, { method: 'POST', payload });

describe('texts', () => {
  test('an output that ends with a full stop gets no second one', async () => {
    const { code } = await watched();
    await setup.ping(code);
    await setup.leap(10);
    await fail(code, '/3', 'pg_dump: connection refused.\n');
    await setup.sweep();
    expect((await texts())[0]).toMatch(/^Server 1 FAILED \(exit 3\): pg_dump: connection refused\. Failed at/);
  });

  test('a failed run is announced with its exit code and the last line of its output', async () => {
    const { id, code } = await watched();
    await setup.ping(code);
    await setup.leap(10);
    await fail(code, '/3', 'dumping mill\n\u001b[31mpg_dump:\tconnection refused\u001b[0m\n\n');
    await setup.sweep();
    expect(await texts()).toEqual([
      `Server 1 FAILED (exit 3): pg_dump: connection refused. Failed at 2026-03-02 08:00 UTC. ${link(id)}`,
    ]);
    expect((await setup.messages())[0]?.segments).toBe(1);
    expect(await setup.admin.health.detail({ id })).toMatchObject({
      outage: { cause: 'failed', exitCode: 3, detail: 'pg_dump: connection refused' },
      flips: [
        { status: 'offline', cause: 'failed', exitCode: 3 },
        { status: 'online', cause: null },
      ],
    });
    await setup.leap(30 * minute);
    // A change of another server does not shorten the outage.
    await setup.ping((await setup.addServer()).code);
    await setup.leap(20 * minute);
    await setup.ping(code);
    await setup.leap(1);
    await setup.ping(code, '/fail');
    await setup.sweep();
    expect((await texts()).slice(1)).toEqual([
      `Server 1 came back online after 50 min offline. Online since 2026-03-02 08:50 UTC. ${link(id)}`,
      `Server 1 FAILED. Failed at 2026-03-02 08:50 UTC. ${link(id)}`,
    ]);
  });

  test('a reminder names the latest failure, or how long the server has been silent', async () => {
    const [failing, silent] = [await watched(), await watched()];
    for (const { code } of [failing, silent]) await setup.ping(code);
    await fail(failing.code, '/1', 'disk full');
    await setup.leap(80 * minute);
    await fail(failing.code, '/2', 'disk still full');
    await setup.leap(25 * hour);
    expect((await texts()).slice(2)).toEqual([
      `Server 1 is still offline after 26 h 20 min: FAILED (exit 2): disk still full. Offline since 2026-03-02 08:00 UTC.`,
      `Server 2 is still offline after 25 h 8 min: silent for 26 h 20 min. Offline since 2026-03-02 09:12 UTC. ${link(silent.id)}`,
    ]);
  });

  test('silence is announced with its length, which does not count a pause', async () => {
    const { id, code } = await watched({ checkInterval: '15-minutes' });
    await setup.ping(code);
    await setup.leap(18 * minute - 1);
    expect(await texts()).toEqual([]);
    await setup.leap(3);
    expect(await texts()).toEqual([
      `Server 1 has been silent for 18 min. Last ping at 2026-03-02 08:00 UTC. ${link(id)}`,
    ]);
    await setup.admin.health.pause({ id, isPaused: true });
    await setup.leap(5 * hour);
    await setup.admin.health.pause({ id, isPaused: false });
    await setup.leap(19 * minute);
    expect((await texts()).slice(1)).toEqual([expect.stringContaining('Server 1 has been silent for 19 min.')]);
  });

  test('an outage that ended before it was announced has its whole length', async () => {
    const { code } = await watched();
    await setup.ping(code);
    await setup.clock.elapse(80 * minute);
    const { db } = setup.deps;
    await sweepOverdue(db, setup.clock.now(), setup.clock.now());
    await setup.clock.elapse(10 * minute);
    await setup.ping(code);
    await sendAlarmNotifications(setup.deps);
    expect(await texts()).toEqual([
      expect.stringMatching(/^Server 1 has been silent for 1 h 12 min\. Last ping at 2026-03-02 08:00 UTC\./),
      expect.stringMatching(/^Server 1 came back online after 18 min offline\. Online since 2026-03-02 09:30 UTC\./),
    ]);
  });

  test('a reminder of an outage whose change is no longer stored names no cause', async () => {
    const { id, code } = await watched();
    await setup.ping(code);
    await setup.leap(2 * hour);
    await setup.deps.db.delete(healthFlips).where(eq(healthFlips.clientId, id));
    await setup.leap(day);
    expect((await texts()).at(-1)).toBe(
      `Server 1 is still offline after 24 h 48 min. Offline since 2026-03-02 09:12 UTC. ${link(id)}`,
    );
  });

  test('active contacts of the active account of the server are notified, no others', async () => {
    const { db } = setup.deps;
    const [active, inactive] = [await setup.addAccount(), await setup.addAccount()];
    const numbers = ['+15005551001', '+15005551002', '+15005551003'];
    for (const number of numbers) await setup.addContact(active.id, number);
    await setup.addContact(inactive.id, '+15005551004');
    await db
      .update(telephonyContacts)
      .set({ isActive: false })
      .where(eq(telephonyContacts.twilioPhoneNumber, '+15005551002'));
    await db.update(telephonyClients).set({ isActive: false }).where(eq(telephonyClients.id, inactive.id));
    const servers = [active.id, inactive.id, null].map((telephonyClientId) => setup.addServer({ telephonyClientId }));
    for (const server of servers) await setup.ping((await server).code, '/fail');
    await setup.sweep();
    expect((await setup.messages()).map(({ toNumber }) => toNumber).toSorted()).toEqual([
      '+15005551001',
      '+15005551003',
    ]);
    const messageIds = (await setup.messages()).map(({ id }) => id);
    const stored = await db
      .select()
      .from(jobs)
      .where(notInArray(jobs.name, [checkTelephonyCredentials.name, sendAlarms.name]));
    expect(stored.map(({ name, data }) => [name, data])).toEqual([[sendMessages.name, { messageIds }]]);
  });

  test('durations have at most two units and are rounded down', () => {
    const texts = [
      59,
      minute,
      hour - 1,
      hour,
      hour + 5 * minute,
      2 * day - 1,
      2 * day,
      3 * day + 4 * hour + 59 * minute,
    ];
    expect(texts.map((seconds) => formatDuration(seconds * 1000))).toEqual([
      'less than a minute',
      '1 min',
      '59 min',
      '1 h',
      '1 h 5 min',
      '47 h 59 min',
      '2 days',
      '3 days 4 h',
    ]);
  });

  test('times are in the time zone of the company', async () => {
    await setup.deps.db.insert(companies).values([{ ...harbour, isActive: false, timeZone: 'Asia/Tokyo' }, harbour]);
    const [, active] = await setup.admin.company.heading.list({});
    const save = (timeZone: string | undefined) =>
      setup.admin.company.heading.save({ id: active?.id ?? 0, values: { ...harbour, timeZone } });
    for (const wrong of ['Europe/Atlantis', '+01:00', 'x'.repeat(65), '', '../UTC'])
      await expect(save(wrong), wrong).rejects.toThrow('Time Zone');
    await save('Europe/Berlin');
    // A save without the field, as by an older program, keeps the zone.
    await save(undefined);
    const zones = (await setup.deps.db.select().from(companies).orderBy(companies.id)).map(({ timeZone }) => timeZone);
    expect(zones).toEqual(['Asia/Tokyo', 'Europe/Berlin']);
    const { code } = await watched();
    await setup.ping(code, '/fail');
    await setup.sweep();
    expect(await texts()).toEqual([expect.stringContaining('Failed at 2026-03-02 09:00 CET.')]);
  });

  test('an SMS of a long output is cut to one segment, in GSM-7 where possible', async () => {
    const { code } = await watched();
    await setup.ping(code);
    await fail(code, '/3', `“Sauvegarde” échouée → ${'très '.repeat(100)}💥`);
    await setup.sweep();
    const [long = ''] = await texts();
    expect(long).toMatch(
      /^Server 1 FAILED \(exit 3\): "Sauvegarde" échouée -> très .*\.\.\.\. Failed at 2026-03-02 08:00 UTC\.$/,
    );
    expect(countSegments(long)).toMatchObject({ encoding: 'GSM-7', segments: 1 });
    expect(countSegments(long).units).toBeGreaterThan(155);
  });

  test('a name in another alphabet stays as it is, within two segments', async () => {
    const { id, code, change } = await watched();
    await change({ name: 'Сервер' });
    await setup.ping(code);
    await fail(code, '/3', `нет места ${'на диске '.repeat(50)}`);
    await setup.sweep();
    const [text = ''] = await texts();
    expect(text).toMatch(/^Сервер FAILED \(exit 3\): нет места на диске/);
    expect(text).not.toContain(link(id));
    expect(countSegments(text)).toMatchObject({ encoding: 'UCS-2', segments: 2 });
  });
});

const settings = { graceSeconds: null, reminderHours: 0, hasBadge: false, isOnStatusPage: false };

describe('many alarms', () => {
  /** Adds servers that have failed, ten more than are written at once. */
  async function failing() {
    for (let count = 0; count < alarmBatchSize + 10; count += 1)
      await setup.ping((await setup.addServer()).code, '/fail');
  }
  const unsent = () => setup.deps.db.$count(healthFlips, eq(healthFlips.alarm, 'send'));

  test('are all notified by one sweep', async () => {
    await failing();
    await setup.sweep();
    expect(await unsent()).toBe(0);
  });

  test('wait for the next sweep after three seconds', async () => {
    await failing();
    let ahead = 0;
    const real = performance.now.bind(performance);
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => real() + ahead);
    // Each batch asks for the time when it is written.
    const slow = () => {
      ahead += 3001;
      return setup.clock.now();
    };
    await sendAlarmNotifications({ ...setup.deps, now: slow });
    clock.mockRestore();
    expect(await unsent()).toBe(10);
    await setup.sweep();
    expect(await unsent()).toBe(0);
  });
});

describe('runs', () => {
  test('a run without an end within its expected time raises an alarm, a second start does not prevent it', async () => {
    const { id, code } = await watched();
    await setup.ping(code);
    await setup.admin.health.save({ ...settings, clientId: id, expectedRunSeconds: 30 * minute });
    await setup.leap(hour);
    const startedAt = setup.clock.now();
    await setup.ping(code, '/start');
    expect(await setup.admin.health.detail({ id })).toMatchObject({ status: 'online', runningSince: startedAt });
    await setup.leap(20 * minute);
    await setup.ping(code, '/start');
    await setup.leap(9 * minute);
    expect(await texts()).toEqual([]);
    await setup.leap(2 * minute);
    expect(await texts()).toEqual([
      `Server 1: started but not finished within 30 min. Started at 2026-03-02 09:00 UTC. ${link(id)}`,
    ]);
  });

  test('a run may last longer than the interval; its end restarts the deadline of the next ping', async () => {
    const { id, code } = await watched();
    await setup.admin.health.save({ ...settings, clientId: id, expectedRunSeconds: 5 * hour });
    await setup.ping(code, '/start');
    await setup.leap(3 * hour);
    await setup.ping(code, '/0');
    expect(await setup.monitor(id)).toMatchObject({
      status: 'online',
      startedAt: null,
      dueAt: new Date(Number(setup.clock.now()) + 72 * minute * 1000),
    });
    expect(await texts()).toEqual([]);
    expect(await setup.admin.health.detail({ id })).toMatchObject({ runningSince: null, expectedRunSeconds: 5 * hour });
  });

  test('the expected run time is the interval unless set, at most six hours; a change applies to the current run', async () => {
    const [hourly, daily] = [await watched(), await watched({ checkInterval: 'day' })];
    const startedAt = Number(setup.clock.now());
    for (const { code } of [hourly, daily]) await setup.ping(code, '/start');
    const due = async (id: number) => (Number((await setup.monitor(id)).dueAt) - startedAt) / 1000;
    expect([await due(hourly.id), await due(daily.id)]).toEqual([hour, 6 * hour]);
    await setup.admin.health.save({ ...settings, clientId: daily.id, expectedRunSeconds: 10 * minute });
    // A save without the field keeps the setting.
    await setup.admin.health.save({ ...settings, clientId: daily.id });
    expect([await due(hourly.id), await due(daily.id)]).toEqual([hour, 10 * minute]);
    expect(await setup.monitor(hourly.id)).toMatchObject({ expectedRunSeconds: null });
    for (const expectedRunSeconds of [0, 59, 7 * 86_400 + 1, 60.5])
      await expect(setup.admin.health.save({ ...settings, clientId: daily.id, expectedRunSeconds })).rejects.toThrow(
        'Expected run time',
      );
  });

  test('a pause and a new code end the run', async () => {
    const [paused, renamed] = [await watched(), await watched()];
    for (const { code } of [paused, renamed]) {
      await setup.ping(code);
      await setup.ping(code, '/start');
    }
    await setup.admin.health.pause({ id: paused.id, isPaused: true });
    await setup.admin.health.pause({ id: paused.id, isPaused: false });
    await renamed.change({ healthCode: 'another-code-entirely' });
    const dueAt = new Date(Number(setup.clock.now()) + 72 * minute * 1000);
    for (const { id } of [paused, renamed]) expect(await setup.monitor(id)).toMatchObject({ startedAt: null, dueAt });
  });
});

describe('holding back', () => {
  /** Fails and recovers until the server is flapping and its last change, a recovery, is held back. */
  async function flap(code: string) {
    await setup.ping(code);
    for (let flaps = 0; flaps < 3; flaps += 1) {
      await setup.leap(20);
      await setup.ping(code, '/fail');
      await setup.leap(20);
      await setup.ping(code);
      await setup.sweep();
    }
  }

  test('an outage of a flapping server is announced after five minutes, not at the end of the half hour', async () => {
    const { id, code } = await watched();
    await flap(code);
    const before = await texts();
    expect(before.length).toBe(4);
    const held = await setup.admin.health.detail({ id });
    expect(held.hold).toEqual({ until: (await setup.monitor(id)).heldUntil, reason: 'flapping' });
    await setup.leap(minute);
    await fail(code, '/3', 'disk full');
    const since = setup.clock.now();
    const { hold } = await setup.admin.health.detail({ id });
    expect(hold).toEqual({ until: new Date(Number(since) + 5 * minute * 1000), reason: 'flapping' });
    await setup.leap(5 * minute - 1);
    expect(await texts()).toEqual(before);
    await setup.leap(1);
    const [, ...news] = (await texts()).slice(before.length - 1);
    expect(news).toEqual([
      expect.stringMatching(
        /^Server 1 has changed 3 times since .* and has been offline since .*: FAILED \(exit 3\): disk full/,
      ),
    ]);
    expect((await setup.admin.health.detail({ id })).hold).toBeNull();
  });

  test('an outage shorter than five minutes waits for the end of the half hour', async () => {
    const { id, code } = await watched();
    await flap(code);
    const { heldUntil } = await setup.monitor(id);
    await setup.leap(minute);
    await setup.ping(code, '/fail');
    await setup.leap(4 * minute);
    await setup.ping(code);
    expect(await setup.monitor(id)).toMatchObject({ alarmAt: heldUntil, heldUntil });
    await setup.leap(20 * minute);
    expect((await texts()).length).toBe(4);
    await setup.leap(10 * minute);
    expect((await texts()).slice(4)).toEqual([
      expect.stringMatching(/has changed 4 times since .* has been online since/),
    ]);
  });

  test('a second outage is announced although the recovery before it was held back', async () => {
    const { id, code } = await watched();
    await setup.ping(code);
    for (const suffix of ['/fail', '', '/fail', '', '/fail']) {
      await setup.leap(20);
      await setup.ping(code, suffix);
      await setup.sweep();
    }
    await setup.leap(6 * minute);
    const before = (await texts()).length;
    expect(await setup.monitor(id)).toMatchObject({ notifiedStatus: 'offline', alarmAt: null });
    await setup.ping(code);
    await setup.leap(20 * minute);
    await setup.ping(code, '/9');
    await setup.leap(5 * minute);
    expect((await texts()).slice(before)).toEqual([expect.stringContaining('FAILED (exit 9)')]);
  });

  test('maintenance counts from the server clock, and the panel and the list say until when alarms are held', async () => {
    const { id, code } = await watched();
    await setup.ping(code);
    await setup.admin.health.maintain({ clientId: id, window: { hours: 4 } });
    const until = new Date(Number(setup.clock.now()) + 4 * hour * 1000);
    expect((await setup.admin.health.detail({ id })).hold).toEqual({ until, reason: 'maintenance' });
    const list = await setup.admin.health.list();
    expect(list.map(({ name, maintenanceUntil }) => [name, maintenanceUntil])).toEqual([
      ['Server 1', until],
      ['Neighbour', null],
    ]);
    for (const hours of [0, 0.5, 745])
      await expect(setup.admin.health.maintain({ clientId: id, window: { hours } })).rejects.toThrow('aintenance');
    await setup.leap(4 * hour);
    expect(await setup.admin.health.detail({ id })).toMatchObject({ hold: null, maintenanceUntil: null });
  });

  test('a reminder that falls into maintenance waits for its end and is not sent beside the summary', async () => {
    const [before, during] = [await watched(), await watched({ checkInterval: 'week' })];
    await setup.ping(before.code, '/fail');
    await setup.ping(during.code);
    await setup.leap(23 * hour);
    for (const { id } of [before, during]) await setup.admin.health.maintain({ clientId: id, window: { hours: 30 } });
    await setup.ping(during.code, '/fail');
    const sent = (await texts()).length;
    await setup.leap(2 * hour);
    await setup.leap(27 * hour);
    expect((await texts()).length).toBe(sent);
    await setup.leap(hour);
    await setup.sweep();
    expect((await texts()).slice(sent)).toEqual([
      expect.stringMatching(/^Server 2 has changed .* has been offline since/),
      expect.stringMatching(/^Server 1 is still offline/),
    ]);
    await setup.leap(23 * hour);
    expect((await texts()).length).toBe(sent + 2);
    await setup.leap(hour);
    expect((await texts()).length).toBe(sent + 4);
  });

  test('an alarm that was read before its server changed is done, and the change after it waits', async () => {
    const { id, code } = await watched();
    const other = await watched();
    for (const server of [code, other.code]) await flap(server);
    const { db } = setup.deps;
    await setup.clock.elapse(hour);
    const alarms = await readHeldChanges(setup.deps);
    expect(alarms.map(({ subject }) => subject.name).toSorted()).toEqual(['Server 1', 'Server 2']);
    const { alarmAt } = await setup.monitor(id);
    await setup.clock.elapse(1);
    await setup.ping(code, '/fail');
    const [before, flipsBefore] = [await setup.monitor(id), await setup.flips(id)];
    expect(before).toMatchObject({ status: 'offline', alarmAt });
    for (let runs = 0; runs < 2; runs += 1)
      await atomically(db, (tx) => alarms.flatMap(({ markDone }) => markDone(tx)));
    expect(await setup.monitor(id)).toEqual(before);
    expect(await setup.flips(id)).toEqual(
      flipsBefore.map((flip, place) =>
        place < flipsBefore.length - 1 && flip.alarm === 'held' ? { ...flip, alarm: 'sent' } : flip,
      ),
    );
    expect(flipsBefore.at(-1)?.alarm).toBe('held');
    expect(await setup.monitor(other.id)).toMatchObject({ alarmAt: null, heldUntil: null, notifiedStatus: 'online' });
    expect((await setup.flips(other.id)).filter(({ alarm }) => alarm === 'held')).toEqual([]);
  });

  test('a reminder that was read before its time changed leaves the new time', async () => {
    const [changed, back, other] = [await watched(), await watched(), await watched()];
    for (const { code } of [changed, back, other]) await setup.ping(code, '/fail');
    await setup.sweep();
    await setup.clock.elapse(day);
    const alarms = await readReminders(setup.deps);
    expect(alarms.length).toBe(3);
    await setup.admin.health.save({ ...settings, clientId: changed.id, reminderHours: 2 });
    await setup.ping(back.code);
    const before = [await setup.monitor(changed.id), await setup.monitor(back.id)];
    await atomically(setup.deps.db, (tx) => alarms.flatMap(({ markDone }) => markDone(tx)));
    expect([await setup.monitor(changed.id), await setup.monitor(back.id)]).toEqual(before);
    expect((await setup.monitor(other.id)).remindAt).toEqual(new Date(Number(setup.clock.now()) + day * 1000));
  });

  test('maintenance that begins later neither delays held alarms nor lets them out while it lasts', async () => {
    const { id, code } = await watched();
    await flap(code);
    await setup.ping(code, '/fail');
    const { alarmAt } = await setup.monitor(id);
    const from = new Date(Number(setup.clock.now()) + 2 * minute * 1000);
    const window = { from, until: new Date(Number(from) + hour * 1000) };
    await setup.admin.health.maintain({ clientId: id, window });
    expect(await setup.monitor(id)).toMatchObject({ alarmAt });
    expect(await setup.admin.health.detail({ id })).toMatchObject({ nextMaintenance: window });
    const sent = (await texts()).length;
    await setup.leap(10 * minute);
    expect((await texts()).length).toBe(sent);
    await setup.leap(hour);
    expect((await texts()).length).toBe(sent + 1);
  });
});
