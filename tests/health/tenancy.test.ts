import { afterEach, beforeEach, expect, test } from 'vitest';
import { uptime } from '../../core/health/uptime.ts';
import { type Bed, day, hour, makeBed, minute } from './bed.ts';

let bed: Bed;
beforeEach(async () => {
  bed = await makeBed();
  await bed.sweep();
});
afterEach(() => bed.remove());

test('a client reads its own servers alone and changes nothing', async () => {
  const own = await bed.addServer({ telephonyClientId: 7 });
  const other = await bed.addServer({ telephonyClientId: 8 });
  const client = bed.client(7);
  expect((await client.health.list()).map(({ id, code }) => [id, code])).toEqual([[own.id, '********']]);
  await expect(client.health.detail({ id: other.id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect(await client.health.detail({ id: own.id })).toMatchObject({ code: '********', badge: null });
  const settings = { graceSeconds: 1, reminderHours: 1, hasBadge: true, isOnStatusPage: true };
  await expect(client.health.save({ clientId: own.id, ...settings })).rejects.toMatchObject({ code: 'FORBIDDEN' });
  await expect(client.health.pause({ id: own.id, isPaused: true })).rejects.toMatchObject({ code: 'FORBIDDEN' });
  expect(await bed.client(null).health.list()).toEqual([]);
  await expect(bed.visitor.health.list()).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
});

test('maintenance holds alarms and tells afterwards what is still wrong', async () => {
  const account = await bed.addAccount();
  await bed.addContact(account.id);
  const [down, passing] = [
    await bed.addServer({ telephonyClientId: account.id }),
    await bed.addServer({ telephonyClientId: account.id }),
  ];
  const from = bed.clock.now();
  const window = { from, until: new Date(Number(from) + 2 * hour * 1000) };
  for (const { id, code } of [down, passing]) {
    await bed.hit(code);
    await bed.admin.health.maintain({ clientId: id, window });
    await bed.hit(code, '/fail');
  }
  await bed.leap(30 * minute);
  await bed.hit(passing.code);
  await bed.leap(65 * minute);
  expect(await bed.messages()).toEqual([]);
  await bed.hit(passing.code);
  await bed.leap(26 * minute);
  expect((await bed.messages()).map(({ body }) => body)).toEqual([
    expect.stringMatching(/^Server 1 changed once since .*offline/),
  ]);
});

test('grace is settable, and a pause by hand holds until it is ended', async () => {
  const { id, code } = await bed.addServer();
  await bed.hit(code);
  const settings = { clientId: id, reminderHours: 24, hasBadge: false, isOnStatusPage: false };
  await bed.admin.health.save({ ...settings, graceSeconds: 60 });
  await bed.leap(62 * minute);
  expect(await bed.monitor(id)).toMatchObject({ status: 'offline' });
  await bed.admin.health.pause({ id, isPaused: true });
  await bed.hit(code);
  expect(await bed.monitor(id)).toMatchObject({ status: 'paused', dueAt: null });
  await bed.admin.health.pause({ id, isPaused: false });
  await bed.hit(code);
  expect(await bed.monitor(id)).toMatchObject({ status: 'online' });
});

test('uptime counts watched time alone', () => {
  const now = new Date('2026-03-10T00:00:00Z');
  const ago = (days: number) => new Date(Number(now) - days * day * 1000);
  const changes = [
    { at: ago(5), status: 'offline', previous: 'online' },
    { at: ago(4), status: 'paused', previous: 'offline' },
    { at: ago(3), status: 'online', previous: 'paused' },
  ] as const;
  expect(uptime(changes, { status: 'online' }, now, 7)).toBeCloseTo(5 / 6);
  expect(uptime(changes, { status: 'online' }, now, 2)).toBe(1);
  expect(uptime([], { status: 'new' }, now, 30)).toBeNull();
});
