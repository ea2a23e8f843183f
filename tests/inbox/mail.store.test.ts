import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { mailContactMessage, mailJobKey } from '../../core/inbox/jobs.ts';
import { companies } from '../../db/schema/company.ts';
import { inboxMessages } from '../../db/schema/inbox.ts';
import { jobs } from '../../db/schema/jobs.ts';
import { until } from '../fakes/clock.ts';
import type { FakeSmtp } from '../fakes/smtp.ts';
import { makeMailSetup, type Setup } from './setup.ts';

const hello = { name: 'Ann Visitor', email: 'ann@example.org', message: 'Do you ship to Ireland?\nYours, Ann' };

/** Decodes a header's encoded words (RFC 2047, Q encoding; ASCII only). */
function decodeWords(header: string): string {
  return header
    .replace(/\?= =\?UTF-8\?Q\?/g, '')
    .replace(/^=\?UTF-8\?Q\?|\?=$/g, '')
    .replaceAll('_', ' ')
    .replace(/=([0-9A-F]{2})/g, (_match, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
}

describe('mail of the contact form', () => {
  let smtp: FakeSmtp;
  let setup: Setup;
  beforeEach(async () => {
    ({ smtp, setup } = await makeMailSetup());
  });
  afterEach(() => setup.remove());

  const message = async () => (await setup.admin.inbox.list({})).messages[0];

  test('is sent to the company, with the visitor as the reply address', async () => {
    await setup.visitor().inbox.send(hello);
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
    expect(await message()).toMatchObject({ mailedAt: setup.clock.now(), mailError: null, mailAttempts: 1 });
  });

  test('goes to the active company', async () => {
    await setup.deps.db.update(companies).set({ isActive: false });
    const [old] = await setup.deps.db.select().from(companies);
    if (!old) throw new Error('no company');
    await setup.deps.db
      .insert(companies)
      .values({ ...old, id: undefined, email: 'new@harbour.example', isActive: true });
    await setup.visitor().inbox.send(hello);
    await until(() => smtp.mails.length === 1);
    expect(smtp.mails[0]?.to).toEqual(['new@harbour.example']);
  });

  test('contains no header or recipient that a visitor injected', async () => {
    const name = 'Ann\r\nBcc: all@example.org\r\n\r\n<script>, "x" <y@example.org>';
    // Insert directly: the form would refuse this.
    const email = 'ann@example.org\r\nBcc: all@example.org';
    const [stored] = await setup.deps.db
      .insert(inboxMessages)
      .values({ name, email, message: 'Hi\r\n.\r\nMAIL FROM:<x@example.org>', receivedAt: setup.clock.now() })
      .returning();
    const messageId = stored?.id ?? 0;
    // Use the form's dedupe key, because the sweep may have enqueued the message too.
    await setup.deps.queue.enqueue(mailContactMessage, { messageId }, { dedupeKey: mailJobKey(messageId) });
    await until(() => smtp.mails.length === 1);
    const [mail] = smtp.mails;
    expect(mail?.to).toEqual(['office@harbour.example']);
    expect(mail?.from).toBe('noreply@harbour.example');
    expect(Object.keys(mail?.headers ?? {})).not.toContain('bcc');
    // The line breaks have become spaces: all of it is one subject.
    expect(decodeWords(mail?.headers.subject ?? '')).toBe(
      'New message from Ann Bcc: all@example.org <script>, "x" <y@example.org>',
    );
    expect(mail?.body).toContain('MAIL FROM:<x@example.org>');
  });

  test('keeps letters of any script', async () => {
    await setup.visitor().inbox.send({ ...hello, name: 'Zoë Ødegård 李', message: 'Grüße aus 東京 🚢' });
    await until(() => smtp.mails.length === 1);
    expect(smtp.mails[0]?.body).toContain('Grüße aus 東京 🚢');
    expect(smtp.mails[0]?.headers.subject).toMatch(/^=\?UTF-8\?/);
  });

  test('is sent once, however often its job runs', async () => {
    await setup.visitor().inbox.send(hello);
    await until(async () => (await message())?.mailedAt != null);
    await setup.deps.queue.enqueue(mailContactMessage, { messageId: (await message())?.id ?? 0 });
    await setup.deps.queue.enqueue(mailContactMessage, { messageId: 9999 });
    await setup.clock.elapse(1);
    await until(async () => (await setup.deps.db.select().from(jobs)).length === 0);
    expect(smtp.connections).toBe(1);
  });

  test('does not prevent storing the message when enqueueing fails', async () => {
    const failing = { ...setup.deps.queue, enqueue: () => Promise.reject(new Error('the queue is away')) };
    setup.deps.queue = failing;
    expect(await setup.visitor().inbox.send(hello)).toEqual({ sent: true });
    await setup.clock.elapse(301);
    expect((await setup.admin.inbox.list({})).total).toBe(1);
  });
});
