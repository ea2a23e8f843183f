import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { maskedToken } from '../../contract/telephony.ts';
import { mailLimitNotice } from '../../core/telephony/jobs.ts';
import { queueMessage } from '../../core/telephony/queue-message.ts';
import { companies } from '../../db/schema/company.ts';
import { jobs } from '../../db/schema/jobs.ts';
import { telephonyClients, telephonyUsage } from '../../db/schema/telephony.ts';
import { handlers } from '../../workers/jobs/index.ts';
import { type FakeSmtp, startFakeSmtp } from '../fakes/smtp.ts';
import { sign } from '../fakes/twilio.ts';
import { makeSetup, type Neighbour, publicUrl, type Setup } from './setup.ts';

let setup: Setup;
let smtp: FakeSmtp;
let account: Awaited<ReturnType<Setup['addAccount']>>;
let neighbour: Neighbour;
let contactId: number;
beforeEach(async () => {
  smtp = await startFakeSmtp();
  setup = await makeSetup({ SMTP_URL: smtp.url, MAIL_FROM: 'desk@harbour.example' });
  await setup.deps.db.insert(companies).values({
    name: 'Harbour',
    address: 'Quay 1',
    email: 'desk@harbour.example',
    city: 'Harbour',
    zip: '1000',
    contactNumber: '1',
    copyrightText: 'Harbour',
    isActive: true,
  });
  account = await setup.addAccount();
  contactId = await setup.addContact(account.id);
  await setup.addContact(account.id, '+15005551002');
  neighbour = await setup.addNeighbour();
});
afterEach(async () => {
  await neighbour.expectUntouched();
  await setup.remove();
  await smtp.stop();
});

/** Saves the account's limits; an undefined one keeps the stored one. */
const setLimits = (limits: { testsPerDay?: number; relaysPerDay?: number }) =>
  setup.admin.telephony.clients.save({
    id: account.id,
    values: {
      twilioPhoneNumber: account.number,
      phoneNumber: '+15007770099',
      projectName: 'Project 1',
      accountSid: account.accountSid,
      authToken: maskedToken,
      isActive: true,
      isDefault: false,
      ...limits,
    },
  });
const asClient = () => setup.client(account.id).telephony.contacts;
let requests = 0;
const sendTest = (as = asClient()) => {
  requests += 1;
  return as.sendTest({ contactId, text: `Test ${requests}`, requestId: `request-${requests}` });
};
const today = async () => (await setup.admin.telephony.clients.list({})).find(({ id }) => id === account.id)?.today;

async function receive(text: string): Promise<void> {
  const fields = setup.twilio.incoming(account.accountSid, '+15005559999', account.number, text);
  const path = '/api/twilio/incoming';
  await setup.post(path, fields, sign(account.authToken, publicUrl + path, fields));
}

test('an account starts with 50 test messages and 1000 relayed messages a day, and an Admin changes that', async () => {
  expect(await today()).toEqual({ test: { used: 0, limit: 50 }, relay: { used: 0, limit: 1000 } });
  await setLimits({ testsPerDay: 3, relaysPerDay: 7 });
  await setLimits({});
  expect(await today()).toMatchObject({ test: { limit: 3 }, relay: { limit: 7 } });
  expect(await asClient().testUsage({ contactId })).toEqual({ used: 0, limit: 3 });
  expect(await setup.admin.telephony.contacts.testUsage({ contactId })).toBe(null);
  await expect(setup.client(neighbour.id).telephony.contacts.testUsage({ contactId })).rejects.toThrow(
    'does not exist',
  );
});

test('a client’s test messages stop at the limit, and start again the next day', async () => {
  await setLimits({ testsPerDay: 2 });
  await sendTest();
  await sendTest();
  await expect(sendTest()).rejects.toThrow('The limit of 2 test messages a day is reached');
  expect(await asClient().testUsage({ contactId })).toEqual({ used: 2, limit: 2 });
  // A request that is repeated does not count again.
  const repeated = { contactId, text: 'Again', requestId: `request-${requests - 1}` };
  await expect(asClient().sendTest(repeated)).rejects.toThrow('already been sent');
  // Sixteen hours later, without the jobs between.
  setup.clock.setBack(-16 * 3600);
  await sendTest();
  expect((await today())?.test.used).toBe(1);
});

test('of many test messages at the same time, exactly as many as the limit are sent', async () => {
  await setLimits({ testsPerDay: 5 });
  const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => sendTest()));
  expect(outcomes.filter(({ status }) => status === 'fulfilled').length).toBe(5);
  await setup.settled();
  expect(setup.twilio.messages.length).toBe(5);
  expect((await today())?.test).toEqual({ used: 5, limit: 5 });
});

test('the same request twice at the same time counts once', async () => {
  const request = { contactId, text: 'Once', requestId: 'request-once' };
  await Promise.allSettled([asClient().sendTest(request), asClient().sendTest(request)]);
  expect((await today())?.test.used).toBe(1);
});

test('neither an Admin’s test messages nor alarms are limited or counted', async () => {
  await setLimits({ testsPerDay: 0, relaysPerDay: 0 });
  await expect(sendTest()).rejects.toThrow('The limit of 0 test messages');
  await sendTest(setup.admin.telephony.contacts);
  const alarm = { eventKey: 'down-1', contactId, text: 'Server down', now: setup.clock.now() };
  await queueMessage(setup.deps.db, alarm);
  await setup.elapse(100);
  expect(setup.twilio.messages.length).toBe(2);
  expect(await today()).toMatchObject({ test: { used: 0 }, relay: { used: 0 } });
});

test('relays count each message to each contact, and stop at the limit with the reason in the log', async () => {
  await setLimits({ relaysPerDay: 5 });
  await receive('One');
  await receive('Two');
  expect((await today())?.relay).toEqual({ used: 4, limit: 5 });
  await receive('Three');
  await setup.settled();
  expect((await today())?.relay.used).toBe(4);
  expect(setup.twilio.messages.filter(({ direction }) => direction === 'outbound-api').length).toBe(4);
  const { rows } = await setup.admin.telephony.log.page({ telephonyClientId: account.id });
  expect(rows.filter(({ status }) => status === 'received').map(({ reason }) => reason)).toEqual(
    expect.arrayContaining([null, null, 'Not relayed: the limit of 5 relayed messages a day is reached.']),
  );
});

test('a message that is delivered twice at the same time is relayed and counted once', async () => {
  const fields = setup.twilio.incoming(account.accountSid, '+15005559999', account.number, 'Hello');
  const path = '/api/twilio/incoming';
  const signature = sign(account.authToken, publicUrl + path, fields);
  await Promise.all([setup.post(path, fields, signature), setup.post(path, fields, signature)]);
  await setup.settled();
  expect(setup.twilio.messages.filter(({ direction }) => direction === 'outbound-api').length).toBe(2);
  expect((await today())?.relay.used).toBe(2);
});

test('the counts of a month are kept, older ones are deleted', async () => {
  const days = ['2026-01-29', '2026-01-30', '2026-03-01'];
  const { db } = setup.deps;
  await db
    .insert(telephonyUsage)
    .values(days.map((day) => ({ telephonyClientId: account.id, kind: 'test' as const, day, used: 1 })));
  // The clock shows 2 March.
  await handlers.syncMessageLogs.run({}, setup.deps);
  expect((await db.select().from(telephonyUsage)).map(({ day }) => day).toSorted()).toEqual(days.slice(1));
  expect(await today()).toMatchObject({ test: { used: 0 } });
});

test('the sweep enqueues the notices of today that are due and were not sent', async () => {
  await setLimits({ testsPerDay: 5, relaysPerDay: 10 });
  const { db, queue } = setup.deps;
  const others = [
    await setup.addAccount(),
    await setup.addAccount(),
    await setup.addAccount(),
    await setup.addAccount(),
  ];
  await setup.settled();
  const [few, notified, yesterday, none] = others.map(({ id }) => id);
  for (const id of [few, notified, yesterday])
    await db
      .update(telephonyClients)
      .set({ testsPerDay: 5, relaysPerDay: 10 })
      .where(eq(telephonyClients.id, id ?? 0));
  await db
    .update(telephonyClients)
    .set({ testsPerDay: 0 })
    .where(eq(telephonyClients.id, none ?? 0));
  const used = (telephonyClientId = 0, kind: 'test' | 'relay', count: number, more = {}) =>
    db.insert(telephonyUsage).values({ telephonyClientId, kind, day: '2026-03-02', used: count, ...more });
  await used(account.id, 'test', 4);
  await used(account.id, 'relay', 8);
  await used(few, 'test', 3);
  await used(few, 'relay', 7);
  await used(notified, 'test', 5, { notifiedAt: setup.clock.now() });
  await used(yesterday, 'test', 5, { day: '2026-03-01' });
  await used(none, 'test', 0);
  await queue.pause();
  await db.delete(jobs);
  await handlers.sweepUnsentMessages.run({}, setup.deps);
  const notices = (await db.select().from(jobs).orderBy(jobs.id)).map(({ data }) => data);
  const due = { telephonyClientId: account.id, day: '2026-03-02' };
  expect(notices.length).toBe(2);
  expect(notices).toEqual(
    expect.arrayContaining([
      { ...due, kind: 'test' },
      { ...due, kind: 'relay' },
    ]),
  );
  // The sent one is not enqueued again, and a limit of 0 is reached by no message.
  await queue.resume();
  await setup.settled();
});

describe('the notice that four fifths of a limit are used', () => {
  const subjects = () => smtp.mails.map(({ headers }) => headers.subject);

  test('is mailed to the company once a day and limit', async () => {
    await setLimits({ testsPerDay: 5, relaysPerDay: 5 });
    for (let count = 0; count < 3; count += 1) await sendTest();
    await receive('One');
    await setup.elapse(70);
    expect(subjects()).toEqual([]);
    await sendTest();
    await sendTest();
    await receive('Two');
    await setup.elapse(200);
    expect(smtp.mails).toMatchObject([{ to: ['desk@harbour.example'] }, { to: ['desk@harbour.example'] }]);
    expect(subjects().toSorted()).toEqual([
      expect.stringMatching(/^Project 1 has used 4 of 5 relayed messages of 2026-03-02$/),
      expect.stringMatching(/^Project 1 has used [45] of 5 test messages of 2026-03-02$/),
    ]);
    expect(smtp.mails[0]?.body).toContain('https://harbour.example/#/admin/twilioclient');
  });

  test('is mailed when the mail server is back', async () => {
    await setLimits({ testsPerDay: 1 });
    smtp.refusal = { code: 451, text: 'Try again' };
    await sendTest();
    await setup.settled();
    expect(subjects()).toEqual([]);
    smtp.refusal = null;
    await setup.elapse(100);
    expect(subjects()).toEqual(['Project 1 has used 1 of 1 test messages of 2026-03-02']);
  });

  test('is sent by the sweep if its job is lost', async () => {
    await setLimits({ testsPerDay: 1 });
    await setup.deps.queue.pause();
    await sendTest();
    await setup.deps.db.delete(jobs).where(eq(jobs.name, mailLimitNotice.name));
    await setup.deps.queue.resume();
    await setup.elapse(61);
    expect(subjects().length).toBe(1);
  });
});
