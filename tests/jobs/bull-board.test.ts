import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { antiForgery } from '../../contract/session.ts';
import { dialect } from '../../db/dialect.ts';
import { until } from '../fakes/clock.ts';
import { type RedisServer, startRedisServer } from '../fixture/redis-server.ts';
import { admin, startTestServer, type TestServer } from '../fixture/server.ts';
import { addClientUser } from '../fixture/users.ts';
import { enqueueParked } from './parked.ts';

// On Postgres BullMQ runs without Redis.
let redis: RedisServer | undefined;
let server: TestServer;
beforeAll(async () => {
  redis = dialect === 'postgres' ? undefined : await startRedisServer();
  server = await startTestServer({ REDIS_URL: redis?.url ?? '' });
  await addClientUser(server.deps, { userName: 'mira', password: 'tide table', telephonyClientId: 7 });
  await enqueueParked(server.deps.queue, 'seven');
  await until(async () => (await server.deps.queue.countParked()) === 1);
});
afterAll(async () => {
  await server.stop();
  await redis?.remove();
});

const board = (path = '') => `${server.address}/admin/queues${path}`;

/** A browser's cookies after signing in. */
async function cookiesOf(user: { userName: string; password: string }): Promise<Record<string, string>> {
  const body = new URLSearchParams({ grant_type: 'password', username: user.userName, password: user.password });
  const answer = await fetch(`${server.address}/token`, { method: 'POST', body });
  const pairs = answer.headers.getSetCookie().map((cookie) => cookie.split(';')[0]?.split('=') ?? []);
  return Object.fromEntries(pairs);
}
const cookieHeader = (cookies: Record<string, string>) =>
  Object.entries(cookies)
    .map(([name, value]) => `${name}=${value}`)
    .join('; ');

describe('access', () => {
  test('only an Admin with the download cookie may read the page, its files and its API', async () => {
    const adminCookie = cookieHeader(await cookiesOf(admin));
    const clientCookie = cookieHeader(await cookiesOf({ userName: 'mira', password: 'tide table' }));
    for (const path of ['', '/', '/queue/vitrine', '/api/queues', '/static/favicon.ico']) {
      expect((await fetch(board(path))).status, path).toBe(401);
      expect((await fetch(board(path), { headers: { cookie: clientCookie } })).status, path).toBe(403);
    }
    for (const path of ['', '/queue/vitrine', '/api/queues'])
      expect((await fetch(board(path), { headers: { cookie: adminCookie } })).status, path).toBe(200);
  });

  test('writes are refused with the cookie, the anti-forgery header and a token', async () => {
    const cookies = await cookiesOf(admin);
    const cookie = cookieHeader(cookies);
    const proof = { [antiForgery.header]: cookies[antiForgery.cookie] ?? '' };
    const bearer = { authorization: `Bearer ${server.adminToken}` };
    for (const headers of [{ cookie }, { cookie, ...proof }, bearer]) {
      for (const path of ['/api/queues/vitrine/pause', '/api/queues/vitrine/obliterate', '/api/queues/pause']) {
        const answer = await fetch(board(path), { method: 'PUT', headers });
        expect(answer.status, path).toBe(403);
      }
      expect((await fetch(board('/api/queues/vitrine/add'), { method: 'POST', headers })).status).toBe(403);
    }
    const { isPaused, parked } = await server.deps.queue.overview();
    expect({ isPaused, parked }).toEqual({ isPaused: false, parked: 1 });
  });

  test.skipIf(dialect === 'postgres')('it does not exist with the embedded queue', async () => {
    const plain = await startTestServer();
    expect((await fetch(`${plain.address}/admin/queues`)).status).toBe(404);
    await plain.stop();
  });

  test('only its own pages may set a base', async () => {
    const cookie = cookieHeader(await cookiesOf(admin));
    const own = (await fetch(board(), { headers: { cookie } })).headers.get('content-security-policy');
    expect(own).toContain("base-uri 'self'");
    expect(own).toContain("script-src 'self';");
    const answer = await fetch(`${server.address}/`);
    await answer.text();
    expect(answer.headers.get('content-security-policy')).toContain("base-uri 'none'");
  });
});
