import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { castTo } from '../../contract/cast.ts';
import { auditEntries } from '../../db/schema/audit.ts';
import { clients } from '../../db/schema/clients.ts';
import { healthMonitors } from '../../db/schema/health.ts';
import { startTestServer, type TestServer } from '../fixture/server.ts';
import { trpcClient } from '../fixture/trpc.ts';
import { addSignedIn } from '../fixture/users.ts';

let server: TestServer;
let operator: string;
beforeAll(async () => {
  server = await startTestServer({ SAMPLE_CONTENT: 'off' });
  operator = (await addSignedIn(server.deps, 'Operator')).token;
});
afterAll(() => server.stop());

interface Answer {
  Status: number;
  Message: string;
  Data: { MonitorID: number; PingUrl: string; Until: string };
}

async function post(path: string, body: object, token = operator): Promise<Answer & { http: number }> {
  const response = await fetch(`${server.address}/api/health/monitors${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { http: response.status, ...castTo<Answer>(await response.json()) };
}

interface Listed {
  MonitorID: number;
  Name: string;
  Status: string;
  LastPingAt: string | null;
  DueAt: string | null;
}

async function list(token = operator) {
  const response = await fetch(`${server.address}/api/health/monitors`, {
    headers: { authorization: `Bearer ${token}` },
  });
  return castTo<{ Data: Listed[] }>(await response.json()).Data;
}
const one = async (id: number) => (await list()).find(({ MonitorID }) => MonitorID === id);

test('a program creates a server by its name, pings it, and changes it by the same name', async () => {
  const created = await post('', { Name: 'Nightly backup', IntervalSeconds: 90, GraceSeconds: 30 });
  expect(created.http).toBe(200);
  const { MonitorID: id, PingUrl } = created.Data;
  expect(await one(id)).toEqual({
    MonitorID: id,
    Name: 'Nightly backup',
    Status: 'new',
    LastPingAt: null,
    DueAt: null,
    Checks: [],
  });
  // The ping's address has the public URL's host.
  expect((await fetch(`${server.address}${new URL(PingUrl).pathname}`)).status).toBe(200);
  const pinged = await one(id);
  expect(pinged?.Status).toBe('online');
  expect(Date.parse(pinged?.DueAt ?? '') - Date.parse(pinged?.LastPingAt ?? '')).toBe(120_000);
  // What is left out keeps its value.
  const again = await post('', { Name: 'Nightly backup', Public: 1 });
  expect(again.Data).toEqual(created.Data);
  const [monitor] = await server.deps.db.select().from(healthMonitors).where(eq(healthMonitors.clientId, id));
  expect(monitor).toMatchObject({ periodSeconds: 90, graceSeconds: 30, isOnStatusPage: true });
  await post('', { Name: 'Nightly backup', Cron: '0 3 * * *', TimeZone: 'Europe/Berlin' });
  const detail = await trpcClient(server.address, operator).health.detail.query({ id });
  expect(detail.schedule).toEqual({ kind: 'cron', expression: '0 3 * * *', timeZone: 'Europe/Berlin' });
  // Visitors do not see the new client on the page.
  const [client] = await server.deps.db.select().from(clients).where(eq(clients.id, id));
  expect(client).toMatchObject({ showOnHomePage: false, isActive: true });
  const entries = await server.deps.db.select().from(auditEntries).where(eq(auditEntries.action, 'health.register'));
  expect(entries.map(({ outcome }) => outcome)).toEqual(['done', 'done', 'done']);
});

test('a name in any alphabet is known again', async () => {
  for (const Name of ['ÄRZTE Übersicht', 'ИЗМЕНЕНИЯ', 'İstanbul']) {
    const first = (await post('', { Name })).Data.MonitorID;
    expect([Name, (await post('', { Name })).Data.MonitorID]).toEqual([Name, first]);
  }
});

test('requests for one new name at the same time create one server', async () => {
  const answers = await Promise.all(
    Array.from({ length: 6 }, () => post('', { Name: 'Racing', IntervalSeconds: 3600 })),
  );
  expect(new Set(answers.map(({ http, Data }) => `${http} ${Data.MonitorID}`)).size).toBe(1);
  expect((await list()).filter(({ Name }) => Name === 'Racing')).toHaveLength(1);
});

test('pause, resume, snooze and delete', async () => {
  const { MonitorID: id, PingUrl } = (await post('', { Name: 'Deployed', IntervalSeconds: 3600 })).Data;
  await fetch(`${server.address}${new URL(PingUrl).pathname}`);
  expect((await post('/pause', { MonitorID: id })).http).toBe(200);
  expect((await one(id))?.Status).toBe('paused');
  await post('/resume', { MonitorID: id });
  expect((await one(id))?.Status).toBe('new');
  const { Until } = (await post('/snooze', { MonitorID: id, Minutes: 30 })).Data;
  expect(Math.round((Date.parse(Until) - Date.now()) / 60_000)).toBe(30);
  const hold = async () => (await trpcClient(server.address, operator).health.detail.query({ id })).hold;
  expect(await hold()).toMatchObject({ reason: 'maintenance' });
  expect((await post('/snooze', { MonitorID: id, Minutes: 0 })).http).toBe(200);
  expect(await hold()).toBe(null);
  expect((await post('/delete', { MonitorID: id })).http).toBe(200);
  expect(await one(id)).toBe(undefined);
  expect(await server.deps.db.$count(clients, eq(clients.id, id))).toBe(0);
  // The same name again is another server.
  const next = (await post('', { Name: 'Deployed' })).Data;
  expect(next.MonitorID).not.toBe(id);
  for (const path of ['/pause', '/snooze', '/delete'])
    expect((await post(path, { MonitorID: id, Minutes: 5 })).http).toBe(404);
});

test('a client of the page keeps its record when its monitoring ends', async () => {
  const { MonitorID: id } = (await post('', { Name: 'Shown' })).Data;
  await server.deps.db.update(clients).set({ showOnHomePage: true }).where(eq(clients.id, id));
  await post('/delete', { MonitorID: id });
  expect(await one(id)).toBe(undefined);
  expect(await server.deps.db.$count(clients, eq(clients.id, id))).toBe(1);
  // The name registers the same client again, with a new address.
  expect((await post('', { Name: 'Shown' })).Data.MonitorID).toBe(id);
});

test('bad input is refused with its reason and changes nothing', async () => {
  const { MonitorID: id } = (await post('', { Name: 'Steady', IntervalSeconds: 60 })).Data;
  const cases: [object, RegExp][] = [
    [{}, /Name is required/],
    [{ Name: '' }, /Name is required/],
    [{ Name: 'Steady', IntervalSeconds: 0 }, /./],
    [{ Name: 'Steady', IntervalSeconds: 1.5 }, /./],
    [{ Name: 'Steady', IntervalSeconds: 60, Cron: '0 3 * * *' }, /not both/],
    [{ Name: 'Steady', Cron: '0 3 * *' }, /five fields/],
    [{ Name: 'Steady', Cron: '0 3 * * *', TimeZone: 'Nowhere' }, /time zone/i],
    [{ Name: 'Steady', GraceSeconds: -1 }, /./],
    [{ Name: 'Steady', Channels: [1] }, /no channel 1/],
    [{ Name: 'Steady', DependsOn: ['Shop'] }, /no server/],
    [{ Name: 'Steady', GraceSeconds: 8 * 86_400 }, /at most a week/],
  ];
  for (const [input, reason] of cases) {
    const { http, Message } = await post('', input);
    expect([input, http]).toEqual([input, 400]);
    expect(Message).toMatch(reason);
  }
  const detail = await trpcClient(server.address, operator).health.detail.query({ id });
  expect(detail).toMatchObject({ schedule: { kind: 'period', seconds: 60 }, graceSeconds: null });
  expect((await post('/snooze', { MonitorID: id, Minutes: -1 })).http).toBe(400);
  expect((await post('/snooze', { MonitorID: id })).http).toBe(400);
});

test('a refused request creates no server', async () => {
  expect((await post('', { Name: 'Never made', Cron: '61 * * * *' })).http).toBe(400);
  expect((await list()).map(({ Name }) => Name)).not.toContain('Never made');
  expect(await server.deps.db.$count(clients, eq(clients.name, 'Never made'))).toBe(0);
});

test('several clients with one name are refused', async () => {
  const { MonitorID: id } = (await post('', { Name: 'Twin' })).Data;
  const [twin] = await server.deps.db.select().from(clients).where(eq(clients.id, id));
  if (!twin) throw new Error('no client');
  await server.deps.db.insert(clients).values({ ...twin, id: undefined, healthCode: '' });
  expect(await post('', { Name: 'Twin' })).toMatchObject({ http: 409 });
});
