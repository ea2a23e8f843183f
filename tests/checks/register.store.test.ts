import { createServer } from 'node:http';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { castTo } from '../../contract/cast.ts';
import { checks } from '../../db/schema/checks.ts';
import { startTestServer, type TestServer } from '../fixture/server.ts';
import { addSignedIn } from '../fixture/users.ts';
import { closeServers, listen } from './setup.ts';

let server: TestServer;
let token: string;
let target: string;
/** The status that the target answers. */
let answer = 200;
beforeAll(async () => {
  server = await startTestServer({ SAMPLE_CONTENT: 'off', CHECK_PRIVATE_NETWORKS: 'on' });
  token = (await addSignedIn(server.deps, 'Operator')).token;
  const port = await listen(createServer((_request, response) => response.writeHead(answer).end('all is well')));
  target = `http://127.0.0.1:${port}/health`;
});
afterAll(async () => {
  await server.stop();
  await closeServers();
});

interface Listed {
  MonitorID: number;
  Name: string;
  Status: string;
  Checks: { Kind: string; Url: string; Status: string; LatencyMs: number | null; Reason: string }[];
}

async function call(body?: object) {
  const response = await fetch(`${server.address}/api/health/monitors`, {
    method: body ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  const { Message, Data } = castTo<{ Message: string; Data: Listed[] & { MonitorID: number } }>(await response.json());
  return { http: response.status, Message, Data };
}
const stored = (id: number) => server.deps.db.select().from(checks).where(eq(checks.clientId, id)).orderBy(checks.id);

test('a server without a heartbeat is online, offline with the reason, and online again by its check', async () => {
  const http = { Kind: 'http', Url: target, EverySeconds: 10, FailuresToAlarm: 1, ExpectText: 'well' };
  const { Data } = await call({ Name: 'Shop', Checks: [http] });
  const shop = async () => (await call()).Data.find(({ MonitorID }) => MonitorID === Data.MonitorID);
  expect(await shop()).toMatchObject({ Status: 'new', Checks: [{ Kind: 'http', Url: target, Status: 'new' }] });
  const wait = { timeout: 25_000, interval: 250 };
  await expect.poll(async () => (await shop())?.Status, wait).toBe('online');
  const up = await shop();
  expect(up?.Checks[0]).toMatchObject({ Status: 'up', Reason: '' });
  expect(up?.Checks[0]?.LatencyMs).toBeGreaterThanOrEqual(0);
  answer = 500;
  await expect.poll(async () => (await shop())?.Status, wait).toBe('offline');
  expect((await shop())?.Checks[0]).toMatchObject({
    Status: 'down',
    Reason: 'The server answered 500; expected 200–299.',
  });
  answer = 200;
  await expect.poll(async () => (await shop())?.Status, wait).toBe('online');
}, 90_000);

test('the same checks again keep their state; others are added, changed and removed', async () => {
  const one = { Kind: 'tcp', Host: '127.0.0.1', Port: 9, EverySeconds: 3600 };
  const two = { Kind: 'dns', Host: 'db.example', RecordType: 'A', Value: '192.0.2.1', EverySeconds: 3600 };
  const three = {
    Kind: 'http',
    Url: target,
    EverySeconds: 3600,
    Headers: { 'X-Key': 'secret words' },
    ExpectStatus: [200, '300-399'],
  };
  const { MonitorID: id } = (await call({ Name: 'Base', Checks: [one, two, three] })).Data;
  const before = await stored(id);
  expect(before.map(({ kind }) => kind)).toEqual(['tcp', 'dns', 'http']);
  expect(before[2]?.target).toMatchObject({
    statuses: [
      { from: 200, to: 200 },
      { from: 300, to: 399 },
    ],
  });
  expect(JSON.stringify(before)).not.toContain('secret words');
  await call({ Name: 'Base', Checks: [one, two, three] });
  expect(await stored(id)).toEqual(before);
  // Left out: the checks stay.
  await call({ Name: 'Base', GraceSeconds: 60 });
  expect(await stored(id)).toEqual(before);
  await call({ Name: 'Base', Checks: [three, { ...one, TimeoutMs: 500 }] });
  const after = await stored(id);
  expect(after.map(({ kind, timeoutMs }) => [kind, timeoutMs])).toEqual([
    ['tcp', 500],
    ['http', 10_000],
  ]);
  expect(after[1]).toEqual(before[2]);
  await call({ Name: 'Base', Checks: [] });
  expect(await stored(id)).toEqual([]);
});

test('bad checks are refused with the reason, and change nothing', async () => {
  const good = { Kind: 'tcp', Host: '127.0.0.1', Port: 9, EverySeconds: 3600 };
  const { MonitorID: id } = (await call({ Name: 'Steady', Checks: [good] })).Data;
  const before = await stored(id);
  const cases: [object[], RegExp][] = [
    [[{ Kind: 'smoke' }], /./],
    [[{ Kind: 'http', Url: 'ftp://host/' }], /Check 1: URL must start with/],
    [[good, { Kind: 'http', Url: 'http://user:word@host/' }], /Check 2: URL must/],
    [[{ Kind: 'http', Url: 'http://169.254.169.254/latest' }], /metadata address/],
    [[{ Kind: 'http', Url: target, EverySeconds: 5 }], /at least 10 seconds/],
    [[{ Kind: 'http', Url: target, Headers: { Host: 'other' } }], /set by the check itself/],
    [[{ Kind: 'http', Url: target, ExpectStatus: '2xx' }], /./],
    [[{ Kind: 'tls', Host: 'host', Port: 0 }], /Port must be/],
    [[good, good], /same target/],
    [Array.from({ length: 21 }, (_, port) => ({ ...good, Port: port + 1 })), /at most 20 checks/],
  ];
  for (const [given, reason] of cases) {
    const { http, Message } = await call({ Name: 'Steady', Checks: given });
    expect([given, http]).toEqual([given, 400]);
    expect(Message).toMatch(reason);
  }
  expect(await stored(id)).toEqual(before);
});
