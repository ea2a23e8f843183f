import { asc, eq, like } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PersonalKindName } from '../../contract/privacy.ts';
import { importMessages } from '../../core/telephony/import-log.ts';
import { alarmRotas } from '../../db/schema/alarm-rotas.ts';
import { auditEntries } from '../../db/schema/audit.ts';
import { inboxMessages } from '../../db/schema/inbox.ts';
import { statusSubscribers } from '../../db/schema/status-subscribers.ts';
import { subscribers } from '../../db/schema/subscribe.ts';
import { telephonyMessages as log, telephonyContacts, telephonyOptOuts } from '../../db/schema/telephony.ts';
import { users } from '../../db/schema/users.ts';
import { appRouter } from '../../server/trpc/app-router.ts';
import { createCallerFactory } from '../../server/trpc/procedures.ts';
import { sessionFor } from '../fixture/session.ts';
import { addSignedIn } from '../fixture/users.ts';
import { makeRest, type Rest } from '../rest/setup.ts';
import { ada, addPeople, ben, ownNumber } from './person.ts';

let rest: Rest;
let adasContact: number;
const both = `${ada.email}, ${ada.number}`;

function caller(provenAt = new Date('2999-01-01')) {
  const session = sessionFor('Admin', { provenAt });
  return createCallerFactory(appRouter)({ deps: rest.deps, session, ip: '192.0.2.1', requestId: 'test' });
}

beforeAll(async () => {
  rest = await makeRest();
  ({ adasContact } = await addPeople(rest.deps, new Date('2026-01-01T00:00:00Z')));
  // Saved through the product, so that the audit log has the name and the number.
  const saved = { friendlyName: 'Ada Lovelace (night)', twilioPhoneNumber: ada.number, isActive: true };
  await caller().telephony.contacts.save({ id: adasContact, version: 1, values: saved });
});
afterAll(() => rest.remove());

async function counts(person: string): Promise<Partial<Record<PersonalKindName, number>>> {
  const { kinds } = await caller().privacy.search({ person, isWhole: true });
  return Object.fromEntries(kinds.filter(({ count }) => count > 0).map(({ kind, count }) => [kind, count]));
}

const messages = () => rest.deps.db.select().from(log).orderBy(asc(log.id));

describe('the search', () => {
  test('finds a person by address in every list', async () => {
    expect(await counts('ADA@example.COM')).toEqual({
      inbox: 2,
      subscribers: 1,
      statusSubscribers: 1,
      channels: 1,
      mentions: 2,
    });
  });

  test('finds a person by number, written with separators', async () => {
    expect(await counts('+1 (500) 555-0101')).toEqual({ contacts: 1, messageLog: 5, optOuts: 1 });
  });

  test('finds a person by a part of the name, which is no identification', async () => {
    const { kinds, isIdentified } = await caller().privacy.search({ person: 'lovelace' });
    expect(isIdentified).toBe(false);
    const found = kinds.filter(({ count }) => count > 0).map(({ kind }) => kind);
    expect(found).toEqual(['inbox', 'contacts', 'audit']);
  });

  test('finds a person in the calendar of a rota, whose long lines are broken', async () => {
    const calendarText = [
      'BEGIN:VCALENDAR',
      'SUMMARY:Anna',
      `ATTENDEE;CN=Somebody with a long name:mailto:${ada.email.slice(0, 4)}`,
      ` ${ada.email.slice(4)}`,
      'END:VCALENDAR',
    ].join('\r\n');
    const values = { name: 'Nights', timeZone: 'UTC', turns: [], overrides: [], createdAt: rest.deps.now() };
    await rest.deps.db.insert(alarmRotas).values([
      { ...values, calendarText },
      { ...values, name: 'Days', calendarText: 'SUMMARY:Ben' },
    ]);
    const { kinds } = await caller().privacy.search({ person: ada.email });
    expect(kinds.find(({ kind }) => kind === 'rotas')?.records).toMatchObject([
      { data: { Rota: 'Nights', Calendar: `ATTENDEE;CN=Somebody with a long name:mailto:${ada.email}` } },
    ]);
    await rest.deps.db.delete(alarmRotas);
  });

  test('refuses names beside addresses, too many addresses, and texts that are too short', async () => {
    for (const person of ['Ada, ada@example.com', 'a@b.c,b@b.c,c@b.c,d@b.c,e@b.c,f@b.c', 'ad', ',,,'])
      await expect(caller().privacy.search({ person })).rejects.toThrow();
  });

  test('leaves an audit entry without the person', async () => {
    const entries = await rest.deps.db.select().from(auditEntries).where(eq(auditEntries.action, 'privacy.search'));
    expect(entries.length).toBeGreaterThan(0);
    expect(JSON.stringify(entries)).not.toMatch(/ada|lovelace|5550101/i);
  });
});

test('the search reads the newest rows of long lists, says so, and reads all on request', async () => {
  const { db } = rest.deps;
  const far = { id: 150_000, name: 'Far', email: 'far@example.com', message: 'Far', receivedAt: new Date(0) };
  await db.insert(inboxMessages).values(far);
  const inboxOf = async (isWhole: boolean) => {
    const { kinds } = await caller().privacy.search({ person: ada.email, isWhole });
    return kinds.find(({ kind }) => kind === 'inbox');
  };
  expect(await inboxOf(false)).toMatchObject({ count: 0, isPartial: true });
  expect(await inboxOf(true)).toMatchObject({ count: 2, isPartial: false });
  await db.delete(inboxMessages).where(eq(inboxMessages.id, far.id));
});

test('finds a user by the address with the open sessions, and erasing keeps both', async () => {
  const { db } = rest.deps;
  const email = 'olga@example.com';
  await addSignedIn(rest.deps, 'Operator', { userName: email });
  const found = await counts(email);
  expect(found).toMatchObject({ users: 1, sessions: 1 });
  await caller().privacy.erase({ person: email, confirmation: email });
  expect(await db.$count(users, eq(users.userNameKey, email))).toBe(1);
});

describe('the export', () => {
  const get = (format: 'json' | 'csv', person: string) =>
    rest.send('GET', `/api/personaldata.${format}?person=${encodeURIComponent(person)}`, { as: 'admin' });

  test('has every record as JSON', async () => {
    const answer = await get('json', both);
    expect(answer.headers['content-disposition']).toMatch(/filename="personal-data-.*\.json"/);
    const { kinds } = answer.json<{ kinds: Record<string, Record<string, unknown>[]> }>();
    expect(kinds['Messages of the contact form']).toMatchObject([{ Message: '=1+1 hello' }, { 'E-mail': ada.email }]);
    expect(kinds['Message log']).toHaveLength(5);
    expect(kinds['Subscribers of the status page']).toMatchObject([{ 'E-mail': ada.email, Mails: 0 }]);
    expect(JSON.stringify(kinds['Newsletter subscribers'])).not.toContain(ben.email);
  });

  test('has every value as CSV, without formulas', async () => {
    const lines = (await get('csv', both)).body.trim().split('\r\n');
    expect(lines[0]).toContain('Kind,Record,When,Field,Value');
    expect(lines.some((line) => line.endsWith(",Message,'=1+1 hello"))).toBe(true);
    expect(lines.some((line) => line.endsWith(`,Number,'${ada.number}`))).toBe(true);
  });

  test('refuses a name, and is recorded without the person', async () => {
    expect((await get('json', 'Lovelace')).statusCode).toBe(400);
    const entries = await rest.deps.db.select().from(auditEntries).where(eq(auditEntries.action, 'privacy.export'));
    expect(entries).toHaveLength(2);
    expect(JSON.stringify(entries)).not.toMatch(/ada|5550101/i);
  });
});

describe('the erasure', () => {
  test('needs a recent proof, the text typed again, and no number of an SMS account', async () => {
    const erase = (person: string, confirmation = person) => caller().privacy.erase({ person, confirmation });
    await expect(caller(new Date(0)).privacy.erase({ person: both, confirmation: both })).rejects.toThrow(/is you/);
    await expect(erase(both, ada.email)).rejects.toThrow();
    await expect(erase('Lovelace')).rejects.toThrow(/several people/);
    await expect(erase(ownNumber)).rejects.toThrow(/SMS account/);
    expect(await rest.deps.db.$count(inboxMessages)).toBe(3);
  });

  test('by an address alone leaves the message log and contacts, and is not about messages of others', async () => {
    const person = 'nobody@example.com';
    const { erased, underWay } = await caller().privacy.erase({ person, confirmation: person });
    const none = { inbox: 0, subscribers: 0, statusSubscribers: 0, channels: 0, contacts: 0, messageLog: 0, audit: 0 };
    expect(erased).toEqual(none);
    expect(underWay).toBe(0);
  });

  test('deletes, anonymises and keeps as announced', async () => {
    const result = await caller().privacy.erase({ person: both, confirmation: both });
    expect(result.erased).toMatchObject({
      inbox: 2,
      subscribers: 1,
      statusSubscribers: 1,
      channels: 1,
      contacts: 1,
      messageLog: 5,
    });
    expect(result.underWay).toBe(1);
    const { db } = rest.deps;
    expect(await db.select({ email: inboxMessages.email }).from(inboxMessages)).toEqual([{ email: ben.email }]);
    expect(await db.select({ email: subscribers.email }).from(subscribers)).toEqual([{ email: ben.email }]);
    expect(await db.select({ email: statusSubscribers.email }).from(statusSubscribers)).toEqual([{ email: ben.email }]);
    expect(await db.$count(telephonyContacts)).toBe(1);
    // A reply of STOP applies to the number, also if another user adds it again.
    expect(await db.$count(telephonyOptOuts)).toBe(1);
    const [first, earlier, incoming, relayed, bens, waiting, underWay] = await messages();
    expect(first).toMatchObject({
      fromNumber: ownNumber,
      toNumber: 'erased',
      body: null,
      status: 'delivered',
      segments: 1,
      error: { code: 30003, message: '' },
    });
    expect(first?.response).toEqual({ price: '-0.00750', price_unit: 'USD', num_segments: '1', status: 'delivered' });
    expect(earlier).toMatchObject({ toNumber: 'erased', body: null });
    expect(incoming).toMatchObject({ fromNumber: 'erased', requestFrom: 'erased', toNumber: ownNumber, body: null });
    expect(relayed).toMatchObject({ requestFrom: 'erased', toNumber: ben.number, body: null });
    expect(bens).toMatchObject({ toNumber: ben.number, body: 'Alarm' });
    expect(waiting).toMatchObject({ toNumber: 'erased', delivery: 'done', status: 'canceled' });
    expect(underWay).toMatchObject({ toNumber: ada.number, delivery: 'handing-over', body: 'Alarm' });
  });

  test('leaves neither name nor number in the audit log', async () => {
    const rows = await rest.deps.db.select().from(auditEntries);
    expect(JSON.stringify(rows)).not.toMatch(/lovelace|5550101|ada@example/i);
    const [saved] = rows.filter(({ action }) => action === 'telephony.contacts.save');
    expect(saved).toMatchObject({ userName: 'admin', ip: '192.0.2.1', changes: [{ field: 'friendlyName' }] });
    const [erasure] = await rest.deps.db.select().from(auditEntries).where(like(auditEntries.action, 'privacy.erase'));
    expect(erasure).toMatchObject({ outcome: 'done', record: 'Personal data' });
  });

  test('finishes what was under way, and changes nothing more when it is repeated', async () => {
    await rest.deps.db.update(log).set({ delivery: 'done' }).where(eq(log.delivery, 'handing-over'));
    const again = await caller().privacy.erase({ person: both, confirmation: both });
    expect(again).toMatchObject({ erased: { inbox: 0, contacts: 0, messageLog: 1 }, underWay: 0 });
    const before = await messages();
    const third = await caller().privacy.erase({ person: both, confirmation: both });
    expect(Object.values(third.erased).reduce((sum, count) => sum + count, 0)).toBe(0);
    expect(await messages()).toEqual(before);
    expect(await counts(both)).toEqual({ optOuts: 1, mentions: 2 });
  });

  test('an import of the provider’s log brings neither number nor text back', async () => {
    const before = await messages();
    const message = { sid: 'SM1', status: 'read', from: ownNumber, to: ada.number, body: 'Alarm' };
    const source = { accountSid: 'AC1', owner: () => null, now: rest.deps.now() };
    await importMessages(rest.deps.db, source, [{ ...message, date_created: '2026-01-01T00:00:00Z' }], () => []);
    expect(await messages()).toEqual(before);
  });
});
