import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { and, eq, ne } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { smsText } from '../../core/health/alarm-text.ts';
import { maintenanceEnd } from '../../core/health/flip.ts';
import { recordListening } from '../../core/health/listening.ts';
import { rememberLostPing } from '../../core/health/lost-pings.ts';
import { isCode, lastLineOf, parsePingKind } from '../../core/health/ping.ts';
import { toShortText } from '../../core/health/short-text.ts';
import { uptime } from '../../core/health/uptime.ts';
import { auditEntries } from '../../db/schema/audit.ts';
import { clients } from '../../db/schema/clients.ts';
import { healthFlips, healthMonitors, healthWatch } from '../../db/schema/health.ts';
import { day, hour, makeSetup, minute, type Setup } from './setup.ts';

let setup: Setup;
beforeEach(async () => {
  setup = await makeSetup();
  await setup.sweep();
});
afterEach(() => setup.remove());

const settings = { graceSeconds: null, reminderHours: 24, hasBadge: false, isOnStatusPage: false };
/** Milliseconds from now until the server is due; NaN without a due time. */
const untilDue = async (id: number) => {
  const { dueAt } = await setup.monitor(id);
  return (dueAt === null ? Number.NaN : Number(dueAt)) - Number(setup.clock.now());
};

describe('texts', () => {
  test('codes have 16 to 64 characters; exit codes are 0 to 255 without leading zeros', () => {
    const lengths = [15, 16, 64, 65].map((length) => isCode('a'.repeat(length)));
    expect(lengths).toEqual([false, true, true, false]);
    const kinds = ['start', 'fail', '0', '1', '255', '256', '00', '01', '1000', '-1', ''].map(parsePingKind);
    expect([parsePingKind(undefined), ...kinds]).toEqual([
      { kind: 'success', exitCode: null },
      { kind: 'start', exitCode: null },
      { kind: 'failure', exitCode: null },
      { kind: 'success', exitCode: 0 },
      { kind: 'failure', exitCode: 1 },
      { kind: 'failure', exitCode: 255 },
      ...Array(6).fill(undefined),
    ]);
  });

  test('the last line of an output is plain text of at most 300 characters', () => {
    expect(lastLineOf(`first\r\n${'🚢'.repeat(301)}\n \t \n`)).toBe('🚢'.repeat(300));
    expect(lastLineOf('')).toBe('');
    expect(lastLineOf('  one\ttwo  three  \n\n')).toBe('one two three');
  });

  test('an SMS has at least 20 and at most 120 characters of the detail, and a link if one segment has room', () => {
    const alarm = { lead: 'Mill FAILED', facts: 'Failed.', detail: 'x'.repeat(121) };
    expect(smsText(alarm, null)).toBe(`Mill FAILED: ${'x'.repeat(120)}.... Failed.`);
    expect(smsText({ ...alarm, detail: 'x'.repeat(120) }, null)).toBe(`Mill FAILED: ${'x'.repeat(120)}. Failed.`);
    const long = { lead: 'L'.repeat(150), facts: '', detail: 'x'.repeat(30) };
    expect(smsText(long, null)).toBe(`${'L'.repeat(150)}: ${'x'.repeat(20)}...`);
    expect(smsText({ ...long, detail: 'x'.repeat(20) }, null)).toBe(`${'L'.repeat(150)}: ${'x'.repeat(20)}`);
    const short = { lead: 'L'.repeat(100), facts: '', detail: '' };
    expect(smsText(short, 'k'.repeat(59))).toBe(`${'L'.repeat(100)} ${'k'.repeat(59)}`);
    expect(smsText(short, 'k'.repeat(60))).toBe('L'.repeat(100));
    // A text of two segments takes a link that needs no third one.
    const two = { ...short, lead: 'L'.repeat(200) };
    expect(smsText(two, 'k'.repeat(105))).toBe(`${'L'.repeat(200)} ${'k'.repeat(105)}`);
    expect(smsText(two, 'k'.repeat(106))).toBe('L'.repeat(200));
  });

  test('an SMS replaces characters outside of GSM-7 where the meaning stays', () => {
    expect(toShortText(' ‘a’ “b” – c… → ő\u00a0ł 🚢 d  e Ж ')).toBe('\'a\' "b" - c... -> o ł d e Ж');
  });
});

describe('uptime', () => {
  const now = new Date('2026-03-10T00:00:00Z');
  const ago = (seconds: number) => new Date(Number(now) - seconds * 1000);
  const offline = { status: 'offline', previous: 'online' } as const;

  test('the status before the first change within the period counts from its beginning', () => {
    const online = { status: 'online', previous: 'offline' } as const;
    expect(uptime([{ at: ago(3 * day), ...online }], { status: 'online' }, now, 7)).toBeCloseTo(3 / 7);
    expect(uptime([{ at: ago(7 * day), ...online }], { status: 'online' }, now, 7)).toBe(1);
    expect(uptime([{ at: ago(8 * day), ...online }], { status: 'online' }, now, 7)).toBe(1);
  });

  test('a change in the future, from before the clock was set back, takes no time away', () => {
    const changes = [
      { at: ago(-day), ...offline },
      { at: ago(-2 * day), status: 'online', previous: 'offline' } as const,
    ];
    expect(uptime(changes, { status: 'online' }, now, 7)).toBeLessThanOrEqual(1);
    expect(uptime([{ at: ago(-day), ...offline }], { status: 'offline' }, now, 7)).toBe(1);
  });

  test('only offline time is 0, only unmonitored time is no figure', () => {
    expect(uptime([], { status: 'offline' }, now, 7)).toBe(0);
    expect(uptime([], { status: 'online' }, now, 7)).toBe(1);
    expect(uptime([], { status: 'paused' }, now, 7)).toBeNull();
  });
});

test('maintenance includes its beginning and not its end', () => {
  const [from, until] = [new Date(1_000), new Date(2_000)];
  const window = { maintenanceFrom: from, maintenanceUntil: until };
  const ends = [999, 1_000, 1_999, 2_000].map((at) => maintenanceEnd(window, new Date(at)));
  expect(ends).toEqual([null, until, until, null]);
});

describe('changes within an hour', () => {
  const ago = (ms: number) => new Date(Number(setup.clock.now()) - ms);
  /** Adds an online server with four notified changes: three a minute ago, and the first one so long ago. */
  async function changing(firstMs: number, alarm: 'sent' | 'silent' = 'sent') {
    const server = await setup.addServer();
    await setup.ping(server.code);
    const change = { clientId: server.id, status: 'online', previous: 'offline', alarm: 'sent' } as const;
    await setup.deps.db
      .insert(healthFlips)
      .values([
        { ...change, alarm, at: ago(firstMs) },
        ...[1, 2, 3].map((ms) => ({ ...change, at: ago(60_000 + ms) })),
      ]);
    return server;
  }

  test('are held back from the fifth one on; older and silent ones do not count', async () => {
    const flapping = await changing(3_599_999);
    const others = [await changing(3_600_000), await changing(1_000_000, 'silent')];
    const isOwn = ne(healthFlips.clientId, setup.neighbourId);
    await setup.deps.db.delete(healthFlips).where(and(isOwn, eq(healthFlips.previous, 'new')));
    for (const { code } of [flapping, ...others]) await setup.ping(code, '/fail');
    const alarms = async (id: number) => (await setup.flips(id)).at(-1)?.alarm;
    expect(await alarms(flapping.id)).toBe('held');
    for (const { id } of others) expect(await alarms(id)).toBe('send');
    await setup.sweep();
  });
});

describe('a record that the product listens', () => {
  const watch = async () => Number((await setup.deps.db.select().from(healthWatch))[0]?.aliveAt);
  const record = (at: number) => recordListening(setup.deps.db, new Date(at));

  test('extends deadlines after a gap of more than ten seconds', async () => {
    const { id, code } = await setup.addServer();
    await setup.ping(code);
    const start = Number(setup.clock.now());
    const due = start + 5 * minute * 1000;
    const dueAt = new Date(due);
    await setup.deps.db.update(healthMonitors).set({ dueAt, sweepAt: dueAt }).where(eq(healthMonitors.clientId, id));
    await record(start + 10_000);
    expect([await watch(), Number((await setup.monitor(id)).dueAt)]).toEqual([start + 10_000, due]);
    await record(start + 20_001);
    expect(await watch()).toBe(start + 20_001);
    expect(Number((await setup.monitor(id)).dueAt)).toBe(start + 20_001 + 72 * minute * 1000);
  });

  test('moves back only with a clock that is more than ten seconds behind', async () => {
    setup.movesAllDeadlines();
    const start = Number(setup.clock.now());
    await record(start - 10_000);
    expect(await watch()).toBe(start);
    await record(start - 10_001);
    expect(await watch()).toBe(start - 10_001);
  });

  test('extends the deadlines of all servers after a loss of more than 10 000 servers’ pings', async () => {
    const [lost, other] = [await setup.addServer(), await setup.addServer()];
    for (const { code } of [lost, other]) await setup.ping(code);
    const { db } = setup.deps;
    const dueAt = new Date(Number(setup.clock.now()) + 10 * minute * 1000);
    const reset = () =>
      db.update(healthMonitors).set({ dueAt, sweepAt: dueAt }).where(eq(healthMonitors.interval, 'hour'));
    const now = setup.clock.now();
    const lose = (count: number) => {
      for (let place = 1; place < count; place += 1)
        rememberLostPing(db, { code: `code-of-nobody-${place}`, kind: 'success' }, now);
      rememberLostPing(db, { code: lost.code, kind: 'success' }, now);
    };
    const extended = 72 * minute * 1000;
    for (const [count, dueOfOther] of [
      [10_000, 10 * minute * 1000],
      [10_001, extended],
    ] as const) {
      await reset();
      lose(count);
      await recordListening(db, now);
      expect([await untilDue(lost.id), await untilDue(other.id)]).toEqual([extended, dueOfOther]);
    }
  });
});

describe('pings', () => {
  test('a run that lasts 23 days or more has the longest duration; one whose clock was set back has none', async () => {
    const { id, code } = await setup.addServer();
    await setup.ping(code, '/start');
    await setup.clock.elapse(30 * day);
    await setup.ping(code);
    await setup.ping(code, '/start');
    await setup.clock.elapse(-60);
    await setup.ping(code, '/1');
    const durations = new Map((await setup.pings(id)).map((ping) => [ping.slot, ping.durationMilliseconds]));
    expect([0, 1, 2, 3].map((slot) => durations.get(slot))).toEqual([null, 2_000_000_000, null, 0]);
  });

  test.each(['', '/start', '/fail'])(
    'the time of the last ping goes back by a minute with the clock, not by less (ping%s)',
    async (suffix) => {
      const { id, code } = await setup.addServer();
      await setup.ping(code);
      const last = async () => Number((await setup.monitor(id)).lastPingAt);
      const first = await last();
      await setup.clock.elapse(-59);
      await setup.ping(code, suffix);
      expect(await last()).toBe(first);
      await setup.clock.elapse(-1);
      await setup.ping(code, suffix);
      expect(await last()).toBe(first - 60_000);
      await setup.clock.elapse(61);
      await setup.ping(code, suffix);
      expect(await last()).toBe(first + 1000);
    },
  );

  test('a GET request with a body is a ping without one; a body of 10 000 bytes is stored whole', async () => {
    const { port } = new URL(await setup.app.listen({ port: 0, host: '127.0.0.1' }));
    const send = async (code: string, method: string, body: string, headers: Record<string, string>) => {
      const asked = request({ port, host: '127.0.0.1', path: `/serverhealthstatus/${code}`, method, headers });
      const answered = new Promise<{ body: string; connection: string | undefined }>((resolve, reject) => {
        asked.once('error', reject).once('response', async (response) => {
          resolve({ body: await text(response), connection: response.headers.connection });
        });
      });
      asked.end(body);
      return answered;
    };
    const { id, code } = await setup.addServer();
    const gets = [
      await send(code, 'GET', 'counted', { 'content-length': '7' }),
      await send(code, 'GET', 'chunked', { 'transfer-encoding': 'chunked' }),
    ];
    expect(gets.map(({ body }) => body)).toEqual(['OK', 'OK']);
    const whole = await send(code, 'POST', 'x'.repeat(10_000), { 'content-length': '10000' });
    const cut = await send(code, 'POST', 'y'.repeat(10_001), { 'content-length': '10001' });
    expect([whole.body, cut.body]).toEqual(['OK', 'OK']);
    expect(cut.connection).toBe('close');
    const slots = (await setup.pings(id)).toSorted((one, other) => one.slot - other.slot);
    expect(slots.map(({ body }) => body)).toEqual(['', '', 'x'.repeat(10_000), 'y'.repeat(10_000)]);
  });
});

describe('settings', () => {
  test('what does not concern the deadline does not restart it', async () => {
    const { id, code } = await setup.addServer();
    await setup.ping(code);
    await setup.clock.elapse(10 * minute);
    await setup.admin.health.save({ ...settings, clientId: id, expectedRunSeconds: 600, reminderHours: 2 });
    await setup.admin.health.pause({ id, isPaused: false });
    expect(await untilDue(id)).toBe(62 * minute * 1000);
    expect(await setup.monitor(id)).toMatchObject({ expectedRunSeconds: 600, reminderHours: 2, remindAt: null });
    await setup.admin.health.save({ ...settings, clientId: id, graceSeconds: 60 });
    expect(await untilDue(id)).toBe(61 * minute * 1000);
    await setup.clock.elapse(-10 * minute);
  });

  test('a saved reminder of an offline server keeps its time unless its hours change', async () => {
    const { id, code } = await setup.addServer();
    await setup.ping(code, '/fail');
    const { remindAt } = await setup.monitor(id);
    expect(Number(remindAt) - Number(setup.clock.now())).toBe(day * 1000);
    await setup.clock.elapse(hour);
    await setup.admin.health.save({ ...settings, clientId: id, isOnStatusPage: true });
    expect(await setup.monitor(id)).toMatchObject({ remindAt, isOnStatusPage: true });
    await setup.admin.health.save({ ...settings, clientId: id, reminderHours: 3 });
    expect(Number((await setup.monitor(id)).remindAt) - Number(setup.clock.now())).toBe(3 * hour * 1000);
    await setup.clock.elapse(-hour);
  });

  test('a badge keeps its address until it is switched off', async () => {
    const { id } = await setup.addServer();
    const save = async (hasBadge: boolean) => {
      await setup.admin.health.save({ ...settings, clientId: id, hasBadge });
      return (await setup.monitor(id)).badge;
    };
    const first = await save(true);
    expect(first).toMatch(/^[\w-]{16}$/);
    expect(await save(true)).toBe(first);
    expect((await setup.app.inject(`/serverhealthbadge/${first}.svg`)).statusCode).toBe(200);
    expect(await save(false)).toBeNull();
    expect((await setup.app.inject(`/serverhealthbadge/${first}.svg`)).statusCode).toBe(404);
    expect(await save(true)).not.toBe(first);
  });

  test('every change is in the audit log with the values before and after', async () => {
    const { id } = await setup.addServer();
    await setup.admin.health.save({ ...settings, clientId: id, hasBadge: true, graceSeconds: 5 });
    await setup.admin.health.pause({ id, isPaused: true });
    await setup.admin.health.maintain({ clientId: id, window: { hours: 2 } });
    const until = new Date(Number(setup.clock.now()) + 2 * hour * 1000).toISOString();
    const entries = await setup.deps.db
      .select()
      .from(auditEntries)
      .where(eq(auditEntries.section, 'health'))
      .orderBy(auditEntries.id);
    const shown = entries.map(({ record, recordId, changes }) => [record, recordId, changes]);
    const record = ['Monitored server', String(id)];
    expect(shown).toEqual([
      [
        ...record,
        [
          { field: 'graceSeconds', to: '5' },
          { field: 'hasBadge', from: 'No', to: 'Yes' },
        ],
      ],
      [...record, [{ field: 'isPaused', from: 'No', to: 'Yes' }]],
      [
        ...record,
        [
          { field: 'maintenanceFrom', to: setup.clock.now().toISOString() },
          { field: 'maintenanceUntil', to: until },
        ],
      ],
    ]);
  });

  test('a server that does not exist cannot be configured', async () => {
    const missing = { code: 'NOT_FOUND' };
    await expect(setup.admin.health.save({ ...settings, clientId: 999_999 })).rejects.toMatchObject(missing);
    await expect(setup.admin.health.pause({ id: 999_999, isPaused: true })).rejects.toMatchObject(missing);
    await expect(setup.admin.health.maintain({ clientId: 999_999, window: null })).rejects.toMatchObject(missing);
  });

  test('maintenance that an Admin ends sends the held alarms at once; without held alarms nothing is sent', async () => {
    const account = await setup.addAccount();
    await setup.addContact(account.id);
    const server = await setup.addServer({ telephonyClientId: account.id });
    await setup.ping(server.code);
    await setup.admin.health.maintain({ clientId: server.id, window: { hours: 5 } });
    await setup.admin.health.maintain({ clientId: server.id, window: null });
    expect(await setup.monitor(server.id)).toMatchObject({
      alarmAt: null,
      maintenanceFrom: null,
      maintenanceUntil: null,
    });
    await setup.admin.health.maintain({ clientId: server.id, window: { hours: 5 } });
    await setup.ping(server.code, '/fail');
    expect((await setup.monitor(server.id)).alarmAt).toEqual(new Date(Number(setup.clock.now()) + 5 * hour * 1000));
    await setup.admin.health.maintain({ clientId: server.id, window: { hours: 3 } });
    expect((await setup.monitor(server.id)).alarmAt).toEqual(new Date(Number(setup.clock.now()) + 3 * hour * 1000));
    await setup.sweep();
    expect(await setup.messages()).toEqual([]);
    await setup.admin.health.maintain({ clientId: server.id, window: null });
    await setup.sweep();
    expect((await setup.messages()).map(({ body }) => body)).toEqual([expect.stringContaining('has changed once')]);
  });
});

describe('a changed schedule', () => {
  test('starts no deadline for a server that is offline or has never sent a ping', async () => {
    const [silent, failed] = [await setup.addServer(), await setup.addServer()];
    await setup.ping(failed.code, '/fail');
    for (const { change } of [silent, failed]) await change({ checkInterval: 'day' });
    expect(await setup.monitor(silent.id)).toMatchObject({ status: 'new', dueAt: null, interval: 'day' });
    expect(await setup.monitor(failed.id)).toMatchObject({ status: 'offline', dueAt: null, interval: 'day' });
    await silent.change({ checkInterval: 'day', isActive: false });
    await silent.change({ checkInterval: 'day', isActive: true });
    expect(await setup.monitor(silent.id)).toMatchObject({ status: 'new', dueAt: null });
    await setup.sweep();
  });

  test('a run keeps its own deadline when the interval changes', async () => {
    const { id, code, change } = await setup.addServer();
    await setup.ping(code);
    await setup.admin.health.save({ ...settings, clientId: id, expectedRunSeconds: 20 * minute });
    await setup.ping(code, '/start');
    await setup.clock.elapse(5 * minute);
    await change({ checkInterval: 'day' });
    expect(await untilDue(id)).toBe(15 * minute * 1000);
    expect(await setup.monitor(id)).toMatchObject({ interval: 'day' });
    await setup.clock.elapse(-5 * minute);
  });

  test('a pause forgets held alarms, and the next failure is announced', async () => {
    const account = await setup.addAccount();
    await setup.addContact(account.id);
    const { id, code } = await setup.addServer({ telephonyClientId: account.id });
    await setup.ping(code);
    await setup.admin.health.maintain({ clientId: id, window: { hours: 1 } });
    await setup.ping(code, '/fail');
    await setup.admin.health.pause({ id, isPaused: true });
    expect(await setup.monitor(id)).toMatchObject({ status: 'paused', alarmAt: null, heldUntil: null, remindAt: null });
    await setup.admin.health.maintain({ clientId: id, window: null });
    await setup.admin.health.pause({ id, isPaused: false });
    expect(await setup.monitor(id)).toMatchObject({ status: 'new', notifiedStatus: 'online' });
    await setup.clock.elapse(1);
    await setup.ping(code, '/2');
    await setup.sweep();
    expect((await setup.messages()).map(({ body }) => body)).toEqual([expect.stringContaining('FAILED (exit 2)')]);
  });
});

describe('the panel', () => {
  test('lists servers by Display Order, then in the order of the clients', async () => {
    await setup.addServer({ displayOrder: 3 });
    for (let count = 0; count < 2; count += 1) await setup.addServer({ displayOrder: 2 });
    await setup.addServer({ healthCode: '' });
    const names = async () => (await setup.admin.health.list()).map(({ name }) => name);
    expect(await names()).toEqual(['Server 2', 'Server 3', 'Server 1', 'Neighbour']);
    const { db } = setup.deps;
    await db.update(clients).set({ position: 99 }).where(eq(clients.name, 'Server 2'));
    expect(await names()).toEqual(['Server 3', 'Server 2', 'Server 1', 'Neighbour']);
    await db.update(clients).set({ position: 99 }).where(eq(clients.name, 'Server 3'));
    expect(await names()).toEqual(['Server 2', 'Server 3', 'Server 1', 'Neighbour']);
  });

  test('shows the last 50 changes of 90 days and the pings, the newest first', async () => {
    const { id, code } = await setup.addServer();
    for (const payload of ['one', 'two', 'three']) await setup.ping(code, '', { method: 'POST', payload });
    const now = Number(setup.clock.now());
    const change = { clientId: id, status: 'online', previous: 'new', alarm: 'silent' } as const;
    const times = [now - 90 * day * 1000, now - 90 * day * 1000 + 1];
    await setup.deps.db.insert(healthFlips).values(times.map((at) => ({ ...change, at: new Date(at) })));
    const detail = await setup.admin.health.detail({ id });
    expect(detail.pings.map(({ body }) => body)).toEqual(['three', 'two', 'one']);
    expect(detail.flips.map(({ at }) => Number(at))).toEqual([now, times[1]]);
    expect(detail.uptime.map(({ days }) => days)).toEqual([7, 30, 90]);
    const many = Array.from({ length: 60 }, (_, place) => ({ ...change, at: new Date(now - 1000 - place) }));
    await setup.deps.db.insert(healthFlips).values(many);
    const { flips } = await setup.admin.health.detail({ id });
    expect([flips.length, Number(flips[0]?.at), Number(flips.at(-1)?.at)]).toEqual([50, now, now - 1048]);
  });

  test('shows a run until its deadline, and none of a paused server', async () => {
    const [running, paused] = [await setup.addServer(), await setup.addServer()];
    const startedAt = setup.clock.now();
    for (const { code } of [running, paused]) await setup.ping(code, '/start');
    await setup.admin.health.pause({ id: paused.id, isPaused: true });
    await setup.ping(paused.code, '/start');
    const shown = async (id: number) => (await setup.admin.health.detail({ id })).runningSince;
    await setup.clock.elapse(hour - 1);
    expect([await shown(running.id), await shown(paused.id)]).toEqual([startedAt, null]);
    await setup.clock.elapse(1);
    expect(await shown(running.id)).toBeNull();
  });

  test('shows a maintenance that begins later until it begins', async () => {
    const { id, code } = await setup.addServer();
    await setup.ping(code);
    const from = new Date(Number(setup.clock.now()) + 60_000);
    const window = { from, until: new Date(Number(from) + 60_000) };
    await setup.admin.health.maintain({ clientId: id, window });
    const shown = async () => {
      const { nextMaintenance, hold } = await setup.admin.health.detail({ id });
      return [nextMaintenance, hold];
    };
    expect(await shown()).toEqual([window, null]);
    await setup.clock.elapse(60);
    expect(await shown()).toEqual([null, { until: window.until, reason: 'maintenance' }]);
    await setup.clock.elapse(60);
    expect(await shown()).toEqual([null, null]);
    await setup.clock.elapse(-120);
  });

  test('a long name is cut to 30 characters on the badge', async () => {
    const { id, change } = await setup.addServer();
    await setup.admin.health.save({ ...settings, clientId: id, hasBadge: true });
    const { badge } = await setup.monitor(id);
    const svg = async () => (await setup.app.inject(`/serverhealthbadge/${badge}.svg`)).body;
    await change({ name: 'n'.repeat(30) });
    expect(await svg()).toContain(`aria-label="${'n'.repeat(30)}: new"`);
    await change({ name: 'n'.repeat(31) });
    const shown = await svg();
    expect(shown).toContain(`aria-label="${'n'.repeat(29)}…: new"`);
    // 30 characters and three, of seven pixels each, with a margin of seven at both sides of both texts.
    expect(shown).toContain('width="259" height="20"');
    expect(shown).toContain('<path d="M4 0h220v20H4a4 4 0 0 1-4-4V4a4 4 0 0 1 4-4z"');
    expect([...shown.matchAll(/<text x="([\d.]+)"/g)].map(([, x]) => x)).toEqual(['112', '241.5']);
  });
});
