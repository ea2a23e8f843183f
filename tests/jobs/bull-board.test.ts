import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { antiForgery } from '../../contract/session.ts';
import { until } from '../fakes/clock.ts';
import { launchBrowser, openPage, signInAsAdmin } from '../fixture/browser.ts';
import { type RedisServer, startRedisServer } from '../fixture/redis-server.ts';
import { admin, startTestServer, type TestServer } from '../fixture/server.ts';
import { addClientUser } from '../fixture/users.ts';
import { enqueueUnfit } from './parked.ts';

let redis: RedisServer;
let server: TestServer;
beforeAll(async () => {
  redis = await startRedisServer();
  server = await startTestServer({ REDIS_URL: redis.url });
  await addClientUser(server.deps, { userName: 'mira', password: 'tide table', telephonyClientId: 7 });
  await enqueueUnfit(server.deps.queue, 'seven');
  await until(async () => (await server.deps.queue.countParked()) === 1);
});
afterAll(async () => {
  await server.stop();
  await redis.remove();
});

const board = (path = '') => `${server.address}/admin/queues${path}`;

/** The cookies a browser has after signing in. */
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

describe('who may look', () => {
  test('an Admin by the download cookie; nobody else, and no file or answer of it either', async () => {
    const adminCookie = cookieHeader(await cookiesOf(admin));
    const clientCookie = cookieHeader(await cookiesOf({ userName: 'mira', password: 'tide table' }));
    for (const path of ['', '/', '/queue/vitrine', '/api/queues', '/static/favicon.ico']) {
      expect((await fetch(board(path))).status, path).toBe(401);
      expect((await fetch(board(path), { headers: { cookie: clientCookie } })).status, path).toBe(403);
    }
    for (const path of ['', '/queue/vitrine', '/api/queues'])
      expect((await fetch(board(path), { headers: { cookie: adminCookie } })).status, path).toBe(200);
  });

  test('nothing is changed through it: not by the cookie, not with the anti-forgery header, not by a token', async () => {
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

  test('it does not exist with the embedded queue', async () => {
    const plain = await startTestServer();
    expect((await fetch(`${plain.address}/admin/queues`)).status).toBe(404);
    await plain.stop();
  });

  test('its policy is its own: other pages forbid a base as before', async () => {
    const cookie = cookieHeader(await cookiesOf(admin));
    const own = (await fetch(board(), { headers: { cookie } })).headers.get('content-security-policy');
    expect(own).toContain("base-uri 'self'");
    expect(own).toContain("script-src 'self';");
    const answer = await fetch(`${server.address}/`);
    await answer.text();
    expect(answer.headers.get('content-security-policy')).toContain("base-uri 'none'");
  });
});

test('the page works in a browser, from the Jobs screen, and shows the parked job without buttons that change it', async () => {
  const browser: Browser = await launchBrowser();
  const { page, context } = await openPage(browser, { viewport: { width: 1440, height: 1000 } });
  await signInAsAdmin(page, server);
  await page.goto(`${server.address}/#/admin/jobs`);
  await page.getByText('BullMQ on Redis').waitFor();
  const [opened] = await Promise.all([
    context.waitForEvent('page'),
    page.getByRole('link', { name: 'Bull Board' }).click(),
  ]);
  const failures: string[] = [];
  opened.on('pageerror', (error) => failures.push(String(error)));
  await opened
    .getByRole('link', { name: /vitrine/ })
    .first()
    .waitFor();
  await opened.goto(board('/queue/vitrine?status=failed'));
  await opened.getByText('send-message').first().waitFor();
  expect(await opened.getByRole('button', { name: /retry|clean|promote|pause|add job/i }).count()).toBe(0);
  expect(failures).toEqual([]);
  await browser.close();
}, 60_000);
