import { eq, inArray, ne } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { mailHealthAlarm } from '../../core/health/jobs.ts';
import { checkTelephonyCredentials } from '../../core/telephony/jobs.ts';
import { companies } from '../../db/schema/company.ts';
import { healthMails, healthMonitors } from '../../db/schema/health.ts';
import { jobs } from '../../db/schema/jobs.ts';
import { type FakeSmtp, startFakeSmtp } from '../fakes/smtp.ts';
import { sign } from '../fakes/twilio.ts';
import { harbour } from '../fixture/company.ts';
import { publicUrl } from '../telephony/setup.ts';
import { hour, makeSetup, type Setup } from './setup.ts';

let setup: Setup;
afterEach(() => setup.remove());

describe('alarms by mail', () => {
  let smtp: FakeSmtp;
  beforeEach(async () => {
    smtp = await startFakeSmtp({ user: 'vitrine', password: 'secret' });
  });
  afterEach(() => smtp.stop());

  async function start(variables: Record<string, string> = {}) {
    setup = await makeSetup({ SMTP_URL: smtp.url, MAIL_FROM: 'Vitrine <noreply@harbour.example>', ...variables });
    await setup.sweep();
    await setup.deps.db.insert(companies).values(harbour);
    const server = await setup.addServer();
    await setup.ping(server.code);
    return server;
  }

  test('go to the company once per change, whether or not the server has contacts', async () => {
    const server = await start();
    await setup.leap(2 * hour);
    const stored = await setup.deps.db.select().from(jobs).where(ne(jobs.name, checkTelephonyCredentials.name));
    expect(stored.map(({ name }) => name)).toEqual([mailHealthAlarm.name]);
    await setup.work(2);
    expect(smtp.mails.length).toBe(1);
    expect(smtp.mails[0]).toMatchObject({
      from: 'noreply@harbour.example',
      to: ['office@harbour.example'],
      headers: {
        subject: 'Server 1 has been silent for 2 h',
        'auto-submitted': 'auto-generated',
      },
    });
    expect(smtp.mails[0]?.body).toContain('Last ping at 2026-03-02 08:00 UTC.');
    expect(smtp.mails[0]?.body).toContain(`${publicUrl}/#/admin/schedule-tasks?list=${server.id}`);
    await setup.ping(server.code);
    await setup.work(2);
    expect(smtp.mails.map(({ headers }) => headers.subject?.slice(0, 24))).toEqual([
      'Server 1 has been silent',
      'Server 1 came back onlin',
    ]);
    expect(new Set(smtp.mails.map(({ headers }) => headers['message-id'])).size).toBe(2);
  });

  test('of a failed run carry its output; each part stands in its own paragraph', async () => {
    const server = await start();
    await setup.deps.db.update(companies).set({ timeZone: 'America/New_York' });
    const payload = `${'x'.repeat(3000)}\nDumping mill\npg_dump: connection refused\n`;
    await setup.ping(server.code, '/3', { method: 'POST', payload });
    await setup.sweep();
    await setup.work(2);
    expect(smtp.mails.map(({ headers }) => headers.subject)).toEqual([
      'Server 1 FAILED (exit 3): pg_dump: connection refused',
    ]);
    const [stored] = await setup.deps.db.select().from(healthMails);
    expect(
      stored?.text
        .replace(/x{100,}/, (run) => `${run.length} x`)
        .replace(/company\.[\w-]{22}$/m, 'company.<signature>'),
    ).toBe(`Server 1 FAILED (exit 3): pg_dump: connection refused

Failed at 2026-03-02 03:00 GMT-5.

Output:
1959 x
Dumping mill
pg_dump: connection refused

-- 
Acknowledge: ${publicUrl}/alarm/1.company.<signature>
${publicUrl}/#/admin/schedule-tasks?list=${server.id}`);
    // The next failure carries its own output.
    for (const [suffix, output] of [
      ['', 'well'],
      ['/4', 'Dumping quay\ndisk full\n'],
    ] as const) {
      await setup.clock.elapse(1);
      await setup.ping(server.code, suffix, { method: 'POST', payload: output });
    }
    await setup.sweep();
    const next = (await setup.deps.db.select().from(healthMails)).at(-1)?.text;
    expect(next).toContain('Output:\nDumping quay\ndisk full\n');
    expect(next).not.toContain('Dumping mill');
  });

  test('are sent once as soon as an unreachable mail server is back', async () => {
    await start();
    await smtp.stop();
    await setup.leap(2 * hour);
    await setup.work(1);
    expect(smtp.mails).toEqual([]);
    await smtp.start();
    await setup.work(4);
    expect(smtp.mails.length).toBe(1);
  });

  test('that the queue has lost are enqueued again for an hour, never twice', async () => {
    await start();
    const { db } = setup.deps;
    smtp.refusal = { code: 451, text: 'Greylisted' };
    await setup.leap(2 * hour);
    await setup.work(2);
    expect(smtp.connections).toBeGreaterThan(1);
    const waiting = () => db.$count(jobs, eq(jobs.name, mailHealthAlarm.name));
    expect(await waiting()).toBe(1);
    await setup.sweep();
    expect(await waiting()).toBe(1);
    for (const [age, expected] of [
      [30_000, 0],
      [30_001, 1],
      [3_599_999, 1],
      [3_600_000, 0],
    ] as const) {
      await db.delete(jobs);
      await db.update(healthMails).set({ createdAt: new Date(Number(setup.clock.now()) - age) });
      await setup.sweep();
      expect(await waiting(), String(age)).toBe(expected);
    }
    // Of more than a hundred the oldest first; the rest follows with the next sweep.
    await db.delete(jobs);
    const now = Number(setup.clock.now());
    await db.update(healthMails).set({ createdAt: new Date(now - 60_000), mailedAt: new Date(now) });
    await setup.sweep();
    expect(await waiting()).toBe(0);
    const mails = Array.from({ length: 101 }, (_, place) => ({
      eventKey: `mail-${place}`,
      text: 'Lost',
      createdAt: new Date(now - 60_000 - place),
    }));
    const stored = await db.insert(healthMails).values(mails).returning({ id: healthMails.id });
    await setup.sweep();
    const enqueued = await db.select().from(jobs).where(eq(jobs.name, mailHealthAlarm.name));
    const ids = enqueued.map(({ data }) => mailHealthAlarm.data.parse(data).mailId).toSorted((a, b) => a - b);
    expect(ids).toEqual(stored.slice(1).map(({ id }) => id));
  });

  test('are not sent without an address, and not stored without a mail server', async () => {
    await start();
    await setup.deps.db.update(companies).set({ email: '' });
    await setup.leap(2 * hour);
    await setup.work(2);
    expect([smtp.connections, await setup.deps.db.$count(healthMails)]).toEqual([0, 0]);
    await setup.remove();
    await start({ SMTP_URL: '' });
    await setup.leap(2 * hour);
    expect(await setup.deps.db.$count(healthMails)).toBe(0);
  });
});

describe('alarms by SMS', () => {
  test('are not sent to a contact who replied STOP, until they reply START', async () => {
    setup = await makeSetup();
    await setup.sweep();
    const account = await setup.addAccount();
    const [stopped, other] = ['+15005551001', '+15005551002'];
    for (const number of [stopped, other]) await setup.addContact(account.id, number);
    const address = '/api/twilio/incoming';
    async function answer(text: string) {
      const form = setup.twilio.incoming(account.accountSid, stopped, account.number, text);
      const response = await setup.post(address, form, sign(account.authToken, `${publicUrl}${address}`, form));
      expect(response.statusCode).toBe(200);
    }
    const sent = () =>
      setup.twilio.messages.filter(({ direction }) => direction === 'outbound-api').map(({ to }) => to);

    await answer('STOP');
    const server = await setup.addServer({ telephonyClientId: account.id });
    await setup.ping(server.code);
    await setup.leap(2 * hour);
    await setup.work(2);
    expect(sent()).toEqual([other]);
    const unsent = (await setup.messages()).find(
      ({ toNumber, body }) => toNumber === stopped && body?.includes('silent'),
    );
    expect(unsent).toMatchObject({
      status: 'canceled',
      delivery: 'done',
      messageSid: null,
      error: { message: 'The contact replied STOP.' },
    });

    await answer('START');
    await setup.ping(server.code);
    await setup.work(2);
    // Only the new alarm: the skipped one is not sent later.
    expect(sent().toSorted()).toEqual([stopped, other, other].toSorted());
  });
});

describe('getclienttasklist', () => {
  test('returns which servers are online and when their status was updated', async () => {
    setup = await makeSetup();
    await setup.sweep();
    const [online, failed, silent] = [await setup.addServer(), await setup.addServer(), await setup.addServer()];
    await setup.addServer({ healthCode: '' });
    // The neighbour is not public.
    const publicIds = [online, failed, silent].map(({ id }) => id);
    await setup.deps.db
      .update(healthMonitors)
      .set({ isOnStatusPage: true })
      .where(inArray(healthMonitors.clientId, publicIds));
    await setup.ping(online.code);
    const pingedAt = setup.clock.now().toISOString();
    await setup.ping(failed.code, '/1');
    const list = async () => (await setup.app.inject('/api/getclienttasklist')).json();
    const task = (name: string, status: number, updated: unknown) => ({
      ClientName: name,
      HealthStatusCheckCode: '********',
      HealthStatusCheckInterval: 3,
      SystemStatusUpdatedOn: updated,
      Status: status,
      ClientLogoUrl: '',
    });
    expect(await list()).toMatchObject({
      Status: 0,
      Data: [task('Server 1', 1, pingedAt), task('Server 2', 2, pingedAt), task('Server 3', 2, null)],
    });
    await setup.leap(2 * hour);
    const due = new Date(Date.parse(pingedAt) + 72 * 60_000).toISOString();
    expect((await list()).Data).toMatchObject([task('Server 1', 2, due), task('Server 2', 2, pingedAt), { Status: 2 }]);
    await setup.ping(silent.code);
    expect((await list()).Data[2]).toMatchObject({ Status: 1, SystemStatusUpdatedOn: setup.clock.now().toISOString() });
  });
});
