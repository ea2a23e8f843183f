import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { link } from '../../contract/links.ts';
import { buildApp } from '../../server/app.ts';
import { securityHeaders } from '../../server/http/security-headers.ts';
import { addSignedIn } from '../fixture/users.ts';
import { makeSetup, type Setup } from '../inbox/setup.ts';

let setup: Setup;
/** Bearer token of an Admin. */
let token: string;
beforeAll(async () => {
  setup = await makeSetup();
  ({ token } = await addSignedIn(setup.deps, 'Admin'));
});
afterAll(() => setup.remove());

test.each([
  ['GET', '/trpc/%25'],
  ['GET', '/trpc/%'],
  ['GET', '/trpc/%00'],
  ['GET', '/api/%25'],
  ['GET', '/images/%25'],
  ['GET', '/serverhealthstatus/%25'],
  ['POST', '/trpc/%25'],
  ['GET', '/trpc/promo.heading.list?input=%25'],
  ['TRACE', '/trpc/promo.published'],
  ['PROPFIND', '/trpc/promo.published'],
  ['DELETE', '/trpc/promo.published'],
  ['TRACE', '/'],
  ['TRACE', '/api/getpromomasterdetail'],
] as const)('%s %s is refused, not failed', async (method, url) => {
  const { statusCode } = await setup.app.inject({ method, url });
  expect(statusCode).toBeGreaterThanOrEqual(400);
  expect(statusCode).toBeLessThan(500);
});

test('a list of a record without parent refuses a parentId', async () => {
  await expect(setup.admin.promo.heading.list({ parentId: 1 })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  await expect(setup.admin.facts.items.list({ parentId: 1 })).resolves.toEqual([]);
});

test.each([
  ['/%', 400],
  ['/api/%ZZ', 400],
  [`/images/${'a'.repeat(3000)}`, 414],
  ['/api/no-such-path', 404],
  ['/images/none', 404],
])('%s is refused with an envelope that nothing caches', async (url, status) => {
  const answer = await setup.app.inject({ url });
  expect(answer.statusCode).toBe(status);
  expect(answer.json()).toEqual({ Status: expect.any(Number), Message: expect.any(String), Data: null });
  expect(answer.headers['cache-control']).toBe('no-store');
});

test('reads of signed-in users are not cached, and every answer switches unused browser features off', async () => {
  const headers = { authorization: `Bearer ${token}` };
  for (const url of [
    '/api/getpromomasterdetail',
    '/trpc/promo.heading.list?input=%7B%7D',
    '/trpc/session.me',
    '/api/subscribers.csv',
  ]) {
    const answer = await setup.app.inject({ url, headers });
    expect([url, answer.statusCode, answer.headers['cache-control']]).toEqual([url, 200, 'no-store']);
    expect(answer.headers['permissions-policy']).toMatch(/camera=\(\).*microphone=\(\)/);
  }
  const visitor = await setup.app.inject('/api/getpromomasterdetail');
  expect(visitor.headers['cache-control']).toBe('public, no-cache');
});

describe('tRPC', () => {
  const call = (method: 'GET' | 'HEAD' | 'POST', url: string, payload = '', headers = {}) =>
    setup.app.inject({ method, url, payload, headers });
  const json = { 'content-type': 'application/json' };

  test('answers a batch in its order, with 207 if the calls end differently', async () => {
    const inputs = encodeURIComponent(JSON.stringify({ 0: {}, 1: { id: 'no number' } }));
    const mixed = await call('GET', `/trpc/promo.heading.published,session.me,no.such?batch=1&input=${inputs}`);
    expect(mixed.statusCode).toBe(207);
    expect(mixed.json()).toEqual([
      { result: { data: expect.any(Array) } },
      { error: expect.objectContaining({ data: expect.objectContaining({ httpStatus: 401, path: 'session.me' }) }) },
      { error: expect.objectContaining({ data: expect.objectContaining({ httpStatus: 404, code: 'NOT_FOUND' }) }) },
    ]);
    expect(mixed.headers['content-type']).toContain('application/json');
    expect((await call('GET', '/trpc/session.me,health.list?batch=1')).statusCode).toBe(401);
    const one = await call('GET', '/trpc/promo.heading.published?batch=1');
    expect([one.statusCode, one.json()]).toEqual([200, [{ result: { data: expect.any(Array) } }]]);
  });

  test.each([
    ['GET', '/trpc/no.such', '', {}, 404],
    ['GET', '/trpc/constructor', '', {}, 404],
    ['GET', '/trpc/__proto__', '', {}, 404],
    ['GET', '/trpc/inbox.send', '', {}, 405],
    ['POST', '/trpc/promo.heading.published', '{}', json, 405],
    ['POST', '/trpc/inbox.send', '{', json, 400],
    ['POST', '/trpc/inbox.send', '', json, 400],
    ['POST', '/trpc/inbox.send?batch=1', '[{}]', json, 400],
    ['POST', '/trpc/inbox.send?batch=1', 'null', json, 400],
    ['POST', '/trpc/inbox.send', '', {}, 415],
    ['HEAD', '/trpc/promo.heading.published', '', {}, 204],
  ] as const)('%s %s with the body %j and %j is answered with %i', async (method, url, payload, headers, status) => {
    const answer = await call(method, url, payload, headers);
    expect([answer.statusCode, answer.headers['cache-control']]).toEqual([status, 'no-store']);
  });

  test('a refusal has its status in a query, a mutation and a procedure for everyone', async () => {
    const headers = { authorization: `Bearer ${token}` };
    const query = await call('GET', '/trpc/telephony.log.details?input=%7B%22id%22%3A1%7D', '', headers);
    const mutation = await call('POST', '/trpc/inbox.delete', '{"id":1}', { ...headers, ...json });
    expect([query.statusCode, mutation.statusCode]).toEqual([404, 404]);
    const hello = JSON.stringify({ name: 'Ann', email: 'ann@example.org', message: 'Do you ship?' });
    const remoteAddress = '192.0.2.77';
    const send = () =>
      setup.app.inject({ method: 'POST', url: '/trpc/inbox.send', payload: hello, headers: json, remoteAddress });
    for (let number = 0; number < 20; number += 1) expect((await send()).statusCode).toBe(200);
    expect((await send()).statusCode).toBe(429);
  });

  test('a limit that cannot count is an error of the server, also for OAuth 2', async () => {
    const broken = { consume: () => Promise.reject(new Error('cannot count')), giveBack: async () => {} };
    const app = await buildApp({ ...setup.deps, limits: { ...setup.deps.limits, login: broken } });
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const payload = 'grant_type=password&username=ann&password=tide+table';
    const answer = await app.inject({ method: 'POST', url: '/token', payload, headers });
    expect([answer.statusCode, answer.json().Status]).toEqual([500, 2]);
    await app.close();
  });

  test('refuses an input that is given twice', async () => {
    const headers = { authorization: `Bearer ${token}` };
    const input = 'input=%7B%7D';
    expect((await call('GET', `/trpc/facts.items.list?${input}`, '', headers)).statusCode).toBe(200);
    expect((await call('GET', `/trpc/facts.items.list?${input}&${input}`, '', headers)).statusCode).toBe(400);
  });
});

test.each(['/', '/api/getpromomasterdetail', '/trpc/session.me', '/no-such-page', '/readyz'])(
  '%s is sent with the security headers',
  async (url) => {
    const { headers } = await setup.app.inject({ url, headers: { accept: 'text/html' } });
    expect(headers).toMatchObject({
      'content-security-policy': expect.stringMatching(
        /^default-src 'self';script-src 'self'[^;]*;style-src 'self' 'unsafe-inline';.*base-uri 'none';object-src 'none'$/,
      ),
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'origin-agent-cluster': '?1',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
      'x-content-type-options': 'nosniff',
      'x-dns-prefetch-control': 'off',
      'x-download-options': 'noopen',
      'x-frame-options': 'SAMEORIGIN',
      'x-permitted-cross-domain-policies': 'none',
      'x-xss-protection': '0',
    });
  },
);

test('a site without https does not ask browsers for https', () => {
  const headers = securityHeaders({ publicUrl: 'http://site.example' }, []);
  expect(headers).toHaveProperty('x-frame-options');
  expect(headers).not.toHaveProperty('strict-transport-security');
});

test.each(['/\\evil.example', '//evil.example', '/\t/evil.example', '/a\\b', '/ /evil.example', '\\\\evil.example'])(
  '%j is no link',
  (address) => {
    expect(link('Link').safeParse(address).success).toBe(false);
  },
);

test.each(['/', '/price-list.pdf', '/a/b?c=d#e', 'https://harbour.example', '#features'])('%j is a link', (address) => {
  expect(link('Link').safeParse(address).success).toBe(true);
});
