import { inArray } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { type CheckTarget, checkSettings } from '../../contract/checks.ts';
import { checkHours, checks } from '../../db/schema/checks.ts';
import { healthMonitors } from '../../db/schema/health.ts';
import { day, hour, makeSetup, type Setup } from '../health/setup.ts';

const hourMs = 3_600_000;
let setup: Setup;
beforeEach(async () => {
  setup = await makeSetup();
  await setup.sweep();
});
afterEach(() => setup.remove());

const show = (ids: readonly number[], isOnStatusPage = true) =>
  setup.deps.db.update(healthMonitors).set({ isOnStatusPage }).where(inArray(healthMonitors.clientId, ids));

const shown = z.object({
  words: z.string(),
  summary: z.string(),
  sections: z.array(
    z.object({
      title: z.string(),
      servers: z.array(
        z.object({
          name: z.string(),
          label: z.string(),
          until: z.string().nullable(),
          uptime: z.string().nullable(),
          outages: z.string(),
          days: z.array(z.object({ kind: z.string(), length: z.number(), words: z.string() })),
          responseTimes: z
            .object({ words: z.string(), lines: z.array(z.array(z.object({ x: z.number(), y: z.number() }))) })
            .nullable(),
        }),
      ),
    }),
  ),
  maintenance: z.array(
    z.object({ name: z.string(), from: z.object({ text: z.string() }), until: z.object({ text: z.string() }) }),
  ),
  page: z.number(),
  pages: z.number(),
});

/** Requests the page, which the test's renderer answers as JSON. */
async function read(address = '/status') {
  const { statusCode, body } = await setup.app.inject(address);
  const view = statusCode === 200 ? shown.parse(JSON.parse(body)) : undefined;
  const servers = (view?.sections ?? []).flatMap((section) => section.servers);
  const lines = servers.map(({ name, label, until, uptime }) =>
    [name, label, until && `until ${until}`, uptime ?? '–'].filter(Boolean).join(' '),
  );
  return { statusCode, ...view, servers, lines };
}

test('shows the servers an Admin published, offline ones first, and 404 without any', async () => {
  const [online, offline, hidden] = [await setup.addServer(), await setup.addServer(), await setup.addServer()];
  expect(await read()).toMatchObject({ statusCode: 404, lines: [] });
  await show([online.id, offline.id]);
  await setup.ping(online.code);
  await setup.ping(hidden.code);
  await setup.ping(offline.code);
  await setup.clock.elapse(hour);
  await setup.ping(online.code);
  await setup.leap(hour);
  const page = await read();
  expect(page).toMatchObject({
    statusCode: 200,
    summary: '1 offline, 1 online',
    words: 'Some servers are offline',
    pages: 1,
  });
  // Monitored for two hours, offline for the last 48 minutes.
  expect(page.lines).toEqual(['Server 2 offline 60.00 %', 'Server 1 online 100.00 %']);
  await show([offline.id], false);
  expect((await read()).lines).toEqual(['Server 1 online 100.00 %']);
});

test('response times of HTTP checks are shown, those of the last 24 hours alone', async () => {
  const [measured, other] = [await setup.addServer(), await setup.addServer()];
  await show([measured.id, other.id]);
  const { db, now } = setup.deps;
  const hourNow = Math.floor(Number(now()) / hourMs) * hourMs;
  const addCheck = async (clientId: number, target: CheckTarget) => {
    const common = { host: 'shop.example', everySeconds: 60, timeoutMs: 1000, failures: 1, attempts: 1 };
    const [check] = await db
      .insert(checks)
      .values({ clientId, kind: target.kind, target, ...common, isActive: true, statusSince: now() })
      .returning();
    return check?.id ?? 0;
  };
  const url = 'https://shop.example/';
  const http = await addCheck(measured.id, checkSettings.parse({ target: { kind: 'http', url } }).target);
  const tcp = await addCheck(other.id, { kind: 'tcp', host: 'shop.example', port: 25 });
  const attempts = (checkId: number, hoursAgo: number, totalMs: number) => ({
    checkId,
    hour: new Date(hourNow - hoursAgo * hourMs),
    attempts: 10,
    failures: 0,
    totalMs,
    maxMs: totalMs,
  });
  await db
    .insert(checkHours)
    .values([
      attempts(http, 30, 99_000),
      attempts(http, 23, 400),
      attempts(http, 22, 800),
      attempts(http, 0, 1200),
      attempts(tcp, 0, 500),
    ]);
  expect((await read()).servers.map(({ name, responseTimes }) => ({ name, responseTimes }))).toEqual([
    {
      name: 'Server 1',
      responseTimes: {
        words: '80 ms on average',
        lines: [
          [
            { x: 0, y: 0.33 },
            { x: 1, y: 0.67 },
          ],
          [{ x: 23, y: 1 }],
        ],
      },
    },
    { name: 'Server 2', responseTimes: null },
  ]);
  const { servers } = JSON.parse((await setup.app.inject('/status.json')).body);
  expect(servers).toMatchObject([{ averageResponseMs24Hours: 80 }, { averageResponseMs24Hours: null }]);
});

test('a server in maintenance is shown as such, with the end in the zone of the company, also on its badge', async () => {
  const [maintained, offline, coming] = [await setup.addServer(), await setup.addServer(), await setup.addServer()];
  await show([maintained.id, offline.id, coming.id]);
  const settings = { graceSeconds: null, reminderHours: 0, hasBadge: true, isOnStatusPage: true };
  await setup.admin.health.save({ ...settings, clientId: maintained.id });
  for (const { code } of [maintained, offline, coming]) await setup.ping(code, '/fail');
  await setup.admin.health.maintain({ clientId: maintained.id, window: { hours: 1 } });
  const later = { from: new Date('2026-03-02T10:00:00Z'), until: new Date('2026-03-02T11:00:00Z') };
  await setup.admin.health.maintain({ clientId: coming.id, window: later });
  expect(await read()).toMatchObject({
    summary: '2 offline, 1 in maintenance',
    lines: ['Server 2 offline –', 'Server 3 offline –', 'Server 1 maintenance until 2026-03-02 09:00 UTC –'],
    maintenance: [
      { name: 'Server 1', from: { text: '2026-03-02 08:00 UTC' }, until: { text: '2026-03-02 09:00 UTC' } },
      { name: 'Server 3', from: { text: '2026-03-02 10:00 UTC' }, until: { text: '2026-03-02 11:00 UTC' } },
    ],
  });
  const { badge } = await setup.monitor(maintained.id);
  const { body } = await setup.app.inject(`/serverhealthbadge/${badge}.svg`);
  expect(body).toContain('Server 1: maintenance');
  // Seven pixels a character, and a margin of seven at each side of both texts.
  expect(body).toContain(`width="${7 * 'Server 1maintenance'.length + 28}"`);
  await setup.clock.elapse(hour);
  expect(await read()).toMatchObject({
    summary: '3 offline',
    lines: [expect.stringMatching(/^Server 1 offline/), {}, {}],
  });
});

test('uptimes are cached for a minute, statuses are always current', async () => {
  const { id, code } = await setup.addServer();
  await show([id]);
  await setup.ping(code);
  await setup.clock.elapse(day);
  await setup.ping(code, '/fail');
  expect((await read()).lines).toEqual(['Server 1 offline 100.00 %']);
  await setup.clock.elapse(30);
  await setup.ping(code);
  expect((await read()).lines).toEqual(['Server 1 online 100.00 %']);
  await setup.clock.elapse(29);
  expect((await read()).lines).toEqual(['Server 1 online 100.00 %']);
  await setup.clock.elapse(1);
  expect((await read()).lines).toEqual(['Server 1 online 99.96 %']);
});

test('shows a hundred servers per page', async () => {
  const servers = [];
  for (let added = 0; added < 105; added += 1) servers.push(await setup.addServer());
  await show(servers.map(({ id }) => id));
  await setup.ping(servers.at(-1)?.code ?? '', '/1');
  const first = await read();
  expect(first).toMatchObject({ summary: '1 offline, 104 new', page: 1, pages: 2 });
  expect([first.lines.length, first.lines[0], first.lines[1]]).toEqual([
    100,
    expect.stringMatching(/^Server 105 offline/),
    'Server 1 new –',
  ]);
  const second = await read('/status?page=2');
  expect(second).toMatchObject({ summary: first.summary, page: 2, pages: 2 });
  expect(second.lines.length).toBe(5);
  for (const page of ['0', '3', 'x', '1.5', '-1', '1e9', ''])
    expect((await read(`/status?page=${page}`)).statusCode).toBe(404);
});

test('a browser gets a page, not JSON, when no server is listed and for a page that does not exist', async () => {
  const headers = { accept: 'text/html' };
  const none = await setup.app.inject({ url: '/status', headers });
  expect(none.statusCode).toBe(404);
  expect(none.headers['content-type']).toContain('text/html');
  expect(none.body).toContain('No servers are listed here yet.');
  await show([(await setup.addServer()).id]);
  const beyond = await setup.app.inject({ url: '/status?page=2', headers });
  expect(beyond.statusCode).toBe(404);
  expect(beyond.headers['content-type']).toContain('text/html');
});

test('says on which days a server was offline and for how long, and joins days that look the same', async () => {
  const { id, code } = await setup.addServer();
  await show([id]);
  await setup.ping(code);
  await setup.clock.elapse(2 * day);
  await setup.ping(code, '/fail');
  await setup.clock.elapse(5 * 60);
  await setup.ping(code);
  await setup.clock.elapse(day);
  const [server] = (await read()).servers;
  expect(server?.outages).toBe('Outages on 1 day: Mar 4 (5 min)');
  expect(server?.days).toEqual([
    { kind: 'none', length: 86, words: 'Dec 6 – Mar 1: not monitored' },
    { kind: 'up', length: 2, words: 'Mar 2 – Mar 3: no outage' },
    { kind: 'down', length: 1, words: 'Mar 4: offline for 5 min' },
    { kind: 'up', length: 1, words: 'Mar 5: no outage' },
  ]);
});

test('answers the same as JSON for other sites, and unchanged answers with 304', async () => {
  expect((await setup.app.inject('/status.json')).statusCode).toBe(404);
  const { id, code } = await setup.addServer();
  await show([id]);
  await setup.ping(code, '/fail');
  await setup.clock.elapse(60);
  const answer = await setup.app.inject('/status.json');
  expect(answer.headers).toMatchObject({ 'access-control-allow-origin': '*', 'cache-control': 'no-cache' });
  expect(answer.json()).toMatchObject({
    status: 'offline',
    description: 'Servers are offline',
    counts: { offline: 1, maintenance: 0 },
    servers: [
      { name: 'Server 1', status: 'offline', uptime90Days: 0, outages: [{ day: '2026-03-02', offlineSeconds: 60 }] },
    ],
    maintenance: [],
  });
  expect(answer.body).not.toContain(code);
  for (const url of ['/status', '/status.json']) {
    const { headers } = await setup.app.inject(url);
    const again = await setup.app.inject({ url, headers: { 'if-none-match': headers.etag } });
    expect([url, again.statusCode]).toEqual([url, 304]);
  }
});

test('readers get the last documents while the database fails', async () => {
  const { id, code } = await setup.addServer();
  await show([id]);
  await setup.ping(code);
  const addresses = ['/status', '/status.json', '/status.rss'];
  const all = () => Promise.all(addresses.map((url) => setup.app.inject(url)));
  const before = await all();
  await setup.store.execute('alter table status_incidents rename to incidents_away');
  try {
    await expect(setup.admin.status.incidents()).rejects.toThrow();
    const during = await all();
    expect(during.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
    expect(during.map(({ body }) => body)).toEqual(before.map(({ body }) => body));
  } finally {
    await setup.store.execute('alter table incidents_away rename to status_incidents');
  }
  await setup.clock.elapse(60);
  expect((await setup.app.inject('/status.json')).body).not.toBe(before[1]?.body);
});
