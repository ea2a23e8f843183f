import { and, eq, isNull, sql } from 'drizzle-orm';
import { companyMailbox } from '../../core/content/company-mailbox.ts';
import type { CoreDependencies } from '../../core/dependencies.ts';
import { mailContactMessage } from '../../core/inbox/jobs.ts';
import { createMailer, type Mail } from '../../core/providers/mail.ts';
import { handleJob } from '../../core/queue/handler.ts';
import type { Database } from '../../db/database.ts';
import { inboxMessages } from '../../db/schema/inbox.ts';

type InboxMessage = typeof inboxMessages.$inferSelect;

/** Stored length of a mail server's error. */
const maxErrorLength = 500;

/** Mails a message of the contact form to the company; `mailedAt` marks it as done. */
export const handleMailContactMessage = handleJob(mailContactMessage, async ({ messageId }, deps) => {
  const mailer = createMailer(deps.config);
  if (!mailer) return deps.log.info('mail is off; the message stays in the inbox');
  const message = await startAttempt(deps.db, messageId);
  if (!message) return;
  try {
    await mailer.send(await compose(message, deps));
  } catch (error) {
    const mailError = (error instanceof Error ? error.message : String(error)).slice(0, maxErrorLength);
    await deps.db.update(inboxMessages).set({ mailError }).where(eq(inboxMessages.id, messageId));
    throw error;
  }
  await deps.db
    .update(inboxMessages)
    .set({ mailedAt: deps.now(), mailError: null })
    .where(eq(inboxMessages.id, messageId));
});

/** Counts the attempt; undefined if the message is already mailed or deleted. */
async function startAttempt(db: Database, messageId: number): Promise<InboxMessage | undefined> {
  const [message] = await db
    .update(inboxMessages)
    .set({ mailAttempts: sql`${inboxMessages.mailAttempts} + 1` })
    .where(and(eq(inboxMessages.id, messageId), isNull(inboxMessages.mailedAt)))
    .returning();
  return message;
}

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
