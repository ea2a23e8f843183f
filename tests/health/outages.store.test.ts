import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { auditEntries } from '../../db/schema/audit.ts';
import { companies } from '../../db/schema/company.ts';
import { telephonyClients, telephonyContacts, telephonyOptOuts } from '../../db/schema/telephony.ts';
import { type FakeSmtp, startFakeSmtp } from '../fakes/smtp.ts';
import { harbour } from '../fixture/company.ts';
import { day, hour, makeSetup, type Setup } from './setup.ts';

let setup: Setup;
let smtp: FakeSmtp;
let account: Awaited<ReturnType<Setup['addAccount']>>;
let server: Awaited<ReturnType<Setup['addServer']>>;
beforeEach(async () => {
  smtp = await startFakeSmtp({ user: 'vitrine', password: 'secret' });
  setup = await makeSetup({ SMTP_URL: smtp.url, MAIL_FROM: 'Vitrine <noreply@harbour.example>' });
  await setup.deps.db.insert(companies).values(harbour);
  account = await setup.addAccount();
  // Twilio refuses the first number.
  for (const number of ['+15005550009', '+15005551002']) await setup.addContact(account.id, number);
  server = await setup.addServer({ name: 'db-1', telephonyClientId: account.id });
});
afterEach(async () => {
  await setup.remove();
  await smtp.stop();
});

const notified = (caller = setup.admin) => caller.health.outages({ id: server.id });

test('each outage has its length, its cause and who was notified of it, with what arrived', async () => {
  await setup.ping(server.code);
  await setup.leap(2 * hour);
  await setup.work(2);
  await setup.ping(server.code);
  await setup.work(2);
  await setup.ping(server.code, '/3', { method: 'POST', payload: 'disk full' });
  await setup.work(2);
  const { outages } = await notified();
  expect(outages.map(({ cause, exitCode, detail, until }) => [cause, exitCode, detail, until === null])).toEqual([
    ['failed', 3, 'disk full', true],
    ['silent', null, '', false],
  ]);
  const words = outages[1]?.notified.map(({ channel, who, about, outcome, reason }) => [
    channel,
    who,
    about,
    outcome,
    reason !== null,
  ]);
  expect(words).toEqual([
    ['sms', 'Contact +15005550009', 'offline', 'failed', true],
    ['sms', 'Contact +15005551002', 'offline', 'pending', false],
    ['sms', 'Contact +15005550009', 'online', 'failed', true],
    ['sms', 'Contact +15005551002', 'online', 'pending', false],
    ['mail', 'The company', 'offline', 'delivered', false],
    ['mail', 'The company', 'online', 'delivered', false],
  ]);
  const own = (await notified(setup.client(account.id))).outages;
  expect(own[1]?.notified.map(({ channel }) => channel)).toEqual(['sms', 'sms', 'sms', 'sms']);
  const other = await setup.addAccount();
  await expect(notified(setup.client(other.id))).rejects.toThrow('This server');
});

test('the days have their worst state', async () => {
  await setup.ping(server.code);
  await setup.leap(2 * hour);
  await setup.clock.elapse(2 * day);
  await setup.ping(server.code);
  await setup.clock.elapse(day);
  const { days } = await setup.admin.health.detail({ id: server.id });
  expect(days).toHaveLength(90);
  expect(days.slice(-5).map(({ state }) => state)).toEqual(['unknown', 'offline', 'offline', 'offline', 'online']);
  expect(days.at(-3)?.offlineSeconds).toBe(86_400);
});

test('who would be notified now, why not, and a warning when it is nobody or only unreachable contacts', async () => {
  const { db } = setup.deps;
  const recipients = async (caller = setup.admin) => (await notified(caller)).recipients;
  expect(await recipients()).toMatchObject({
    contacts: [
      { isSent: true, problem: null },
      { isSent: true, problem: null },
    ],
    mail: 'office@harbour.example',
    warning: null,
  });
  expect((await recipients(setup.client(account.id))).mail).toBeNull();
  await db.update(companies).set({ email: '' });
  await db
    .update(telephonyContacts)
    .set({ problem: 'The number cannot receive text messages.' })
    .where(eq(telephonyContacts.twilioPhoneNumber, '+15005550009'));
  const phoneNumber = '+15005551002';
  await db
    .insert(telephonyOptOuts)
    .values({ telephonyClientId: account.id, phoneNumber, optedOutAt: setup.clock.now() });
  expect(await recipients()).toMatchObject({
    contacts: [
      { problem: 'The number cannot receive text messages.' },
      { problem: expect.stringMatching(/^The contact replied STOP on 2026-/) },
    ],
    mail: null,
    warning: 'unreachable',
  });
  await db.update(telephonyClients).set({ isActive: false }).where(eq(telephonyClients.id, account.id));
  expect((await recipients()).warning).toBe('nobody');
  await expect(setup.admin.health.testAlarm({ id: server.id, requestId: 'request-0' })).rejects.toThrow('Nobody');
});

test('a test alarm goes to everyone once, and is marked as a test', async () => {
  await setup.ping(server.code);
  const send = (requestId = 'request-1') => setup.admin.health.testAlarm({ id: server.id, requestId });
  expect(await send()).toEqual({ messages: 2, deliveries: 0, mails: 1 });
  await expect(send()).rejects.toThrow('already been sent');
  await setup.work(2);
  expect(setup.twilio.messages.map(({ to, body }) => [to, body.slice(0, 19)])).toEqual([
    ['+15005551002', 'TEST: db-1 is well.'],
  ]);
  expect(smtp.mails.map(({ headers }) => headers.subject?.slice(0, 19))).toEqual(['TEST: db-1 is well.']);
  await expect(setup.client(account.id).health.testAlarm({ id: server.id, requestId: 'request-2' })).rejects.toThrow();
  const entries = await setup.deps.db.select().from(auditEntries).where(eq(auditEntries.action, 'health.testAlarm'));
  expect(entries.map(({ outcome }) => outcome)).toContain('done');
});
