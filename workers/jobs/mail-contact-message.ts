import { and, eq, isNull, sql } from 'drizzle-orm';
import { companyMailbox } from '../../core/content/company-mailbox.ts';
import type { CoreDependencies } from '../../core/dependencies.ts';
import { mailContactMessage } from '../../core/inbox/jobs.ts';
import { createMailer, type Mail } from '../../core/providers/mail.ts';
import { sendUnderLease } from '../../core/providers/mail-lease.ts';
import { handleJob } from '../../core/queue/handler.ts';
import { inboxMessages } from '../../db/schema/inbox.ts';

type InboxMessage = typeof inboxMessages.$inferSelect;

/** Stored length of a mail server's error. */
const maxErrorLength = 500;

/** Mails a message of the contact form to the company; `mailedAt` marks it as done. */
export const handleMailContactMessage = handleJob(mailContactMessage, async ({ messageId }, deps) => {
  const mailer = createMailer(deps.config);
  if (!mailer) return deps.log.info('mail is off; the message stays in the inbox');
  await sendUnderLease(deps, `contact-message ${messageId}`, async () => {
    const row = eq(inboxMessages.id, messageId);
    const [message] = await deps.db
      .update(inboxMessages)
      .set({ mailAttempts: sql`${inboxMessages.mailAttempts} + 1` })
      .where(and(row, isNull(inboxMessages.mailedAt)))
      .returning();
    if (!message) return;
    try {
      await mailer.send(await compose(message, deps));
    } catch (error) {
      const mailError = (error instanceof Error ? error.message : String(error)).slice(0, maxErrorLength);
      await deps.db.update(inboxMessages).set({ mailError }).where(row);
      throw error;
    }
    await deps.db.update(inboxMessages).set({ mailedAt: deps.now(), mailError: null }).where(row);
  });
});

async function compose(message: InboxMessage, deps: CoreDependencies): Promise<Mail> {
  const company = await companyMailbox(deps.db);
  if (!company) throw new Error('There is no active company with an e-mail address to send the message to.');
  return {
    to: company,
    replyTo: { name: message.name, address: message.email },
    subject: `New message from ${message.name}`,
    text: [
      message.message,
      '',
      '-- ',
      `${message.name} <${message.email}>`,
      `Sent through the contact form at ${deps.config.publicUrl}/ on ${message.receivedAt.toUTCString()}`,
    ].join('\n'),
    messageId: `<contact-${message.id}-${Number(message.receivedAt)}@${new URL(deps.config.publicUrl).hostname}>`,
  };
}
