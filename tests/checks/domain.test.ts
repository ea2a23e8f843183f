import { afterEach, expect, test } from 'vitest';
import { checkSettings } from '../../contract/checks.ts';
import { closeServers, serve, tryOnce } from './setup.ts';

afterEach(closeServers);

const dayMs = 86_400_000;
const now = new Date('2026-11-23T12:00:00Z');
const inDays = (days: number) => new Date(Number(now) + days * dayMs).toISOString();
const expiring = (eventDate: string) => ({ events: [{ eventAction: 'expiration', eventDate }] });

/** A registry of `.example`, and the list that names it; `answers` has the answer of each path. */
async function registry(answers: Record<string, { status?: number; location?: string; body?: unknown }>) {
  const asked: string[] = [];
  let origin = '';
  origin = await serve((request, answer) => {
    const path = request.url ?? '';
    asked.push(path);
    const services = [
      [['org'], ['http://elsewhere.example/']],
      [['example', 'co.example'], [`${origin}/rdap`]],
    ];
    const {
      status = 200,
      location,
      body,
    } = path === '/dns.json' ? { body: { services } } : (answers[path] ?? { status: 404 });
    answer.writeHead(status, location === undefined ? {} : { location }).end(JSON.stringify(body ?? {}));
  });
  const attempt = (host: string, minDays = 21) =>
    tryOnce({ kind: 'domain', host, minDays }, { now: () => now, rdapBootstrapUrl: `${origin}/dns.json` });
  return { asked, answers, reason: async (host: string, minDays?: number) => (await attempt(host, minDays)).reason };
}

test('a domain is well until the days before its end', async () => {
  const { reason } = await registry({ '/rdap/domain/shop.example': { body: expiring(inDays(30)) } });
  expect(await reason('Shop.example.')).toBe('');
  expect(await reason('shop.example', 31)).toBe('The registration of shop.example ends in 30 days, on 2026-12-23.');
});

test('a domain that has ended says when', async () => {
  const { reason } = await registry({ '/rdap/domain/shop.example': { body: expiring(inDays(-2)) } });
  expect(await reason('shop.example')).toBe('The registration of shop.example ended on 2026-11-21.');
});

test('the longest ending counts, and redirects to the registrar are followed', async () => {
  const { reason } = await registry({
    '/rdap/domain/shop.co.example': { status: 302, location: '/registrar/shop' },
    '/registrar/shop': { body: expiring(inDays(1)) },
  });
  expect(await reason('shop.co.example')).toMatch(/ends in 1 day, on/);
});

test.each([
  ['www.shop.example', {}, /knows no domain www\.shop\.example: enter the registered domain/],
  ['shop.test', {}, /The registry of \.test does not say when domains end/],
  [
    'shop.example',
    { '/rdap/domain/shop.example': { body: { events: [] } } },
    /does not say when the registration ends/,
  ],
  ['shop.example', { '/rdap/domain/shop.example': { status: 429 } }, /The registry answered 429/],
] as const)('%s with %o fails with the reason', async (host, answers, expected) => {
  const { reason } = await registry(answers);
  expect(await reason(host)).toMatch(expected);
});

test('a registry that does not answer for a while is no failure, and the list is read once a day', async () => {
  const { reason, answers, asked } = await registry({ '/rdap/domain/shop.example': { body: expiring(inDays(30)) } });
  expect(await reason('shop.example')).toBe('');
  answers['/rdap/domain/shop.example'] = { status: 429 };
  expect(await reason('shop.example')).toBe('');
  expect(await reason('shop.example', 40)).toMatch(/ends in 30 days/);
  expect(asked.filter((path) => path === '/dns.json').length).toBe(1);
});

test.each(['localhost', '127.0.0.1', 'https://shop.example', 'shop..example', '-shop.example'])(
  '%s is no domain',
  (host) => {
    expect(checkSettings.safeParse({ target: { kind: 'domain', host }, everySeconds: 21_600 }).success).toBe(false);
  },
);

test('a domain is asked for every six hours at most', () => {
  const target = { kind: 'domain' as const, host: 'shop.example' };
  const short = checkSettings.safeParse({ target, everySeconds: 3600 });
  expect(short.error?.issues[0]?.message).toContain('at least 6 hours');
});
