import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { companies } from '../../db/schema/company.ts';
import { inboxMessages } from '../../db/schema/inbox.ts';
import { jobs } from '../../db/schema/jobs.ts';
import { mailContactMessage } from '../../workers/jobs/mail-contact-message.ts';
import { until } from '../fakes/clock.ts';
import { type FakeSmtp, startFakeSmtp } from '../fakes/smtp.ts';
import { type Bed, makeBed } from './bed.ts';

const hello = { name: 'Ann Visitor', email: 'ann@example.org', message: 'Do you ship to Ireland?\nYours, Ann' };

describe('mail of the contact form', () => {
  let smtp: FakeSmtp;
  let bed: Bed;
  beforeEach(async () => {
    smtp = await startFakeSmtp({ user: 'vitrine', password: 'secret' });
    bed = await makeBed({ SMTP_URL: smtp.url, MAIL_FROM: 'Vitrine <noreply@harbour.example>' });
  });
  afterEach(async () => {
    await bed.remove();
    await smtp.stop();
  });

  const message = async () => (await bed.admin.inbox.list({})).messages[0];
  const tried = (times: number) =>
    until(async () => {
      const [job] = await bed.deps.db.select().from(jobs).where(eq(jobs.name, mailContactMessage.name));
      return job?.attempts === times && job.state !== 'active';
    });

  test('a message arrives at the company, with the sender to reply to', async () => {
    await bed.visitor().inbox.send(hello);
    await until(async () => (await message())?.mailedAt != null);
    expect(smtp.mails.length).toBe(1);
    const [mail] = smtp.mails;
    expect(mail).toMatchObject({
      from: 'noreply@harbour.example',
      to: ['office@harbour.example'],
      headers: {
        from: 'Vitrine <noreply@harbour.example>',
        to: '"Harbour & Sons" <office@harbour.example>',
        'reply-to': 'Ann Visitor <ann@example.org>',
        subject: 'New message from Ann Visitor',
      },
    });
    expect(mail?.body).toContain('Do you ship to Ireland?\r\nYours, Ann');
    expect(await message()).toMatchObject({ mailedAt: bed.clock.now(), mailError: null, mailAttempts: 1 });
  });

  test('goes to the active company', async () => {
    await bed.deps.db.update(companies).set({ isActive: false });
    const [old] = await bed.deps.db.select().from(companies);
    if (!old) throw new Error('no company');
    await bed.deps.db.insert(companies).values({ ...old, id: undefined, email: 'new@harbour.example', isActive: true });
    await bed.visitor().inbox.send(hello);
    await until(() => smtp.mails.length === 1);
    expect(smtp.mails[0]?.to).toEqual(['new@harbour.example']);
  });

  test('nothing a visitor writes becomes a header or another recipient', async () => {
    const name = 'Ann\r\nBcc: all@example.org\r\n\r\n<script>, "x" <y@example.org>';
    // Written past the form's checks, as an older version might have stored it.
    const email = 'ann@example.org\r\nBcc: all@example.org';
    const [stored] = await bed.deps.db
      .insert(inboxMessages)
      .values({ name, email, message: 'Hi\r\n.\r\nMAIL FROM:<x@example.org>', receivedAt: bed.clock.now() })
      .returning();
    await bed.deps.queue.enqueue(mailContactMessage, { messageId: stored?.id ?? 0 });
    await until(() => smtp.mails.length === 1);
    const [mail] = smtp.mails;
    expect(mail?.to).toEqual(['office@harbour.example']);
    expect(mail?.from).toBe('noreply@harbour.example');
    expect(Object.keys(mail?.headers ?? {})).not.toContain('bcc');
    expect(mail?.headers.subject).toContain('New message from Ann Bcc: all@example.org');
    expect(mail?.body).toContain('MAIL FROM:<x@example.org>');
  });

  test('letters of any script arrive', async () => {
    await bed.visitor().inbox.send({ ...hello, name: 'Zoë Ødegård 李', message: 'Grüße aus 東京 🚢' });
    await until(() => smtp.mails.length === 1);
    expect(smtp.mails[0]?.body).toContain('Grüße aus 東京 🚢');
    expect(smtp.mails[0]?.headers.subject).toMatch(/^=\?UTF-8\?/);
  });

  test('a server that refuses is tried again later; the row says what it said', async () => {
    smtp.refusal = { code: 451, text: 'Greylisted, come back later' };
    await bed.visitor().inbox.send(hello);
    await tried(1);
    expect(await message()).toMatchObject({ mailedAt: null, mailAttempts: 1 });
    expect((await message())?.mailError).toContain('Greylisted, come back later');
    await bed.clock.elapse(50);
    expect(smtp.connections).toBe(1);
    smtp.refusal = null;
    await bed.clock.elapse(30);
    await until(async () => (await message())?.mailedAt != null);
    expect(await message()).toMatchObject({ mailError: null, mailAttempts: 2 });
    expect(smtp.mails.length).toBe(1);
  });

  test('a server that is down gets the message when it is back', async () => {
    await smtp.stop();
    await bed.visitor().inbox.send(hello);
    await tried(1);
    expect((await message())?.mailError).toContain('ECONNREFUSED');
    await smtp.start();
    await bed.clock.elapse(80);
    await until(() => smtp.mails.length === 1);
  });

  test('a wrong password is on record without the password', async () => {
    bed.deps.config.smtpUrl = smtp.url.replace('secret', 'wrong-word');
    await bed.visitor().inbox.send(hello);
    await tried(1);
    const error = (await message())?.mailError;
    expect(error).toContain('Invalid user name or password');
    expect(error).not.toContain('wrong-word');
  });

  test('after the last attempt the job is parked, and a retry by hand mails it', async () => {
    smtp.refusal = { code: 550, text: 'No such mailbox' };
    await bed.visitor().inbox.send(hello);
    for (let attempt = 1; attempt < 10; attempt += 1) {
      await tried(attempt);
      await bed.clock.elapse(60 * 2 ** (attempt - 1) * 1.26);
    }
    await until(async () => (await bed.deps.queue.countParked()) === 1);
    await bed.clock.elapse(24 * 3600);
    expect(smtp.connections).toBe(10);
    smtp.refusal = null;
    const [parked] = await bed.deps.queue.listParked();
    expect(parked).toMatchObject({ name: 'mail-contact-message', attempts: 10 });
    await bed.deps.queue.retryParked(parked?.id ?? '');
    await until(() => smtp.mails.length === 1);
  });

  test('a message is mailed once, however often its job runs', async () => {
    await bed.visitor().inbox.send(hello);
    await until(async () => (await message())?.mailedAt != null);
    await bed.deps.queue.enqueue(mailContactMessage, { messageId: (await message())?.id ?? 0 });
    await bed.deps.queue.enqueue(mailContactMessage, { messageId: 9999 });
    await bed.clock.elapse(1);
    await until(async () => (await bed.deps.db.select().from(jobs)).length === 0);
    expect(smtp.connections).toBe(1);
  });

  test('the sweep takes up a message whose job was lost, but not last week\'s', async () => {
    const receivedAt = bed.clock.now();
    await bed.deps.db.insert(inboxMessages).values([
      { ...hello, name: 'Lost', receivedAt },
      { ...hello, name: 'Old', receivedAt: new Date(Number(receivedAt) - 7 * 86_400_000) },
    ]);
    await bed.clock.elapse(301);
    await until(() => smtp.mails.length === 1);
    await bed.clock.elapse(301);
    expect(smtp.mails.map(({ headers }) => headers.subject)).toEqual(['New message from Lost']);
  });

  test('a message whose enqueueing fails is stored all the same', async () => {
    const failing = { ...bed.deps.queue, enqueue: () => Promise.reject(new Error('the queue is away')) };
    bed.deps.queue = failing;
    expect(await bed.visitor().inbox.send(hello)).toEqual({ sent: true });
    await bed.clock.elapse(301);
    expect((await bed.admin.inbox.list({})).total).toBe(1);
  });
});
