import { createServer } from 'node:net';
import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { mailContactMessage } from '../../core/inbox/jobs.ts';
import { inboxMessages } from '../../db/schema/inbox.ts';
import { jobs } from '../../db/schema/jobs.ts';
import { until } from '../fakes/clock.ts';
import { type FakeSmtp, startFakeSmtp } from '../fakes/smtp.ts';
import { makeSetup, type Setup } from './setup.ts';

const hello = { name: 'Ann Visitor', email: 'ann@example.org', message: 'Do you ship to Ireland?\nYours, Ann' };

describe('mail that is not accepted at once', () => {
  let smtp: FakeSmtp;
  let setup: Setup;
  beforeEach(async () => {
    smtp = await startFakeSmtp({ user: 'vitrine', password: 'secret' });
    setup = await makeSetup({ SMTP_URL: smtp.url, MAIL_FROM: 'Vitrine <noreply@harbour.example>' });
  });
  afterEach(async () => {
    await setup.remove();
    await smtp.stop();
  });

  const message = async () => (await setup.admin.inbox.list({})).messages[0];
  const tried = (times: number) =>
    until(async () => {
      const [job] = await setup.deps.db.select().from(jobs).where(eq(jobs.name, mailContactMessage.name));
      return job?.attempts === times && job.state !== 'active';
    });

  test('a refused mail is retried later; the row stores the error', async () => {
    smtp.refusal = { code: 451, text: 'Greylisted, come back later' };
    await setup.visitor().inbox.send(hello);
    await tried(1);
    expect(await message()).toMatchObject({ mailedAt: null, mailAttempts: 1 });
    expect((await message())?.mailError).toContain('Greylisted, come back later');
    await setup.clock.elapse(50);
    expect(smtp.connections).toBe(1);
    smtp.refusal = null;
    await setup.clock.elapse(30);
    await until(async () => (await message())?.mailedAt != null);
    expect(await message()).toMatchObject({ mailError: null, mailAttempts: 2 });
    expect(smtp.mails.length).toBe(1);
  });

  test('an unreachable server gets the message when it is back', async () => {
    await smtp.stop();
    await setup.visitor().inbox.send(hello);
    await tried(1);
    expect((await message())?.mailError).toContain('ECONNREFUSED');
    await smtp.start();
    await setup.clock.elapse(80);
    await until(() => smtp.mails.length === 1);
  });

  test('an unresponsive server does not block the job', async () => {
    const silent = createServer(() => {});
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const address = silent.address();
    if (address === null || typeof address === 'string') throw new Error('no port');
    // The URL shortens the timeouts; the default is ten seconds.
    setup.deps.config.smtpUrl = `smtp://127.0.0.1:${address.port}?greetingTimeout=100&socketCloseTimeout=0`;
    await setup.visitor().inbox.send(hello);
    await tried(1);
    expect((await message())?.mailError).toContain('Greeting never received');
    await new Promise((resolve) => silent.close(resolve));
  });

  test('switching mail off ends the job and keeps the message', async () => {
    await smtp.stop();
    await setup.visitor().inbox.send(hello);
    await tried(1);
    setup.deps.config.smtpUrl = null;
    await setup.clock.elapse(80);
    await until(async () => (await setup.deps.db.select().from(jobs)).length === 0);
    expect(await message()).toMatchObject({ mailedAt: null, mailAttempts: 1 });
  });

  test('an authentication error is stored without the password', async () => {
    setup.deps.config.smtpUrl = smtp.url.replace('secret', 'wrong-word');
    await setup.visitor().inbox.send(hello);
    await tried(1);
    const error = (await message())?.mailError;
    expect(error).toContain('Invalid user name or password');
    expect(error).not.toContain('wrong-word');
  });

  test('after the last attempt the job is parked, and a manual retry sends the mail', async () => {
    smtp.refusal = { code: 550, text: 'No such mailbox' };
    await setup.visitor().inbox.send(hello);
    await tried(1);
    // Simulate eight more failures, which would take hours.
    await setup.deps.db.update(jobs).set({ attempts: 9 }).where(eq(jobs.name, mailContactMessage.name));
    await setup.deps.db.update(inboxMessages).set({ mailAttempts: 9 });
    await setup.clock.elapse(80);
    await until(async () => (await setup.deps.queue.countParked()) === 1);
    // The sweep ignores the message.
    await setup.clock.elapse(700);
    expect(smtp.connections).toBe(2);
    smtp.refusal = null;
    const [parked] = await setup.deps.queue.listParked();
    expect(parked).toMatchObject({ name: 'mail-contact-message', attempts: 10 });
    await setup.deps.queue.retryParked(parked?.id ?? '');
    await until(() => smtp.mails.length === 1);
  });

  test("the sweep enqueues a message whose job was lost, but not last week's", async () => {
    const receivedAt = setup.clock.now();
    await setup.deps.db.insert(inboxMessages).values([
      { ...hello, name: 'Lost', receivedAt },
      { ...hello, name: 'Old', receivedAt: new Date(Number(receivedAt) - 7 * 86_400_000) },
    ]);
    await setup.clock.elapse(301);
    await until(() => smtp.mails.length === 1);
    await setup.clock.elapse(301);
    expect(smtp.mails.map(({ headers }) => headers.subject)).toEqual(['New message from Lost']);
  });
});
