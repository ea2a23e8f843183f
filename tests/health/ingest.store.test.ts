import { afterEach, beforeEach, expect, test } from 'vitest';
import { hour, makeSetup, minute, type Setup } from './setup.ts';

let setup: Setup;
const metricsToken = 'metrics-token-of-these-tests-0123456789';
beforeEach(async () => {
  setup = await makeSetup({ METRICS_TOKEN: metricsToken });
});
afterEach(() => setup.remove());

test('GET, HEAD and POST reply OK after the ping is stored, without cookies', async () => {
  const { id, code } = await setup.addServer();
  for (const method of ['GET', 'HEAD', 'POST'] as const) {
    const answer = await setup.ping(code, '', { method });
    expect([answer.statusCode, answer.body]).toEqual([200, method === 'HEAD' ? '' : 'OK']);
    expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', 'access-control-allow-origin': '*' });
    expect(answer.headers['set-cookie']).toBeUndefined();
  }
  expect((await setup.pings(id)).map(({ method }) => method)).toEqual(['GET', 'HEAD', 'POST']);
  expect(await setup.monitor(id)).toMatchObject({ status: 'online', pingCount: 3, lastPingAt: setup.clock.now() });
});

test('unknown, malformed and over-long codes and suffixes get 404', async () => {
  const { code } = await setup.addServer();
  const paths = ['unknown-code-0123456789', 'short', 'x'.repeat(65), 'x'.repeat(5000), '%00%41', `${code}/none`];
  for (const path of [...paths, `${code}/256`, `${code}/-1`, `${code}/fail/more`])
    expect((await setup.ping(path)).statusCode, path.slice(0, 40)).toBe(404);
});

/** Pings that the rate limit refused, as the metrics of this process count them. */
async function refusedPings() {
  const headers = { authorization: `Bearer ${metricsToken}` };
  const { body } = await setup.app.inject({ url: '/metrics', headers });
  return Number(/^vitrine_heartbeats_total\{outcome="refused"\} (\d+)$/m.exec(body)?.[1]);
}

test('a code is limited to five pings a minute, independently of other codes', async () => {
  const [one, other] = [await setup.addServer(), await setup.addServer()];
  const refusedBefore = await refusedPings();
  const answers = [];
  for (let pings = 0; pings < 6; pings += 1) answers.push((await setup.ping(one.code)).statusCode);
  expect(answers).toEqual([200, 200, 200, 200, 200, 429]);
  expect(await refusedPings()).toBe(refusedBefore + 1);
  expect((await setup.ping(other.code)).statusCode).toBe(200);
  await setup.clock.elapse(minute - 1);
  const early = await setup.ping(one.code);
  expect([early.statusCode, early.headers['retry-after']]).toEqual([429, '1']);
  await setup.clock.elapse(1);
  expect((await setup.ping(one.code)).statusCode).toBe(200);
});

test('a server without a ping for fifty seconds is within its limit, unless a ping was refused', async () => {
  const [one, other] = [await setup.addServer(), await setup.addServer()];
  for (const { code } of [one, other]) for (let pings = 0; pings < 5; pings += 1) await setup.ping(code);
  expect((await setup.ping(other.code)).statusCode).toBe(429);
  await setup.clock.elapse(50);
  expect((await setup.ping(one.code)).statusCode).toBe(200);
  expect((await setup.ping(other.code)).headers['retry-after']).toBe('10');
  await setup.clock.elapse(49);
  // Less than fifty seconds after the last one: counted, with the one before.
  for (const status of [200, 200, 200, 200, 429]) expect((await setup.ping(one.code)).statusCode).toBe(status);
  expect((await setup.monitor(one.id)).pingCount).toBe(10);
});

test('a server with a ping every 12 seconds is never refused', async () => {
  const { id, code } = await setup.addServer();
  for (let pings = 0; pings < 20; pings += 1) {
    expect((await setup.ping(code)).statusCode).toBe(200);
    await setup.clock.elapse(12);
  }
  expect((await setup.monitor(id)).pingCount).toBe(20);
});

test('plain pings over a connection get the same answers, limits and metrics as all others', async () => {
  const address = await setup.app.listen({ port: 0, host: '127.0.0.1' });
  const { id, code } = await setup.addServer();
  const send = (path: string, options: RequestInit = {}) => fetch(`${address}/serverhealthstatus/${path}`, options);
  const shown = ({ headers }: Response) =>
    [...headers].filter(([name]) => !['date', 'connection', 'keep-alive'].includes(name));
  const posted = await send(code, { method: 'POST', body: 'well' });
  const plain = await send(code);
  expect([plain.status, await plain.text(), shown(plain)]).toEqual([200, await posted.text(), shown(posted)]);
  expect((await send(code, { headers: { 'user-agent': 'a'.repeat(500) } })).status).toBe(200);
  const stored = await setup.pings(id);
  expect(stored.map(({ method, userAgent }) => [method, userAgent.length])).toEqual([
    ['POST', 4],
    ['GET', 4],
    ['GET', 200],
  ]);
  for (const status of [200, 200, 429]) expect((await send(code)).status).toBe(status);
  const refused = await send(code);
  expect([refused.headers.get('retry-after'), await refused.text()]).toEqual(['60', 'Too many requests']);
  const unknown = [];
  for (let pings = 0; pings < 6; pings += 1) unknown.push((await send('unknown-code-0123456789')).status);
  expect(unknown).toEqual([404, 404, 404, 404, 404, 429]);
  const other = await setup.addServer();
  await setup.store.execute('alter table health_monitors rename to health_away');
  expect((await send(other.code)).status).toBe(500);
  await setup.store.execute('alter table health_away rename to health_monitors');
  for (const status of [200, 200, 200, 200, 200, 429]) expect((await send(other.code)).status).toBe(status);
  const metrics = await setup.app.inject({ url: '/metrics', headers: { authorization: `Bearer ${metricsToken}` } });
  const counted = /^vitrine_http_requests_total\{route="\/serverhealthstatus\/\*",method="GET",status="200"\} (\d+)$/m;
  expect(Number(counted.exec(metrics.body)?.[1])).toBeGreaterThanOrEqual(9);
});

test('a ping that could not be written does not count toward the limit', async () => {
  const [one, other] = [await setup.addServer(), await setup.addServer()];
  expect((await setup.ping(one.code)).statusCode).toBe(200);
  await setup.store.execute('alter table health_monitors rename to health_away');
  const failed = await Promise.all(Array.from({ length: 6 }, () => setup.ping(one.code)));
  expect(failed.map(({ statusCode }) => statusCode)).toEqual([500, 500, 500, 500, 500, 500]);
  expect((await setup.ping(other.code)).statusCode).toBe(500);
  await setup.store.execute('alter table health_away rename to health_monitors');
  const answers = [];
  for (let pings = 0; pings < 5; pings += 1) answers.push((await setup.ping(one.code)).statusCode);
  expect(answers).toEqual([200, 200, 200, 200, 429]);
  expect([(await setup.monitor(one.id)).pingCount, (await setup.pings(one.id)).length]).toEqual([5, 5]);
  expect(await setup.pings(other.id)).toEqual([]);
});

test('a ping that was counted and could not be written is given back', async () => {
  const { id, code } = await setup.addServer();
  // A start is counted after the look at the server, and its row cannot be stored.
  await setup.store.execute('alter table health_hits rename to health_hits_away');
  for (let pings = 0; pings < 6; pings += 1) expect((await setup.ping(code, '/start')).statusCode).toBe(500);
  await setup.store.execute('alter table health_hits_away rename to health_hits');
  for (const status of [200, 200, 200, 200, 200, 429])
    expect((await setup.ping(code, '/start')).statusCode).toBe(status);
  expect((await setup.monitor(id)).pingCount).toBe(5);
});

test('guessing codes is limited, servers behind the same address are not', async () => {
  const { code } = await setup.addServer();
  const answers = [];
  for (let guess = 0; guess < 62; guess += 1)
    answers.push((await setup.ping(`guessed-code-number-${guess}`)).statusCode);
  expect(answers.slice(58)).toEqual([404, 404, 429, 429]);
  expect((await setup.ping(code)).statusCode).toBe(200);
});

test('concurrent pings are all stored', async () => {
  const servers = [];
  for (let count = 0; count < 40; count += 1) servers.push(await setup.addServer());
  const answers = await Promise.all(servers.flatMap(({ code }) => [setup.ping(code), setup.ping(code)]));
  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
  for (const { id } of servers)
    expect([await setup.monitor(id), await setup.pings(id)]).toMatchObject([{ pingCount: 2 }, [{}, {}]]);
});

test('a deleted server leaves no pings, also none that arrive during the deletion', async () => {
  const servers = [];
  for (let count = 0; count < 12; count += 1) servers.push(await setup.addServer());
  const [deleted, kept] = [servers.slice(0, 10), servers.slice(10)];
  for (const suffix of ['', '/start', '/fail']) for (const { code } of servers) await setup.ping(code, suffix);
  const deletions = deleted.map(({ id }) => setup.admin.clients.items.delete({ id }));
  const pings = servers.flatMap(({ code }) => [setup.ping(code, '/start'), setup.ping(code)]);
  await Promise.all([...pings, ...deletions]);
  for (const { id } of deleted) expect(await setup.pings(id)).toEqual([]);
  for (const { id } of kept) expect(await setup.pings(id)).toHaveLength(5);
});

test('stores the first 10 kB of the body and 200 characters of the user agent of the last 100 pings', async () => {
  const { id, code } = await setup.addServer();
  for (let pings = 0; pings < 103; pings += 1) {
    await setup.clock.elapse(minute);
    const answer = await setup.app.inject({
      method: 'POST',
      url: `/serverhealthstatus/${code}`,
      payload: `${pings}${'x'.repeat(200_000)}`,
      headers: { 'content-type': 'application/octet-stream', 'user-agent': 'a'.repeat(500) },
    });
    expect([answer.statusCode, answer.headers.connection]).toEqual([200, 'close']);
  }
  const kept = await setup.pings(id);
  expect(kept.length).toBe(100);
  expect(kept[0]?.body.slice(0, 2)).toBe('3x');
  expect([kept[99]?.body.length, kept[99]?.userAgent.length]).toEqual([10_000, 200]);
});

test('a start measures the duration; a failure or a non-zero exit code means offline at once', async () => {
  const { id, code } = await setup.addServer();
  await setup.ping(code, '/start');
  const runDeadline = new Date(Number(setup.clock.now()) + hour * 1000);
  expect(await setup.monitor(id)).toMatchObject({ status: 'new', dueAt: runDeadline });
  await setup.clock.elapse(42);
  await setup.ping(code, '/0');
  expect(await setup.monitor(id)).toMatchObject({ status: 'online', startedAt: null });
  await setup.clock.elapse(minute);
  await setup.ping(code, '/3');
  expect(await setup.monitor(id)).toMatchObject({ status: 'offline', statusSince: setup.clock.now(), dueAt: null });
  expect(await setup.pings(id)).toMatchObject([
    { kind: 'start', durationMilliseconds: null },
    { kind: 'success', exitCode: 0, durationMilliseconds: 42_000 },
    { kind: 'failure', exitCode: 3 },
  ]);
  const newestFirst = [{ kind: 'failure' }, { kind: 'success' }, { kind: 'start' }];
  expect((await setup.admin.health.detail({ id })).pings).toMatchObject(newestFirst);
});

test('a due time does not move back when the clock does', async () => {
  const { id, code } = await setup.addServer();
  await setup.ping(code);
  const { dueAt } = await setup.monitor(id);
  await setup.clock.elapse(-600);
  expect((await setup.ping(code)).statusCode).toBe(200);
  expect((await setup.monitor(id)).dueAt).toEqual(dueAt);
});
