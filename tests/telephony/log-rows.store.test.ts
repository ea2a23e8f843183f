import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { TwilioMessage } from '../../core/providers/twilio.ts';
import { recordCredentials, recordSuccess } from '../../core/telephony/credentials.ts';
import {
  type DeliveryUpdate,
  endUnsent,
  markContact,
  recordDeliveryUpdate,
  updateOf,
} from '../../core/telephony/delivery-status.ts';
import { importMessages, readOwners } from '../../core/telephony/import-log.ts';
import { isBehindAnother } from '../../core/telephony/message-order.ts';
import { sendQueued } from '../../core/telephony/queue-message.ts';
import { dialect } from '../../db/dialect.ts';
import { jobs } from '../../db/schema/jobs.ts';
import { telephonyMessages as log, telephonyClients, telephonyContacts } from '../../db/schema/telephony.ts';
import { apiDate, newSid } from '../fakes/twilio-api.ts';
import { makeSetup, type Setup } from './setup.ts';

let setup: Setup;
let account: Awaited<ReturnType<Setup['addAccount']>>;
let contactId: number;
let otherContactId: number;
beforeAll(async () => {
  setup = await makeSetup();
  account = await setup.addAccount();
  contactId = await setup.addContact(account.id);
  otherContactId = await setup.addContact(account.id, '+15005551002');
  await setup.settled();
  await setup.deps.queue.pause();
});
beforeEach(async () => {
  await setup.deps.db.delete(log);
});
afterAll(() => setup.remove());

type Row = typeof log.$inferSelect;
const after = (milliseconds: number) => new Date(Number(setup.clock.now()) + milliseconds);
const rowOf = async (id: number) => (await setup.deps.db.select().from(log).where(eq(log.id, id)))[0];
const rows = () => setup.deps.db.select().from(log).orderBy(log.id);

/** Stores a message, by default a sent one with a SID. */
async function add(fields: Partial<typeof log.$inferInsert> = {}): Promise<Row> {
  const [row] = await setup.deps.db
    .insert(log)
    .values({
      telephonyClientId: account.id,
      contactId,
      fromNumber: account.number,
      toNumber: '+15005551001',
      accountSid: account.accountSid,
      messageSid: newSid('SM'),
      status: 'sent',
      rank: 5,
      delivery: 'done',
      createdOn: setup.clock.now(),
      segments: 2,
      response: { first: true },
      body: 'Hello',
      ...fields,
    })
    .returning();
  if (!row) throw new Error('no row');
  return row;
}

describe('an update of a message', () => {
  const update = (row: Row, fields: Partial<DeliveryUpdate> = {}): DeliveryUpdate => ({
    messageSid: row.messageSid ?? '',
    status: 'delivered',
    errorCode: null,
    errorMessage: null,
    segments: null,
    response: { second: true },
    isWhole: true,
    ...fields,
  });

  /** Records the update of a row among others; returns the row's changed fields. */
  async function changes(fields: Partial<typeof log.$inferInsert>, change: Partial<DeliveryUpdate>) {
    await add({ contactId: otherContactId });
    await add({ accountSid: newSid('AC'), status: 'queued', rank: 3 });
    const row = await add(fields);
    await add({ messageSid: null, delivery: 'handing-over', status: 'queued', rank: 3 });
    const before = await rows();
    expect(await recordDeliveryUpdate(setup.deps.db, row, update(row, change), 'proof')).toBe(true);
    const changed = await rowOf(row.id);
    expect((await rows()).filter(({ id }) => id !== row.id)).toEqual(before.filter(({ id }) => id !== row.id));
    return Object.fromEntries(
      Object.entries(changed ?? {}).filter(([name, value]) => {
        const known = Object.entries(row).find(([other]) => other === name)?.[1];
        return JSON.stringify(value) !== JSON.stringify(known);
      }),
    );
  }
  const response = { second: true };

  test.each([
    ['further along', {}, {}, { status: 'delivered', rank: 7, response }],
    ['further along with segments', {}, { segments: 3 }, { status: 'delivered', rank: 7, response, segments: 3 }],
    [
      'further along with an error',
      {},
      { status: 'failed', errorCode: 30003, errorMessage: 'Away' },
      { status: 'failed', rank: 7, response, error: { code: 30003, message: 'Away' } },
    ],
    [
      'further along with the code of an error',
      { error: { code: 1, message: 'Before' } },
      { status: 'failed', errorCode: 30003 },
      { status: 'failed', rank: 7, response, error: { code: 30003, message: '' } },
    ],
    ['further along by a callback', {}, { isWhole: false }, { status: 'delivered', rank: 7, response }],
    [
      'further along after an unknown status',
      { providerStatus: 'odd' },
      {},
      { status: 'delivered', rank: 7, response, providerStatus: null },
    ],
    ['with an earlier status', {}, { status: 'sending', segments: 3, errorCode: 1 }, {}],
    ['with the same status', {}, { status: 'sent' }, { response }],
    ['with the same status and segments', {}, { status: 'sent', segments: 3 }, { response, segments: 3 }],
    ['with the same status by a callback', {}, { status: 'sent', isWhole: false }, {}],
    [
      'with the same status and an error without words',
      { error: { code: 1, message: 'Known' } },
      { status: 'sent', isWhole: false, errorCode: 1 },
      {},
    ],
    [
      'with the same status and an error with words',
      { error: { code: 1, message: '' } },
      { status: 'sent', isWhole: false, errorCode: 1, errorMessage: 'Words' },
      { error: { code: 1, message: 'Words' } },
    ],
    [
      'with the same status and a first error',
      {},
      { status: 'sent', isWhole: false, errorCode: 1 },
      { error: { code: 1, message: '' } },
    ],
    ['with another status of the same rank', { status: 'delivered', rank: 7 }, { status: 'failed', errorCode: 1 }, {}],
    ['with an unknown status', {}, { status: 'odd', segments: 3 }, { providerStatus: 'odd', response }],
    ['with a long unknown status', {}, { status: 'o'.repeat(50) }, { providerStatus: 'o'.repeat(40), response }],
    ['without a status', { providerStatus: 'odd' }, { status: '' }, { providerStatus: null, response }],
    ['with an unknown status after the last one', { status: 'delivered', rank: 7 }, { status: 'odd' }, {}],
  ] as const)('%s changes this message alone', async (_name, fields, change, expected) => {
    expect(await changes(fields, change)).toEqual(expected);
  });

  test('that brings the SID stores the answer and clears the error; without segments it keeps the counted ones', async () => {
    const attempt = {
      messageSid: null,
      delivery: 'handing-over',
      status: 'queued',
      rank: 3,
      error: { code: 1 },
    } as const;
    const messageSid = newSid('SM');
    const brought = { messageSid, delivery: 'done', error: null, response };
    expect(await changes(attempt, { messageSid, status: 'queued' })).toEqual(brought);
    const other = newSid('SM');
    expect(await changes(attempt, { messageSid: other, status: 'queued', segments: 5 })).toEqual({
      ...brought,
      messageSid: other,
      segments: 5,
    });
  });

  test('with another SID than the message has changes nothing', async () => {
    const [row] = [await add(), await add()];
    const before = await rows();
    const isRecorded = recordDeliveryUpdate(setup.deps.db, row, update(row, { messageSid: newSid('SM') }), 'proof');
    expect(await isRecorded).toBe(false);
    expect(await rows()).toEqual(before);
  });

  test('replaces the row that a log import stored; one of another account stays', async () => {
    const { db } = setup.deps;
    const [imported, foreign] = [
      await add({ delivery: null }),
      await add({ delivery: null, accountSid: newSid('AC') }),
    ];
    const row = await add({ messageSid: null, delivery: 'handing-over' });
    const ofForeign = update(row, { messageSid: foreign.messageSid ?? '' });
    expect(await recordDeliveryUpdate(db, row, ofForeign, 'proof')).toBe(false);
    expect((await rows()).map(({ id }) => id)).toEqual([imported.id, foreign.id, row.id]);
    const own = update(row, { messageSid: imported.messageSid ?? '' });
    expect(await recordDeliveryUpdate(db, row, own, 'guess')).toBe(true);
    expect((await rows()).map(({ id }) => id)).toEqual([foreign.id, row.id]);
    expect(await rowOf(row.id)).toMatchObject({ messageSid: imported.messageSid, status: 'delivered' });
  });

  test.runIf(dialect === 'sqlite')('that the database cannot store is an error, not a second message', async () => {
    const row = await add();
    await setup.deps.db.run(sql`alter table telephony_messages rename to messages_away`);
    try {
      await expect(recordDeliveryUpdate(setup.deps.db, row, update(row), 'proof')).rejects.toThrow();
    } finally {
      await setup.deps.db.run(sql`alter table messages_away rename to telephony_messages`);
    }
  });

  test('of the provider may lack every field but SID and status', () => {
    const message = { sid: newSid('SM'), status: 'sent' };
    expect(updateOf(message)).toEqual({
      messageSid: message.sid,
      status: 'sent',
      errorCode: null,
      errorMessage: null,
      segments: null,
      response: message,
      isWhole: true,
    });
  });
});

test('a message that will not be sent is ended once, and no other one', async () => {
  const waiting = { messageSid: null, delivery: 'waiting', status: 'queued', rank: 3 } as const;
  const [row, other] = [await add(waiting), await add(waiting)];
  const error = { message: 'The account is not active.' };
  await endUnsent(setup.deps.db, row, 'canceled', { error });
  expect(await rowOf(row.id)).toEqual({ ...row, status: 'canceled', rank: 7, delivery: 'done', error });
  await endUnsent(setup.deps.db, row, 'failed', { error: { message: 'Again' } });
  expect(await rowOf(row.id)).toMatchObject({ status: 'canceled', error });
  expect(await rowOf(other.id)).toEqual(other);
});

test('a contact is marked by the codes that are about its number, and by no other', async () => {
  const { db } = setup.deps;
  const contacts = () => db.select().from(telephonyContacts).orderBy(telephonyContacts.id);
  const before = await contacts();
  for (const code of [null, 30003, 21612, 20429]) await markContact(db, contactId, code, after(0));
  await markContact(db, null, 21614, after(0));
  expect(await contacts()).toEqual(before);
  for (const code of [21211, 21610, 21614]) {
    await markContact(db, contactId, code, after(0));
    const [marked, ...others] = await contacts();
    expect(marked).toMatchObject({ problemCode: code, problem: expect.any(String), problemAt: after(0) });
    expect(others).toEqual(before.slice(1));
  }
  await db.update(telephonyContacts).set({ problem: null, problemCode: null, problemAt: null });
});

describe('a message waits', () => {
  const key = (number: number, server = 7) => `health-${server}-${number}-offline`;
  const waiting = { messageSid: null, delivery: 'waiting', status: 'queued', rank: 3 } as const;
  const under = (milliseconds: number) =>
    ({ ...waiting, delivery: 'handing-over', attempts: 1, attemptedAt: after(milliseconds) }) as const;

  /** True if a message of the series waits for an earlier one with these fields. */
  async function waitsFor(earlier: Partial<typeof log.$inferInsert>, own: Partial<typeof log.$inferInsert> = {}) {
    await add({ ...waiting, eventKey: key(1), ...earlier });
    return isBehindAnother(setup.deps, await add({ ...waiting, eventKey: key(2), ...own }));
  }

  test.each([
    ['that was not attempted', () => ({}), true],
    ['that is being handed over', () => under(-19_999), true],
    ['whose attempt ended long ago', () => under(-20_000), false],
    ['that needs another attempt', () => ({ attempts: 1 }), false],
    ['that is done', () => ({ delivery: 'done' as const }), false],
    ['to another contact', () => ({ contactId: otherContactId }), false],
    ['about another server', () => ({ eventKey: key(1, 8) }), false],
    ['about a server whose number begins alike', () => ({ eventKey: key(1, 70) }), false],
    ['of another kind', () => ({ eventKey: 'down-7-1' }), false],
  ])('for an earlier one %s: %s', async (_name, earlier, isWaiting) => {
    expect(await waitsFor(earlier())).toBe(isWaiting);
  });

  test('for none if it has no contact or belongs to no series', async () => {
    expect(await waitsFor({}, { contactId: null })).toBe(false);
    expect(await waitsFor({ eventKey: 'test-request-1' }, { eventKey: 'test-request-2' })).toBe(false);
    expect(await waitsFor({ eventKey: null }, { eventKey: null })).toBe(false);
  });

  test('for no later one', async () => {
    const first = await add({ ...waiting, eventKey: key(1) });
    await add({ ...waiting, eventKey: key(2) });
    expect(await isBehindAnother(setup.deps, first)).toBe(false);
  });
});

describe('queued messages', () => {
  const queued = async () => {
    const found = await setup.deps.db.select().from(jobs).where(eq(jobs.state, 'waiting')).orderBy(jobs.id);
    return found.filter(({ name }) => name.startsWith('send-message')).map(({ name, data }) => [name, data]);
  };
  beforeEach(async () => {
    await setup.deps.db.delete(jobs);
  });
  const ids = (count: number) => Array.from({ length: count }, (_, place) => ({ id: place + 1 }));

  test.each([
    [0, []],
    [1, [1]],
    [2, [2]],
    [50, [50]],
    [51, [50, 1]],
    [101, [50, 50, 1]],
  ])('%i are sent by jobs of at most fifty', async (count, sizes) => {
    await sendQueued(setup.deps, ids(count));
    let first = 1;
    const expected = sizes.map((size) => {
      const messageIds = Array.from({ length: size }, (_, place) => first + place);
      first += size;
      return size === 1 ? ['send-message', { messageId: messageIds[0] }] : ['send-messages', { messageIds }];
    });
    expect(await queued()).toEqual(expected);
    // The same messages again add no job.
    await sendQueued(setup.deps, ids(count));
    expect((await queued()).length).toBe(sizes.length);
  });
});

describe('an entry of the provider’s log', () => {
  const source = () => ({ accountSid: account.accountSid, owner: () => account.id, now: setup.clock.now() });
  const imported = (...messages: TwilioMessage[]) => importMessages(setup.deps.db, source(), messages, () => []);
  const sid = newSid('SM');
  const entry = (fields: Partial<TwilioMessage> = {}): TwilioMessage => ({
    sid,
    status: 'sent',
    direction: 'outbound-api',
    from: '+15007770001',
    to: '+15005551001',
    body: 'Hello',
    num_segments: '2',
    date_created: apiDate(after(-60_000)),
    ...fields,
  });
  const stored = async () => (await setup.deps.db.select().from(log).where(eq(log.messageSid, sid)))[0];

  test('may have no more than SID and status', async () => {
    await imported({ sid, status: 'delivered' });
    expect(await stored()).toMatchObject({
      telephonyClientId: account.id,
      fromNumber: '',
      requestFrom: '',
      toNumber: '',
      accountSid: account.accountSid,
      status: 'delivered',
      rank: 7,
      providerStatus: null,
      createdOn: setup.clock.now(),
      isUndated: true,
      segments: null,
      body: null,
      delivery: null,
      response: { sid, status: 'delivered' },
      error: null,
    });
  });

  test.each([
    ['has the date of creation', {}, { createdOn: -60_000, isUndated: null, requestFrom: '' }],
    [
      'without it has the date of sending',
      { date_created: null, date_sent: '' },
      { createdOn: 0, isUndated: true, requestFrom: '' },
    ],
    [
      'that was received names its sender',
      { direction: 'inbound', status: 'received' },
      { requestFrom: '+15007770001' },
    ],
    [
      'that was received may lack its sender',
      { direction: 'inbound', from: null },
      { requestFrom: '', fromNumber: '' },
    ],
    [
      'with an unknown status counts as queued',
      { status: 'odd' },
      { status: 'queued', rank: 3, providerStatus: 'odd' },
    ],
    ['may have an error', { error_code: 30003 }, { error: { code: 30003, message: '' } }],
  ])('%s', async (_name, fields, expected) => {
    await imported(entry(fields));
    const { createdOn, ...others } = { createdOn: -60_000, ...expected };
    expect(await stored()).toMatchObject({ ...others, createdOn: after(createdOn) });
  });

  test('without a date of creation has the date of sending', async () => {
    await imported(entry({ date_created: null, date_sent: apiDate(after(-5000)) }));
    expect(await stored()).toMatchObject({ createdOn: after(-5000), isUndated: null });
  });

  test('keeps the words of a known error that the log gives the code of; another code replaces them', async () => {
    await imported(entry({ status: 'failed', error_code: 30003, error_message: 'Away' }));
    await imported(entry({ status: 'failed', error_code: 30003, price: '-0.01' }));
    expect((await stored())?.error).toEqual({ code: 30003, message: 'Away' });
    await imported(entry({ status: 'failed', error_code: 30004, price: '-0.02' }));
    expect((await stored())?.error).toEqual({ code: 30004, message: '' });
    await imported(entry({ status: 'failed', error_code: 30004, error_message: 'Blocked', price: '-0.03' }));
    expect((await stored())?.error).toEqual({ code: 30004, message: 'Blocked' });
    await imported(entry({ status: 'failed', price: '-0.04' }));
    expect((await stored())?.error).toEqual({ code: 30004, message: 'Blocked' });
  });

  test.runIf(dialect === 'sqlite')('is written if it is news, and only then', async () => {
    const changed = async () => {
      const [row] = await setup.deps.db.all<{ changes: number }>(sql`select total_changes() as changes`);
      return row?.changes ?? 0;
    };
    const isWritten = async (fields: Partial<TwilioMessage>) => {
      const before = await changed();
      await imported(entry(fields));
      return (await changed()) > before;
    };
    expect(await isWritten({ status: 'queued' })).toBe(true);
    expect(await isWritten({ status: 'queued' })).toBe(false);
    expect(await isWritten({ status: 'odd' })).toBe(true);
    expect(await isWritten({ status: 'odd' })).toBe(false);
    expect(await isWritten({ status: 'odd', price: '-0.01' })).toBe(true);
    expect(await isWritten({ status: 'sent' })).toBe(true);
    expect(await isWritten({ status: 'sent', price: '-0.01' })).toBe(true);
    expect(await isWritten({ status: 'queued', price: '-0.02' })).toBe(false);
    expect(await isWritten({ status: 'delivered' })).toBe(true);
    expect(await isWritten({ status: 'failed', price: '-0.03' })).toBe(false);
    expect(await isWritten({ status: 'odd', price: '-0.03' })).toBe(false);
    expect(await isWritten({ status: 'delivered', price: '-0.03' })).toBe(true);
  });

  test('marks the contact of its message', async () => {
    await add({ messageSid: sid, contactId: otherContactId });
    await imported(entry({ status: 'failed', error_code: 21614 }), entry({ sid: newSid('SM'), error_code: 21211 }));
    const marked = await setup.admin.telephony.contacts.list({ parentId: account.id });
    expect(marked.map(({ problemCode }) => problemCode)).toEqual([null, 21614]);
    await setup.deps.db.update(telephonyContacts).set({ problem: null, problemCode: null, problemAt: null });
  });

  test.each([1, 200, 201, 401])('is stored as one of %i, each once', async (count) => {
    const messages = Array.from({ length: count }, (_, place) => entry({ sid: newSid('SM'), body: `Text ${place}` }));
    const [first] = messages;
    let afterwards = 0;
    await importMessages(setup.deps.db, source(), [...messages, ...(first ? [first] : [])], () => {
      afterwards += 1;
      return [];
    });
    expect(afterwards).toBe(1);
    const bodies = (await rows()).map(({ body }) => body);
    expect(bodies.toSorted()).toEqual(messages.map(({ body }) => body).toSorted());
  });

  test('belongs to the account with its number, and if there is one account only, to that one', async () => {
    const accountSid = newSid('AC');
    const add = async (twilioPhoneNumber: string) => {
      const [row] = await setup.deps.db
        .insert(telephonyClients)
        .values({
          projectName: 'P',
          twilioPhoneNumber,
          phoneNumber: '',
          accountSid,
          authToken: '',
          isActive: true,
          isDefault: false,
          createdAt: after(0),
        })
        .returning();
      return row?.id ?? 0;
    };
    const first = await add('+15007000001');
    const alone = await readOwners(setup.deps.db, accountSid);
    expect(alone(entry({ from: '+15007000009' }))).toBe(first);
    const second = await add('+15007000002');
    const owner = await readOwners(setup.deps.db, accountSid);
    expect(owner(entry({ from: '+15007000001' }))).toBe(first);
    expect(owner(entry({ from: null, to: '+15007000002' }))).toBe(second);
    expect(owner(entry({ from: '+15007000002', to: '+15007000001' }))).toBe(second);
    expect(owner(entry({ from: account.number, to: null }))).toBe(null);
    await setup.deps.db.delete(telephonyClients).where(eq(telephonyClients.accountSid, accountSid));
  });
});

describe('the state of an account’s credentials', () => {
  const read = async () => {
    const [row] = await setup.deps.db.select().from(telephonyClients).where(eq(telephonyClients.id, account.id));
    if (!row) throw new Error('no account');
    return row;
  };

  test('is stored with the provider’s words, cut to 300 characters, for this account alone', async () => {
    const { db } = setup.deps;
    const other = await setup.addAccount();
    const others = () => db.select().from(telephonyClients).where(eq(telephonyClients.id, other.id));
    const before = await others();
    expect(await recordCredentials(db, await read(), 'w'.repeat(301))).toBe(true);
    expect(await read()).toMatchObject({ credentials: 'refused', credentialsProblem: 'w'.repeat(300) });
    expect(await recordCredentials(db, await read(), null)).toBe(true);
    expect(await read()).toMatchObject({ credentials: 'accepted', credentialsProblem: null });
    expect(await others()).toEqual(before);
  });

  test('of an earlier token or SID is not stored', async () => {
    const { db } = setup.deps;
    const now = await read();
    expect(await recordCredentials(db, { ...now, authToken: 'earlier' }, 'refused')).toBe(false);
    expect(await recordCredentials(db, { ...now, accountSid: 'earlier' }, 'refused')).toBe(false);
    expect(await read()).toEqual(now);
  });

  test('is written after a success only if it was not accepted before', async () => {
    const { db } = setup.deps;
    const accepted = { ...(await read()), credentials: 'accepted' as const };
    await recordCredentials(db, accepted, 'refused since');
    await recordSuccess(db, accepted);
    expect(await read()).toMatchObject({ credentials: 'refused' });
    await recordSuccess(db, await read());
    expect(await read()).toMatchObject({ credentials: 'accepted', credentialsProblem: null });
  });
});
