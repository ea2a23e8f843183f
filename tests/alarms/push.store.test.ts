import { afterEach, beforeEach, expect, test } from 'vitest';
import { pushKey } from '../../core/alarms/push-key.ts';
import { pushKeys } from '../../db/schema/push-keys.ts';
import { makeAlarmSetup } from './setup.ts';

let setup: Awaited<ReturnType<typeof makeAlarmSetup>>;
beforeEach(async () => {
  setup = await makeAlarmSetup();
});
afterEach(() => setup.remove());

const keys = { p256dh: 'B'.repeat(87), auth: 'a'.repeat(22) };
const target = JSON.stringify({ endpoint: 'https://push.example.com/send/secret-part-1234', keys });

test('processes that start together have one key, which stays encrypted', async () => {
  const made = await Promise.all([pushKey(setup.deps), pushKey(setup.deps), pushKey(setup.deps)]);
  expect(new Set(made.map(({ publicKey }) => publicKey)).size).toBe(1);
  expect(new Set(made.map(({ privateKey }) => privateKey.d)).size).toBe(1);
  const [row] = await setup.deps.db.select().from(pushKeys);
  expect(row?.sealed).not.toContain(made[0]?.privateKey.d);
  expect(await setup.admin.alarms.channels.pushKey()).toEqual({ publicKey: made[0]?.publicKey });
});

test('a subscription is stored encrypted, and shows its host alone', async () => {
  await setup.admin.alarms.channels.save({ kind: 'push', name: 'My phone', target });
  expect(await setup.admin.alarms.channels.list({})).toMatchObject([
    { kind: 'push', target: 'push.example.com/…1234', provenAt: null },
  ]);
});

test.each([
  '',
  'https://push.example.com',
  JSON.stringify({ endpoint: 'nowhere', keys }),
  '{"endpoint":"https://a.example/"}',
])('refuses %s as a subscription', async (wrong) => {
  await expect(
    setup.admin.alarms.channels.save({ kind: 'push', name: 'My phone', target: wrong }),
  ).rejects.toMatchObject({ cause: { fields: { target: 'Subscribe a browser first' } } });
});

test('the service worker is served to everyone, and is not kept without asking', async () => {
  const { statusCode, headers, body } = await setup.app.inject({ url: '/alarm-worker.js' });
  expect([statusCode, headers['content-type'], headers['cache-control']]).toEqual([
    200,
    'text/javascript; charset=utf-8',
    'no-cache',
  ]);
  expect(body).toContain("addEventListener('push'");
});
