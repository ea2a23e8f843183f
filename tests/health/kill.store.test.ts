import { text } from 'node:stream/consumers';
import { inArray } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { mailHealthAlarm } from '../../core/health/jobs.ts';
import { sendMessage } from '../../core/telephony/jobs.ts';
import { companies } from '../../db/schema/company.ts';
import { healthFlips, healthMails, healthWatch } from '../../db/schema/health.ts';
import { jobs } from '../../db/schema/jobs.ts';
import { telephonyClients } from '../../db/schema/telephony.ts';
import { type FakeSmtp, startFakeSmtp } from '../fakes/smtp.ts';
import { harbour } from '../fixture/company.ts';
import { endOf, startDoomed } from './kill-start.ts';
import { hour, makeSetup, type Setup } from './setup.ts';

let setup: Setup;
let smtp: FakeSmtp;
beforeEach(async () => {
  smtp = await startFakeSmtp();
  setup = await makeSetup({ SMTP_URL: smtp.url, MAIL_FROM: 'noreply@harbour.example' });
  await setup.sweep();
});
afterEach(async () => {
  await setup.remove();
  await smtp.stop();
});

const start = (point: string, codes: readonly string[] = []) => startDoomed({ setup, smtpUrl: smtp.url }, point, codes);

test('kill -9 while pings arrive loses no acknowledged ping', async () => {
  const servers = [];
  for (let count = 0; count < 60; count += 1) servers.push(await setup.addServer());
  const codes = servers.map(({ code }) => code);
  const child = start('pings', codes);
  const [output, end] = await Promise.all([text(child.stdout), endOf(child)]);
  expect(end).toBe('SIGKILL');
  const acknowledged = output.trim().split('\n');
  expect(acknowledged.length).toBeGreaterThan(10);
  for (const { id, code } of servers) {
    if (!acknowledged.includes(code)) continue;
    expect([await setup.monitor(id), await setup.pings(id)]).toMatchObject([{ status: 'online', pingCount: 1 }, [{}]]);
  }
});

/** Database writes from a missed deadline to its sent alarms: the record of listening, the flip, the incident, the rows, the jobs, two messages, a mail and its lease. */
const writes = 18;
const killedAfter = Array.from({ length: writes + 1 }, (_, after) => after);

describe('kill -9 while an alarm is sent', () => {
  let serverId: number;
  beforeEach(async () => {
    const { db } = setup.deps;
    await db.insert(companies).values(harbour);
    const account = await setup.addAccount();
    // Either message may be the first one that the provider accepts.
    await db.update(telephonyClients).set({ credentials: 'accepted' });
    await setup.addContact(account.id, '+15005551001');
    await setup.addContact(account.id, '+15005551002');
    const server = await setup.addServer({ telephonyClientId: account.id, checkInterval: '15-minutes' });
    serverId = server.id;
    await setup.ping(server.code);
    await setup.clock.elapse(2 * hour);
    // A web process was listening all the time, so the missed pings are the server's fault.
    await db.update(healthWatch).set({ aliveAt: setup.clock.now() });
    await db.delete(jobs);
  });

  /** True when no row and no job is left to send. */
  async function isDone() {
    const { db } = setup.deps;
    const alarms = await db.$count(healthFlips, inArray(healthFlips.alarm, ['send', 'held']));
    const messages = await setup.messages();
    const mails = await db.select().from(healthMails);
    const sending = await db.$count(jobs, inArray(jobs.name, [sendMessage.name, mailHealthAlarm.name]));
    const isSent = messages.length > 0 && messages.every(({ delivery }) => delivery === 'done');
    return alarms === 0 && isSent && mails.every(({ mailedAt }) => mailedAt !== null) && sending === 0;
  }

  /** Expects that every notification was sent, once per contact. */
  async function expectNotified() {
    await setup.work(6, isDone);
    expect(await isDone()).toBe(true);
    const sent = setup.twilio.messages.map(({ to, body }) => `${to} ${body?.includes('has been silent for')}`);
    expect(sent.toSorted()).toEqual(['+15005551001 true', '+15005551002 true']);
    expect((await setup.flips(serverId)).map(({ status, alarm }) => `${status} ${alarm}`)).toEqual([
      'online silent',
      'offline sent',
    ]);
    expect((await setup.messages()).length).toBe(2);
    expect(await setup.deps.db.$count(healthMails)).toBe(1);
  }

  test.each(killedAfter)('after %i writes: every notification is sent once', async (after) => {
    expect(await endOf(start(String(after)))).toBe('SIGKILL');
    await expectNotified();
    const ids = new Set(smtp.mails.map(({ headers }) => headers['message-id']));
    expect(ids.size).toBe(1);
    expect(smtp.mails.length).toBe(1);
  });

  test(`the alarm takes ${writes} writes at most`, async () => {
    expect(await endOf(start(String(writes + 1)))).toBe(0);
    expect([setup.twilio.messages.length, smtp.mails.length]).toEqual([2, 1]);
    await expectNotified();
  });

  test.each([
    [false, 'hang-before'],
    [true, 'hang-after'],
  ] as const)(
    'after the provider received a message (accepted: %s): every notification is sent once',
    async (isTaken, mishap) => {
      setup.twilio.mishaps.create.push(mishap);
      const child = start('1000');
      setup.twilio.onCreate = (taken) => {
        if (taken === isTaken) child.kill('SIGKILL');
      };
      expect(await endOf(child)).toBe('SIGKILL');
      setup.twilio.onCreate = () => {};
      await expectNotified();
      expect(smtp.mails.length).toBe(1);
    },
  );

  test('after the mail server accepted the mail: the repeated mail has the same id', async () => {
    const child = start('1000');
    smtp.onMail = () => void child.kill('SIGKILL');
    expect(await endOf(child)).toBe('SIGKILL');
    smtp.onMail = () => {};
    await expectNotified();
    // Only a crash between the mail server's acceptance and its record can send the mail twice.
    expect(smtp.mails.length).toBe(2);
    expect(new Set(smtp.mails.map(({ headers }) => headers['message-id'])).size).toBe(1);
  });
});
