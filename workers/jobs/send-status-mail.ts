import { and, eq, isNull, sql } from 'drizzle-orm';
import type { CoreDependencies } from '../../core/dependencies.ts';
import { createMailer } from '../../core/providers/mail.ts';
import { sendPrivately } from '../../core/providers/mail-error.ts';
import { sendUnderLease } from '../../core/providers/mail-lease.ts';
import { handleJob } from '../../core/queue/handler.ts';
import { sendStatusMail } from '../../core/status/subscription-jobs.ts';
import { composeUpdate } from '../../core/status/subscription-text.ts';
import { statusMails } from '../../db/schema/status-subscribers.ts';

/** Sends an update of an incident to a subscriber of the status page, after a failure in its batch. */
export const handleSendStatusMail = handleJob(sendStatusMail, ({ mailId }, deps) => attemptStatusMail(deps, mailId));

/** Sends a mail of the status page that is not sent yet; `mailedAt` marks it as done. Throws the error of the mail server. */
export async function attemptStatusMail(deps: CoreDependencies, mailId: number): Promise<void> {
  const mailer = createMailer(deps.config);
  if (!mailer) return;
  await sendUnderLease(deps, `status ${mailId}`, async () => {
    const row = eq(statusMails.id, mailId);
    const [mail] = await deps.db
      .update(statusMails)
      .set({ attempts: sql`${statusMails.attempts} + 1` })
      .where(and(row, isNull(statusMails.mailedAt)))
      .returning();
    if (!mail) return;
    const text = await composeUpdate(deps, mail);
    // The subscriber has left, or visitors no longer see the incident.
    if (!text) return void (await deps.db.delete(statusMails).where(row));
    await sendPrivately(mailer, text);
    await deps.db.update(statusMails).set({ mailedAt: deps.now() }).where(row);
  });
}
