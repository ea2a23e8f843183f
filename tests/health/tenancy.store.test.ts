import { afterEach, beforeEach, expect, test } from 'vitest';
import { uptime } from '../../core/health/uptime.ts';
import { day, hour, makeSetup, minute, type Setup } from './setup.ts';

let setup: Setup;
beforeEach(async () => {
  setup = await makeSetup();
  await setup.sweep();
});
afterEach(() => setup.remove());

test('a client reads only its own servers and changes nothing', async () => {
  const own = await setup.addServer({ telephonyClientId: 7 });
  const other = await setup.addServer({ telephonyClientId: 8 });
  const client = setup.client(7);
  expect((await client.health.list()).map(({ id, code }) => [id, code])).toEqual([[own.id, '********']]);
  await expect(client.health.detail({ id: other.id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect(await client.health.detail({ id: own.id })).toMatchObject({ code: '********', badge: null });
  const settings = { graceSeconds: 1, reminderHours: 1, hasBadge: true, isOnStatusPage: true };
  await expect(client.health.save({ clientId: own.id, ...settings })).rejects.toMatchObject({ code: 'FORBIDDEN' });
  await expect(client.health.pause({ id: own.id, isPaused: true })).rejects.toMatchObject({ code: 'FORBIDDEN' });
  expect(await setup.client(null).health.list()).toEqual([]);
  await expect(setup.visitor.health.list()).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
});

test('maintenance holds alarms back and sums up afterwards what is still wrong', async () => {
  const account = await setup.addAccount();
  await setup.addContact(account.id);
  const [down, passing] = [
    await setup.addServer({ telephonyClientId: account.id }),
    await setup.addServer({ telephonyClientId: account.id }),
  ];
  const from = setup.clock.now();
  const window = { from, until: new Date(Number(from) + 2 * hour * 1000) };
  for (const { id, code } of [down, passing]) {
    await setup.ping(code);
    await setup.admin.health.maintain({ clientId: id, window });
    await setup.ping(code, '/fail');
  }
  await setup.leap(30 * minute);
  await setup.ping(passing.code);
  await setup.leap(65 * minute);
  expect(await setup.messages()).toEqual([]);
  await setup.ping(passing.code);
  await setup.leap(26 * minute);
  expect((await setup.messages()).map(({ body }) => body)).toEqual([
    expect.stringMatching(/^Server 1 has changed once since .*offline/),
  ]);
});

test('grace can be set, and a manual pause lasts until resumed', async () => {
  const { id, code } = await setup.addServer();
  await setup.ping(code);
  const settings = { clientId: id, reminderHours: 24, hasBadge: false, isOnStatusPage: false };
  await setup.admin.health.save({ ...settings, graceSeconds: 60 });
  await setup.leap(62 * minute);
  expect(await setup.monitor(id)).toMatchObject({ status: 'offline' });
  await setup.admin.health.pause({ id, isPaused: true });
  await setup.ping(code);
  expect(await setup.monitor(id)).toMatchObject({ status: 'paused', dueAt: null });
  await setup.admin.health.pause({ id, isPaused: false });
  await setup.ping(code);
  expect(await setup.monitor(id)).toMatchObject({ status: 'online' });
});

test('uptime counts monitored time only', () => {
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
