import { and, eq, isNull, lte, or } from 'drizzle-orm';
import { companyMailbox } from '../../core/content/company-mailbox.ts';
import { mailHealthAlarm } from '../../core/health/jobs.ts';
import { createMailer } from '../../core/providers/mail.ts';
import { type MailRow, sendUnderLease } from '../../core/providers/mail-lease.ts';
import { handleJob } from '../../core/queue/handler.ts';
import type { Database } from '../../db/database.ts';
import { healthMails } from '../../db/schema/health.ts';

/** Mails an alarm of a monitored server to the company, beside the messages to its contacts. */
export const handleMailHealthAlarm = handleJob(mailHealthAlarm, async ({ mailId }, deps) => {
  const { config, db, log, now } = deps;
  const mailer = createMailer(config);
  if (!mailer) return;
  await sendUnderLease(deps, rowOf(db, mailId), async ({ eventKey, text }) => {
    const company = await companyMailbox(db);
    if (!company) {
      await db.delete(healthMails).where(eq(healthMails.id, mailId));
      return log.warn('a server alarm could not be mailed: no active company has an e-mail address');
    }
    await mailer.send({
      to: company,
      subject: text.split('\n', 1)[0] ?? text,
      text,
      // A crash before the next statement sends the mail again; the same id lets the receiver recognise the duplicate.
      messageId: `<${eventKey}@${new URL(config.publicUrl).hostname}>`,
    });
    await db.update(healthMails).set({ mailedAt: now(), mailingUntil: null }).where(eq(healthMails.id, mailId));
  });
});

function rowOf(db: Database, mailId: number): MailRow<typeof healthMails.$inferSelect> {
  const { id, mailedAt, mailingUntil } = healthMails;
  const set = (until: Date | null) => db.update(healthMails).set({ mailingUntil: until }).where(eq(id, mailId));
  return {
    async take(now, until) {
      const [mail] = await db
        .update(healthMails)
        .set({ mailingUntil: until })
        .where(and(eq(id, mailId), isNull(mailedAt), or(isNull(mailingUntil), lte(mailingUntil, now))))
        .returning();
      return mail;
    },
    renew: async (until) => set(until),
    release: async () => set(null),
  };
}
