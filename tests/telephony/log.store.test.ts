import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { eq } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/better-sqlite3';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { castTo } from '../../contract/cast.ts';
import { logPage } from '../../contract/message-log.ts';
import { logFilter } from '../../contract/telephony.ts';
import { importMessages } from '../../core/telephony/import-log.ts';
import { everyLogRow, newestLogRows, readLogPage } from '../../core/telephony/log-query.ts';
import type { Database } from '../../db/database.ts';
import { dialect } from '../../db/dialect.ts';
import { telephonyMessages } from '../../db/schema/telephony.ts';
import { makeSetup, type Setup } from './setup.ts';

const total = 30_000;
let setup: Setup;
let accounts: number[] | undefined;

/** Account, numbers and SID of the n-th row: common, rare and unique values. */
const row = (place: number) => ({
  telephonyClientId: accounts?.[place % 3 === 0 ? 0 : 1] ?? null,
  fromNumber: place % 2 ? '+15007770001' : '+15007770002',
  requestFrom: place % 1000 === 0 ? '+15005559999' : '',
  toNumber: `+1500${String(place % 5000).padStart(7, '0')}`,
  accountSid: `AC${'a'.repeat(32)}`,
  messageSid: `SM${place.toString(16).padStart(32, '0')}`,
  status: place % 50 === 0 ? ('failed' as const) : ('delivered' as const),
  rank: 7,
  createdOn: new Date(Date.UTC(2026, 0, 1) + place * 1000),
  response: { sid: place, nested: { text: '=SUM(A1)' } },
  error: place % 50 === 0 ? { code: 30003 } : null,
});

beforeAll(async () => {
  setup = await makeSetup();
  accounts = [(await setup.addAccount()).id, (await setup.addAccount()).id];
  for (let start = 0; start < total; start += 500) {
    await setup.deps.db.insert(telephonyMessages).values(Array.from({ length: 500 }, (_, place) => row(start + place)));
  }
}, 60_000);
afterAll(() => setup.remove());

type Input = Parameters<Setup['admin']['telephony']['log']['page']>[0];
const page = (input: Input = {}) => setup.admin.telephony.log.page(input);

describe('filters', () => {
  test('returns the newest first and counts up to the limit', async () => {
    const found = await page();
    expect(found).toMatchObject({ count: 10_000, isCountExact: false });
    expect(found.rows.length).toBe(50);
    expect(found.rows[0]).toMatchObject({ messageSid: row(total - 1).messageSid, hasResponse: true, hasError: false });
    expect(found.rows[0]).not.toHaveProperty('response');
  });

  test('finds a number however it is typed', async () => {
    for (const toNumber of ['+15000000042', '1 500 000-0042', ' +1 (500) 0000042 ', '001 500 0000042'])
      expect(await page({ toNumber })).toMatchObject({ count: 6, isCountExact: true });
  });

  test('match prefixes of numbers and SIDs', async () => {
    expect((await page({ toNumber: '+1500000004' })).count).toBe(60);
    expect((await page({ messageSid: 'SM00000000000000000000000000000ab' })).count).toBe(16);
    expect((await page({ messageSid: `SM${'0'.repeat(29)}` })).count).toBe(4096);
    expect((await page({ accountSid: 'AC' })).isCountExact).toBe(false);
    expect((await page({ accountSid: 'ACb' })).count).toBe(0);
  });

  test('combine, and respect the account', async () => {
    expect((await page({ requestFrom: '+15005559999' })).count).toBe(30);
    expect((await page({ requestFrom: '+15005559999', fromNumber: '+15007770001' })).count).toBe(0);
    expect((await page({ requestFrom: '+15005559999', telephonyClientId: accounts?.[0] })).count).toBe(10);
    expect((await page({ telephonyClientId: accounts?.[0] })).isCountExact).toBe(true);
    const found = await page({ telephonyClientId: accounts?.[1], toNumber: '+15000000042' });
    expect(found.rows.every(({ telephonyClientId }) => telephonyClientId === accounts?.[1])).toBe(true);
  });

  test('treat SQL wildcards as plain text', async () => {
    for (const text of ['%', '_', "' or 1=1 --", '\\', '*']) expect((await page({ messageSid: text })).count).toBe(0);
  });

  test('work with pages and sorting', async () => {
    const second = await page({ page: 2, isDescending: false });
    expect(second.rows[0]).toMatchObject({ messageSid: row(50).messageSid });
    const byNumber = await page({ sort: 'toNumber', isDescending: false });
    expect(byNumber.rows.slice(0, 7).map(({ toNumber }) => toNumber)).toEqual([
      ...Array(6).fill('+15000000000'),
      '+15000000001',
    ]);
    await expect(page({ page: 201 })).rejects.toThrow();
    const last = await page({ page: 200 });
    expect(last.rows.length).toBe(50);
  });

  test('details of one row', async () => {
    const [first] = (await page({ sort: 'createdOn', isDescending: false })).rows;
    expect(await setup.admin.telephony.log.details({ id: first?.id ?? 0 })).toMatchObject({
      response: { nested: { text: '=SUM(A1)' } },
      error: { code: 30003 },
    });
  });
});

describe.runIf(dialect === 'sqlite')('speed', () => {
  /** SQLite's query plan for the statements of a page. */
  async function plans(read: (db: Database) => Promise<unknown>): Promise<string[]> {
    const connection = new Sqlite(join(setup.store.dataDir, 'vitrine.sqlite'));
    const steps: string[] = [];
    const logQuery = (query: string, params: unknown[]) => {
      for (const step of connection.prepare(`explain query plan ${query}`).all(...params))
        steps.push(JSON.stringify(step));
    };
    const db = drizzle(connection, { casing: 'snake_case', logger: { logQuery } });
    await read(db);
    connection.close();
    return steps.map((step) => castTo<{ detail: string }>(JSON.parse(step)).detail);
  }

  test.each([
    ['no filter', {}, 'telephony_messages_created'],
    ['message', { messageSid: row(7).messageSid }, 'telephony_messages_sid'],
    ['to', { toNumber: '+15000000042' }, 'telephony_messages_to'],
    ['beginning of to', { toNumber: '+1500000004' }, 'telephony_messages_to'],
    ['from', { fromNumber: '+15007770001' }, 'telephony_messages_from'],
    ['request', { requestFrom: '+15005559999' }, 'telephony_messages_request'],
    ['account', { accountSid: row(0).accountSid }, 'telephony_messages_account'],
    ['client', { telephonyClientId: 1 }, 'telephony_messages_client'],
    ['an outcome of a client', { telephonyClientId: 1, outcome: 'failed' }, 'telephony_messages_client_status'],
    [
      'rare and common',
      { toNumber: '+15000000042', fromNumber: '+15007770001', telephonyClientId: 1 },
      'telephony_messages_to',
    ],
    ['sorted by status', { sort: 'status' }, 'telephony_messages_status'],
    ['common from sorted by status', { fromNumber: '+15007770001', sort: 'status' }, 'telephony_messages_status'],
    ['common beginning of an account', { accountSid: 'AC' }, 'telephony_messages_created'],
    ['a period', { since: '2026-01-01T08:00:00Z' }, 'telephony_messages_created'],
    ['an outcome', { outcome: 'failed' }, 'telephony_messages_status'],
    [
      'an outcome of a common number in a period',
      { outcome: 'failed', fromNumber: '+15007770002', since: '2026-01-01T08:00:00Z' },
      'telephony_messages_status',
    ],
    ['a short period of a client', { telephonyClientId: 1, since: '2026-01-01T08:15:00Z' }, 'telephony_messages_c'],
  ] as const)('%s: every step uses an index', async (_name, input, index) => {
    const steps = await plans((db) => readLogPage(db, logPage.parse(input)));
    expect(steps.some((step) => step.includes(index))).toBe(true);
    // A scan in index order stops at the end of the page; a table scan would read every row.
    expect(steps.filter((step) => /^SCAN telephony_messages(?! USING)/.test(step))).toEqual([]);
  });

  test('an import finds the stored messages of its page by an index', async () => {
    const source = { accountSid: row(7).accountSid, owner: () => null, now: new Date() };
    const messages = [{ sid: row(7).messageSid, status: 'queued' }];
    const steps = await plans((db) => importMessages(db, source, messages, () => []));
    expect(steps.filter((step) => step.includes('telephony_messages'))).toEqual([
      expect.stringMatching(/^SEARCH .* USING INDEX telephony_messages_sid/),
    ]);
  });

  test.each([
    ['of a common number', { fromNumber: '+15007770001' }, 'telephony_messages_from'],
    ['of a client', { telephonyClientId: 1, fromNumber: '+1500777' }, 'telephony_messages_client'],
    ['of a common beginning', { accountSid: 'AC' }, 'telephony_messages_created'],
    ['of everything', {}, 'telephony_messages_created'],
  ] as const)('the newest entries and an export %s follow an index and sort nothing', async (_name, input, index) => {
    const filter = logFilter.parse(input);
    const newest = await plans((db) => newestLogRows(db, filter));
    const exported = await plans((db) => everyLogRow(db, filter).next());
    for (const steps of [newest, exported]) {
      expect(steps.some((step) => step.includes(index))).toBe(true);
      expect(steps.filter((step) => /^SCAN telephony_messages(?! USING)/.test(step))).toEqual([]);
      expect(steps.filter((step) => step.includes('TEMP B-TREE'))).toEqual([]);
    }
  });
});

describe('the newest thousand entries over REST', () => {
  const read = async (path: string, payload: object) => {
    const token = await setup.clientToken(accounts?.[1] ?? 0, `reader of ${path}`);
    const headers = { authorization: `Bearer ${token}` };
    const answer = await setup.app.inject({ method: 'POST', url: `/api/twilio/${path}`, payload, headers });
    return castTo<{ MessageID: string; ToNumber: string }[]>(answer.json().Data);
  };

  test('are the account’s, the newest first', async () => {
    const found = await read('gettwiliologlistbytwilioclientid', {});
    expect(found.length).toBe(1000);
    // Each third row is another account's.
    expect(found.slice(0, 3).map(({ MessageID }) => MessageID)).toEqual(
      [total - 1, total - 2, total - 4].map((place) => row(place).messageSid),
    );
  });

  test('match the filter', async () => {
    const found = await read('gettwiliologlistbyfilter', { ToNumber: '+1500000004', FromNumber: '+15007770001' });
    expect(found.length).toBe(20);
    for (const { ToNumber } of found) expect(ToNumber).toMatch(/^\+1500000004[13579]$/);
  });
});

test('a price is shown without the sign of a charge', async () => {
  const { db } = setup.deps;
  const priced = async (response: object) => {
    const [added] = await db
      .insert(telephonyMessages)
      .values({ ...row(total), messageSid: null, response })
      .returning();
    const details = await setup.admin.telephony.log.details({ id: added?.id ?? 0 });
    await db.delete(telephonyMessages).where(eq(telephonyMessages.id, added?.id ?? 0));
    return details.price;
  };
  expect(await priced({ price: '-0.0075', price_unit: 'USD' })).toBe('0.0075 USD');
  expect(await priced({ price: '0.0075' })).toBe('0.0075');
  expect(await priced({ price: null, price_unit: 'USD' })).toBe(null);
});

describe('the CSV export', () => {
  const get = async (query: string, token: string) =>
    setup.app.inject({ url: `/api/twilio/log.csv${query}`, headers: { authorization: `Bearer ${token}` } });

  test('contains every matching row, for a client only its own', async () => {
    const token = await setup.clientToken(accounts?.[0] ?? 0);
    const answer = await get(`?telephonyClientId=${accounts?.[1]}`, token);
    expect(answer.headers['content-type']).toContain('text/csv');
    const lines = answer.body.trim().split('\r\n');
    expect(lines.length).toBe(1 + total / 3);
    expect(lines[0]).toContain('Twilio From Number');
    const one = await get('?toNumber=%2B15000000042', token);
    expect(one.body.trim().split('\r\n').length).toBe(1 + 2);
  });

  test('requires a sign-in', async () => {
    expect((await setup.app.inject({ url: '/api/twilio/log.csv' })).statusCode).toBe(401);
  });
});

test('empty filters are ignored', () => {
  expect(logFilter.parse({})).toMatchObject({ toNumber: '', accountSid: '' });
});
