import { afterAll, beforeAll, expect, test } from 'vitest';
import { link } from '../../contract/links.ts';
import { securityHeaders } from '../../server/http/security-headers.ts';
import { addSignedIn } from '../fixture/users.ts';
import { makeSetup, type Setup } from '../inbox/setup.ts';

let setup: Setup;
beforeAll(async () => {
  setup = await makeSetup();
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
  const { token } = await addSignedIn(setup.deps, 'Admin');
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
