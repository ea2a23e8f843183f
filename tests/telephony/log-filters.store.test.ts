import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { clientHeadings, clients } from '../../db/schema/clients.ts';
import { telephonyMessages } from '../../db/schema/telephony.ts';
import { makeSetup, type Setup } from './setup.ts';

let setup: Setup;
let harbour: number;
let quay: number;
type Row = typeof telephonyMessages.$inferInsert;
/** Adds a message of the harbour's account; the tests name what differs. */
let add: (at: string, fields?: Partial<Row>) => Promise<number>;

beforeAll(async () => {
  setup = await makeSetup();
  const { db } = setup.deps;
  const [one, two] = [await setup.addAccount(), await setup.addAccount()];
  [harbour, quay] = [one.id, two.id];
  const zoe = (
    await setup.admin.telephony.contacts.save({
      parentId: harbour,
      values: { twilioPhoneNumber: '+15005551001', friendlyName: 'Zoë Größe', isActive: true },
    })
  ).id;
  const [heading] = await db.insert(clientHeadings).values({ title: 'C', subTitle: '', isActive: true }).returning();
  const [server] = await db
    .insert(clients)
    .values({
      parentId: heading?.id ?? 0,
      name: 'Crane 7',
      displayOrder: 1,
      healthCode: 'code-of-the-crane-0123',
      checkInterval: 'hour',
      showOnHomePage: false,
      isActive: true,
    })
    .returning();
  let sids = 0;
  add = async (at, fields = {}) => {
    sids += 1;
    const [added] = await db
      .insert(telephonyMessages)
      .values({
        telephonyClientId: harbour,
        fromNumber: one.number,
        toNumber: '+15005551001',
        accountSid: one.accountSid,
        messageSid: `SM${String(sids).padStart(32, '0')}`,
        status: 'delivered',
        rank: 7,
        createdOn: new Date(at),
        body: 'Hello',
        ...fields,
      })
      .returning();
    return added?.id ?? 0;
  };
  const failed = { status: 'undelivered', error: { code: 30003, message: 'Unreachable' } } as const;
  await add('2026-03-01T17:59:59Z', { body: 'Before the night' });
  await add('2026-03-01T18:00:00Z', {
    ...failed,
    contactId: zoe,
    eventKey: `health-${server?.id}-1-offline`,
    segments: 2,
  });
  await add('2026-03-02T03:12:00Z', { status: 'sent', rank: 5, body: 'Die Größe der Ladung' });
  await add('2026-03-02T07:59:59Z', { status: 'received', body: 'STOP it 100% _now_' });
  await add('2026-03-02T08:00:00Z', {
    ...failed,
    telephonyClientId: quay,
    accountSid: two.accountSid,
    body: 'of the quay',
  });
}, 60_000);
afterAll(() => setup.remove());

const night = { since: '2026-03-01T18:00:00Z', until: '2026-03-02T08:00:00Z' };
type Filters = Parameters<Setup['admin']['telephony']['log']['page']>[0];
const times = async (input: Filters, caller = setup.admin) =>
  (await caller.telephony.log.page(input)).rows.map(({ createdOn }) => createdOn?.toISOString().slice(8, 16));

test('a period has its start and not its end', async () => {
  expect(await times(night)).toEqual(['02T07:59', '02T03:12', '01T18:00']);
  expect(await times({ since: '2026-03-02T07:59:59Z' })).toEqual(['02T08:00', '02T07:59']);
  expect(await times({ until: '2026-03-01T18:00:00Z' })).toEqual(['01T17:59']);
  expect(await times({ since: '2026-03-02T03:12:00+01:00', until: '2026-03-02T04:12:00+01:00' })).toEqual([]);
});

test('outcomes and directions combine with the other filters, and are counted', async () => {
  expect(await times({ ...night, outcome: 'failed' })).toEqual(['01T18:00']);
  expect(await times({ outcome: 'failed' })).toEqual(['02T08:00', '01T18:00']);
  expect(await times({ direction: 'in' })).toEqual(['02T07:59']);
  expect(await times({ direction: 'out', ...night })).toEqual(['02T03:12', '01T18:00']);
  expect(await times({ outcome: 'failed', toNumber: '+1500555', telephonyClientId: quay })).toEqual(['02T08:00']);
  const counts = async (filter: object) =>
    Object.fromEntries((await setup.admin.telephony.log.counts(filter)).map(({ outcome, count }) => [outcome, count]));
  expect(await counts(night)).toEqual({ failed: 1, pending: 1, delivered: 0, received: 1 });
  expect(await counts({ telephonyClientId: harbour })).toEqual({ failed: 1, pending: 1, delivered: 1, received: 1 });
  expect(await counts({ outcome: 'received' })).toEqual({ failed: 2, pending: 1, delivered: 1, received: 1 });
  const own = await setup.client(quay).telephony.log.counts({ telephonyClientId: harbour });
  expect(own.map(({ count }) => count)).toEqual([1, 0, 0, 0]);
});

test('a row names the contact, the server, and what became of the message', async () => {
  const { rows } = await setup.admin.telephony.log.page({ ...night, outcome: 'failed' });
  expect(rows).toEqual([
    expect.objectContaining({
      contact: 'Zoë Größe',
      server: 'Crane 7',
      text: 'Hello',
      outcome: 'failed',
      status: 'undelivered',
      segments: 2,
      reason: 'The phone is switched off or out of reach. (Twilio error 30003)',
      advice: 'Call the person, then send again: the phone may be switched off.',
    }),
  ]);
});

describe('a search anywhere', () => {
  const found = async (text: string, more: object = {}, caller = setup.admin) => {
    const { rows, next } = await caller.telephony.log.search({ text, ...more });
    expect(next).toBeNull();
    return rows.map(({ createdOn }) => createdOn?.toISOString().slice(8, 16));
  };

  test.each([
    ['a part of a text', 'the night', ['01T17:59']],
    ['words in any order', 'ladung die', ['02T03:12']],
    ['a text with umlauts as typed', 'Größe', ['02T03:12', '01T18:00']],
    ['a contact without the accents', 'zoe', ['01T18:00']],
    ['a contact and a server', 'crane zoe', ['01T18:00']],
    ['the words of an error', 'switched', ['02T08:00', '01T18:00']],
    ['the provider’s words', 'unreachable', ['02T08:00', '01T18:00']],
    ['a number as people write it', '+1 (500) 555-1001', ['02T08:00', '02T07:59', '02T03:12', '01T18:00', '01T17:59']],
    ['a status', 'received', ['02T07:59']],
    ['characters that a pattern would read', '100% _now_', ['02T07:59']],
    ['a pattern that matches nothing', '1_0%', []],
    ['nothing', 'zeppelin', []],
  ] as const)('finds %s', async (_name, text, expected) => expect(await found(text)).toEqual(expected));

  test('respects the filters and the account', async () => {
    expect(await found('unreachable', night)).toEqual(['01T18:00']);
    expect(await found('unreachable', { telephonyClientId: quay })).toEqual(['02T08:00']);
    expect(await found('unreachable', { telephonyClientId: quay }, setup.client(harbour))).toEqual(['01T18:00']);
  });

  test('goes on where the answer before stopped, without gaps and repetitions', async () => {
    for (let place = 0; place < 120; place += 1)
      // Several of the same time: the id tells them apart.
      await add(`2026-02-0${1 + Math.floor(place / 40)}T00:00:00Z`, { body: `Many ${place}` });
    const seen: number[] = [];
    let cursor: { at: string; id: number } | undefined;
    for (let answers = 0; ; answers += 1) {
      const { rows, next } = await setup.admin.telephony.log.search({ text: 'many', cursor });
      seen.push(...rows.map(({ id }) => id));
      expect(rows.length).toBeLessThanOrEqual(50);
      if (!next) break;
      cursor = { at: next.at.toISOString(), id: next.id };
      expect(answers).toBeLessThan(5);
    }
    expect(seen).toHaveLength(120);
    expect(new Set(seen).size).toBe(120);
  });
});

describe('exports', () => {
  const get = async (path: string) => {
    const token = await setup.clientToken(harbour, `reader-${path.length}`);
    const answer = await setup.app.inject({
      url: `/api/twilio/${path}`,
      headers: { authorization: `Bearer ${token}` },
    });
    expect(answer.statusCode).toBe(200);
    return answer.body;
  };
  const query = new URLSearchParams(night).toString();

  test('CSV has the specified columns, then the others', async () => {
    const lines = (await get(`log.csv?${query}&outcome=failed`)).split('\r\n');
    expect(lines[0]).toBe(
      '\uFEFFTwilio From Number,Request From,To Number,AccountSID,Message ID,Twilio SMS Status,Created On,Outcome,Contact,Server,Text,Reason,Segments,Price',
    );
    expect(lines[1]).toMatch(
      /,undelivered,2026-03-01T18:00:00.000Z,Not delivered,Zoë Größe,Crane 7,Hello,The phone .*,2,$/,
    );
    expect(lines).toHaveLength(3);
  });

  test('JSON has the same messages', async () => {
    const rows: { createdOn: string; outcome: string; server: string | null }[] = JSON.parse(
      await get(`log.json?${query}`),
    );
    expect(rows.map(({ createdOn, outcome, server }) => [createdOn.slice(8, 16), outcome, server])).toEqual([
      ['02T07:59', 'received', null],
      ['02T03:12', 'pending', null],
      ['01T18:00', 'failed', 'Crane 7'],
    ]);
    expect(JSON.parse(await get('log.json?since=2030-01-01T00:00:00Z'))).toEqual([]);
  });

  test('a malformed filter is refused', async () => {
    const url = '/api/twilio/log.json?since=yesterday';
    const token = await setup.clientToken(harbour, 'reader of nothing');
    expect((await setup.app.inject({ url, headers: { authorization: `Bearer ${token}` } })).statusCode).toBe(400);
  });
});

test('the costs of a month by account, exact, a client’s own', async () => {
  const priced = (price: string, unit = 'USD') => ({ response: { price, price_unit: unit }, segments: 1 });
  for (const place of [1, 2, 3]) await add(`2025-12-0${place}T00:00:00Z`, priced('-0.1'));
  await add('2025-12-31T23:59:59.999Z', priced('-0.00750', 'EUR'));
  await add('2025-12-31T12:00:00Z', { segments: 3 });
  await add('2025-12-15T00:00:00Z', { ...priced('-1'), telephonyClientId: quay });
  await add('2026-01-01T00:00:00Z', priced('-9'));
  const own = {
    telephonyClientId: harbour,
    account: 'Project 1',
    messages: 5,
    segments: 7,
    priced: 4,
    totals: [
      { currency: 'EUR', sum: '0.00750' },
      { currency: 'USD', sum: '0.3' },
    ],
  };
  expect(await setup.admin.telephony.log.costs({ month: '2025-12' })).toEqual([
    own,
    expect.objectContaining({ telephonyClientId: quay, totals: [{ currency: 'USD', sum: '1' }] }),
  ]);
  expect(await setup.client(harbour).telephony.log.costs({ month: '2025-12' })).toEqual([own]);
  expect(await setup.client(quay).telephony.log.months()).toEqual(['2026-03', '2026-02', '2026-01', '2025-12']);
  await expect(setup.admin.telephony.log.costs({ month: '2025-13' })).rejects.toThrow();
});
