import { createServer } from 'node:net';
import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { mailContactMessage } from '../../core/inbox/jobs.ts';
import { createMailer } from '../../core/providers/mail.ts';
import { inboxMessages } from '../../db/schema/inbox.ts';
import { jobs } from '../../db/schema/jobs.ts';
import { mailLeases } from '../../db/schema/mail.ts';
import { until } from '../fakes/clock.ts';
import { type FakeSmtp, startFakeSmtp } from '../fakes/smtp.ts';
import { makeMailSetup, type Setup } from './setup.ts';

const hello = { name: 'Ann Visitor', email: 'ann@example.org', message: 'Do you ship to Ireland?\nYours, Ann' };

describe('mail that is not accepted at once', () => {
  let smtp: FakeSmtp;
  let setup: Setup;
  beforeEach(async () => {
    ({ smtp, setup } = await makeMailSetup());
  });
  afterEach(() => setup.remove());

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
    await setup.clock.elapse(61);
    await until(() => smtp.mails.length === 1);
    await setup.clock.elapse(121);
    expect(smtp.mails.map(({ headers }) => headers.subject)).toEqual(['New message from Lost']);
  });

  test('while a mail is under way no second copy goes out, even if the queue has lost its job', async () => {
    let acknowledge = () => {};
    smtp.gate = new Promise((resolve) => {
      acknowledge = resolve;
    });
    await setup.clock.elapse(50);
    await setup.visitor().inbox.send(hello);
    await until(() => smtp.mails.length === 1);
    await setup.deps.db.delete(jobs).where(eq(jobs.name, mailContactMessage.name));
    // The sweep runs before the lease ends (its renewal follows real time), and another process has the job too.
    await setup.clock.elapse(12);
    const { id = 0 } = (await message()) ?? {};
    await setup.deps.queue.enqueue(mailContactMessage, { messageId: id }, { dedupeKey: 'another process' });
    const isPostponed = async () => {
      const rows = await setup.deps.db.select().from(jobs).where(eq(jobs.name, mailContactMessage.name));
      return rows.length > 0 && rows.every((row) => row.state === 'waiting' && row.runAt > setup.clock.now());
    };
    await until(isPostponed);
    acknowledge();
    await until(async () => (await message())?.mailedAt != null);
    await setup.clock.elapse(61);
    expect(smtp.mails.length).toBe(1);
    expect(await message()).toMatchObject({ mailAttempts: 1, mailError: null });
  });

  test('a mail whose process died is sent once its lease has ended', async () => {
    const receivedAt = setup.clock.now();
    const [message] = await setup.deps.db
      .insert(inboxMessages)
      .values({ ...hello, receivedAt })
      .returning();
    const lease = { key: `contact-message ${message?.id}`, until: new Date(Number(receivedAt) + 90_000) };
    await setup.deps.db.insert(mailLeases).values(lease);
    await setup.clock.elapse(89);
    expect(smtp.mails.length).toBe(0);
    await setup.clock.elapse(62);
    await until(() => smtp.mails.length === 1);
  });

  test('slow mails leave places for other jobs', async () => {
    let acknowledge = () => {};
    smtp.gate = new Promise((resolve) => {
      acknowledge = resolve;
    });
    for (const name of ['One', 'Two', 'Three', 'Four']) await setup.visitor(name).inbox.send({ ...hello, name });
    await until(() => smtp.mails.length === 2);
    // The jobs of the other two give up their places after five seconds.
    await until(async () => (await setup.deps.queue.overview()).active === 2);
    acknowledge();
    smtp.gate = null;
    await setup.clock.elapse(61);
    await until(() => smtp.mails.length === 4);
  });
});

describe('the time for the answer to a complete mail', () => {
  let smtp: FakeSmtp;
  beforeEach(async () => {
    smtp = await startFakeSmtp();
    smtp.gate = new Promise(() => {});
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  });
  afterEach(async () => {
    vi.useRealTimers();
    await smtp.stop();
  });

  test('is ten minutes', async () => {
    const received = new Promise<void>((resolve) => {
      smtp.onMail = resolve;
    });
    const mailer = createMailer({ smtpUrl: smtp.url, mailFrom: 'noreply@harbour.example' });
    let failure: unknown = null;
    const sending = mailer
      ?.send({
        to: { name: '', address: 'ann@example.org' },
        subject: 'Hello',
        text: 'Hello',
        messageId: '<1@harbour>',
      })
      .catch((error: unknown) => {
        failure = error;
      });
    await received;
    await vi.advanceTimersByTimeAsync(599_000);
    expect(failure).toBe(null);
    await vi.advanceTimersByTimeAsync(2_000);
    await sending;
    expect(failure).toBeInstanceOf(Error);
  });
});
