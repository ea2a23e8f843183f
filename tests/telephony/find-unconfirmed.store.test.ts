import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { findAccount, twilioOf } from '../../core/telephony/account-access.ts';
import { findUnconfirmed } from '../../core/telephony/find-unconfirmed.ts';
import { telephonyMessages as log } from '../../db/schema/telephony.ts';
import { apiDate, type FakeMessage, newMessage } from '../fakes/twilio-api.ts';
import { makeSetup, type Setup } from './setup.ts';

let setup: Setup;
let account: Awaited<ReturnType<Setup['addAccount']>>;
const to = '+15005551001';
const text = 'The harbour is open';
const minuteMs = 60_000;

beforeAll(async () => {
  setup = await makeSetup();
  account = await setup.addAccount();
  await setup.settled();
});
beforeEach(async () => {
  await setup.deps.db.delete(log);
  setup.twilio.messages.length = 0;
  Object.assign(setup.twilio.redacts, { bodies: false, numbers: false });
});
afterAll(() => setup.remove());

const after = (milliseconds: number) => new Date(Number(setup.clock.now()) + milliseconds);

/** Stores an attempt; by default at this moment, with an unknown outcome. */
async function attempt(fields: Partial<typeof log.$inferInsert> = {}) {
  const [row] = await setup.deps.db
    .insert(log)
    .values({
      telephonyClientId: account.id,
      fromNumber: account.number,
      toNumber: to,
      accountSid: account.accountSid,
      status: 'queued',
      rank: 3,
      delivery: 'handing-over',
      attempts: 1,
      attemptedAt: setup.clock.now(),
      createdOn: after(-3_600_000),
      body: text,
      ...fields,
    })
    .returning();
  if (!row) throw new Error('no row');
  return row;
}

/** Adds a message to the provider's log, by default one that fits the attempt. */
function message(fields: Partial<FakeMessage> = {}, afterMs = 0): FakeMessage {
  const own = { from: account.number, to, body: text, ...fields };
  const added = newMessage(account.accountSid, own, after(afterMs));
  setup.twilio.messages.push(added);
  return added;
}

/** SID of the message that is found for an attempt, and whether its text fits too; null for none. */
async function found(row: Awaited<ReturnType<typeof attempt>>) {
  const stored = await findAccount(setup.deps, account.id);
  if (!stored) throw new Error('no account');
  const finding = await findUnconfirmed(setup.deps, twilioOf(setup.deps, stored), row);
  return finding && { sid: finding.message.sid, hasText: finding.hasText };
}

describe('the search for a message', () => {
  test('asks by day and for the newest messages, first with the receiver’s number', async () => {
    const before = setup.twilio.requests.length;
    expect(await found(await attempt())).toBe(null);
    const queries = setup.twilio.requests.slice(before).map((request) => {
      const query = new URLSearchParams(request.split('?')[1]);
      return [query.get('PageSize'), query.get('To'), query.get('From'), query.get('DateSent>')];
    });
    // The attempt is of 2 March, 8:00.
    expect(queries).toEqual([
      ['1000', to, account.number, '2026-03-01'],
      ['100', to, null, null],
      ['1000', null, account.number, '2026-03-01'],
      ['1000', null, account.number, null],
    ]);
  });

  test('begins a day and half an hour before the attempt', async () => {
    const before = setup.twilio.requests.length;
    await found(await attempt({ attemptedAt: new Date('2026-03-02T00:29:59Z') }));
    await found(await attempt({ attemptedAt: new Date('2026-03-02T00:30:00Z') }));
    const days = setup.twilio.requests.slice(before).map((request) => /DateSent%3E=([\d-]+)/.exec(request)?.[1]);
    expect(days.filter((day) => day !== undefined)).toEqual(['2026-02-28', '2026-02-28', '2026-03-01', '2026-03-01']);
  });

  test('reads further pages of the messages of these days', async () => {
    const own = message({ status: 'sent', date_sent: apiDate(setup.clock.now()) });
    for (let place = 0; place < 1000; place += 1)
      message({ body: `Another ${place}`, status: 'sent', date_sent: apiDate(setup.clock.now()) });
    expect(await found(await attempt())).toEqual({ sid: own.sid, hasText: true });
  });
});

describe('a message', () => {
  test.each([
    ['half an hour before the attempt', {}, -30 * minuteMs, true],
    ['half an hour after the attempt', {}, 30 * minuteMs, true],
    ['more than half an hour before the attempt', {}, -30 * minuteMs - 1000, false],
    ['more than half an hour after the attempt', {}, 30 * minuteMs + 1000, false],
    ['without a date', { date_created: null }, 0, true],
    ['with spaces around its text', { body: ` ${text}\n` }, 0, true],
    ['with the prefix of a trial account', { body: `Sent from your Twilio trial account - ${text}` }, 0, true],
    ['with another prefix', { body: `Sent from your account - ${text}` }, 0, false],
    ['with the word trial after the text', { body: `${text} trial` }, 0, false],
    ['with another text', { body: 'Lunch?' }, 0, false],
    ['to another number', { to: '+15005551002' }, 0, false],
    ['to the number with redacted digits', { to: '+1500555XXXX' }, 0, true],
    ['to another number with redacted digits', { to: '+1500556XXXX' }, 0, false],
    ['from another number', { from: '+15007779999' }, 0, false],
    ['of a reply', { direction: 'outbound-reply' as 'outbound-api' }, 0, true],
    ['that was received', { direction: 'inbound' as const }, 0, false],
  ])('%s', async (_name, fields, afterMs, isFound) => {
    const { sid } = message(fields, afterMs);
    expect(await found(await attempt())).toEqual(isFound ? { sid, hasText: true } : null);
  });

  test('whose text is redacted fits without its text', async () => {
    setup.twilio.redacts.bodies = true;
    const { sid } = message();
    expect(await found(await attempt())).toEqual({ sid, hasText: false });
  });

  test('is compared with the time of storing if the attempt has none', async () => {
    const { sid } = message();
    expect(await found(await attempt({ attemptedAt: null }))).toBe(null);
    expect(await found(await attempt({ attemptedAt: null, createdOn: setup.clock.now() }))).toMatchObject({ sid });
  });
});

describe('of several messages', () => {
  test('the nearest one is taken', async () => {
    message({}, -3 * minuteMs);
    const nearest = message({}, 2 * minuteMs);
    message({}, 4 * minuteMs);
    message({ date_created: null });
    expect(await found(await attempt())).toEqual({ sid: nearest.sid, hasText: true });
  });

  test('one with the text is preferred to a nearer one without', async () => {
    message({ body: '' });
    const exact = message({}, 20 * minuteMs);
    message({ body: '' }, minuteMs);
    expect(await found(await attempt())).toEqual({ sid: exact.sid, hasText: true });
  });

  test('one that belongs to another attempt is not taken; one that only the log import stored is', async () => {
    const [taken, imported] = [message(), message({}, minuteMs)];
    await attempt({ messageSid: taken.sid, delivery: 'done' });
    await attempt({ messageSid: imported.sid, delivery: null });
    const row = await attempt();
    expect(await found(row)).toMatchObject({ sid: imported.sid });
    await setup.deps.db.update(log).set({ delivery: 'done' }).where(eq(log.messageSid, imported.sid));
    expect(await found(row)).toBe(null);
  });
});

describe('a message without text that is nearer to another attempt', () => {
  const nearer = () => ({ attemptedAt: after(5 * minuteMs) });
  beforeEach(() => {
    setup.twilio.redacts.bodies = true;
    message({}, 4 * minuteMs);
  });

  test('is left to that attempt', async () => {
    const row = await attempt();
    await attempt(nearer());
    expect(await found(row)).toBe(null);
  });

  test.each([
    ['is as near', { attemptedAt: new Date('2026-03-02T08:08:00Z') }],
    ['is further away', { attemptedAt: new Date('2026-03-02T08:09:00Z') }],
    ['is done', { delivery: 'done' as const }],
    ['waits', { delivery: 'waiting' as const }],
    ['is to another number', { toNumber: '+15005551002' }],
    ['is from another number', { fromNumber: '+15007779999' }],
    ['is of another account', { accountSid: `AC${'0'.repeat(32)}` }],
  ])('is taken if the other attempt %s', async (_name, fields) => {
    const row = await attempt();
    await attempt({ ...nearer(), ...fields });
    expect(await found(row)).toMatchObject({ hasText: false });
  });
});
