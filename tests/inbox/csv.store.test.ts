import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Role } from '../../contract/roles.ts';
import { csvRow } from '../../core/export/csv.ts';
import { subscribers } from '../../db/schema/subscribe.ts';
import { downloadCookie } from '../../server/accounts/request-session.ts';
import { addSignedIn } from '../fixture/users.ts';
import { makeSetup, type Setup } from './setup.ts';

describe('CSV rows', () => {
  test.each([
    ['=1+1', "'=1+1"],
    ['+49 30', "'+49 30"],
    ['-2', "'-2"],
    ['@SUM(A1)', "'@SUM(A1)"],
    [' \t=cmd', "' \t=cmd"],
    [' padded', '" padded"'],
    ['\t=cmd', "'\t=cmd"],
    ['\r=cmd', `"'\r=cmd"`],
    ['＝1+1', "'＝1+1"],
    ['=HYPERLINK("http://x.example","y")', `"'=HYPERLINK(""http://x.example"",""y"")"`],
    ['a,b', '"a,b"'],
    ['say "hi"', '"say ""hi"""'],
    ['two\nlines', '"two\nlines"'],
    ['a=b', 'a=b'],
    ['', ''],
  ])('%j', (cell, written) => {
    expect(csvRow([cell, 'x'])).toBe(`${written},x\r\n`);
  });

  test('numbers and times are written as they are, null as an empty cell', () => {
    expect(csvRow([-5, new Date(0), null])).toBe('-5,1970-01-01T00:00:00.000Z,\r\n');
  });
});

describe('the subscriber list as a CSV file', () => {
  let setup: Setup;
  beforeEach(async () => {
    setup = await makeSetup();
  });
  afterEach(() => setup.remove());

  const signIn = (role: Role) => addSignedIn(setup.deps, role);

  test('is for an Admin, by bearer token or by download cookie', async () => {
    const get = (headers: Record<string, string> = {}) => setup.app.inject({ url: '/api/subscribers.csv', headers });
    const [admin, client] = [await signIn('Admin'), await signIn('Client')];
    expect((await get()).statusCode).toBe(401);
    expect((await get({ authorization: 'Bearer nonsense' })).statusCode).toBe(401);
    expect((await get({ authorization: `Bearer ${client.token}` })).statusCode).toBe(403);
    expect((await get({ cookie: `${downloadCookie}=${client.downloadToken}` })).statusCode).toBe(403);
    expect((await get({ authorization: `Bearer ${admin.token}` })).statusCode).toBe(200);
    const file = await get({ cookie: `${downloadCookie}=${admin.downloadToken}` });
    expect(file.statusCode).toBe(200);
    expect(file.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="subscribers-2026-03-02.csv"',
      'cache-control': 'no-store',
    });
  });

  test('contains the active addresses with their unsubscribe links, or all on request', async () => {
    const { token } = await signIn('Admin');
    const get = async (query = '') =>
      (await setup.app.inject({ url: `/api/subscribers.csv${query}`, headers: { authorization: `Bearer ${token}` } }))
        .body;
    const subscribedAt = setup.clock.now();
    await setup.deps.db.insert(subscribers).values([
      { email: 'ann@example.org', token: 'token-of-ann', subscribedAt },
      { email: '+cmd@example.org', token: 'token-of-cmd', subscribedAt },
      { email: 'gone@example.org', token: 'token-of-gone', subscribedAt, unsubscribedAt: subscribedAt },
    ]);
    const time = '2026-03-02T08:00:00.000Z';
    expect(await get()).toBe(
      [
        '\uFEFFE-mail,Subscribed,Unsubscribed,Unsubscribe link,State,Confirmed,Consent given,Consent version,Consent text',
        `ann@example.org,${time},,https://harbour.example/unsubscribe/token-of-ann,Subscribed,,,,`,
        `'+cmd@example.org,${time},,https://harbour.example/unsubscribe/token-of-cmd,Subscribed,,,,`,
        '',
      ].join('\r\n'),
    );
    expect(await get('?all=true')).toContain(`gone@example.org,${time},${time},https://`);
  });

  test('is complete even if longer than one batch', async () => {
    const { token } = await signIn('Admin');
    const subscribedAt = setup.clock.now();
    for (let start = 0; start < 2500; start += 500) {
      const numbers = Array.from({ length: 500 }, (_, offset) => start + offset);
      await setup.deps.db
        .insert(subscribers)
        .values(numbers.map((number) => ({ email: `s${number}@example.org`, token: `t${number}`, subscribedAt })));
    }
    const file = await setup.app.inject({ url: '/api/subscribers.csv', headers: { authorization: `Bearer ${token}` } });
    const addresses = file.body
      .trim()
      .split('\r\n')
      .slice(1)
      .map((row) => row.split(',')[0]);
    expect(addresses.length).toBe(2500);
    expect(new Set(addresses).size).toBe(2500);
  });
});
