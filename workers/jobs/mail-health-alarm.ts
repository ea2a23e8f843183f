import { and, eq, isNull } from 'drizzle-orm';
import { companyMailbox } from '../../core/content/company-mailbox.ts';
import { mailHealthAlarm } from '../../core/health/jobs.ts';
import { createMailer } from '../../core/providers/mail.ts';
import { sendUnderLease } from '../../core/providers/mail-lease.ts';
import { handleJob } from '../../core/queue/handler.ts';
import { healthMails } from '../../db/schema/health.ts';

/** Mails an alarm of a monitored server to the company, beside the messages to its contacts. */
export const handleMailHealthAlarm = handleJob(mailHealthAlarm, async ({ mailId }, deps) => {
  const { config, db, log, now } = deps;
  const mailer = createMailer(config);
  if (!mailer) return;
  await sendUnderLease(deps, `alarm ${mailId}`, async () => {
    const [mail] = await db
      .select()
      .from(healthMails)
      .where(and(eq(healthMails.id, mailId), isNull(healthMails.mailedAt)));
    if (!mail) return;
    const { eventKey, text } = mail;
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
    await db.update(healthMails).set({ mailedAt: now() }).where(eq(healthMails.id, mailId));
  });
});
