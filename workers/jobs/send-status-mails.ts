import { and, asc, eq, gte, lt } from 'drizzle-orm';
import { handleJob } from '../../core/queue/handler.ts';
import { outageOf } from '../../core/queue/outage.ts';
import { Postponed } from '../../core/queue/queue.ts';
import { sendStatusMail, sendStatusMails, statusBatchSize } from '../../core/status/subscription-jobs.ts';
import { enqueueMail, isUnsent } from '../../core/status/subscription-mails.ts';
import { statusMails } from '../../db/schema/status-subscribers.ts';
import { attemptStatusMail } from './send-status-mail.ts';

/** After this time the batch makes room for jobs that wait, and goes on after them. */
const maxRunMs = 5000;

/** Sends the mails of a batch that were not attempted yet; a mail that is refused gets a job of its own. */
export const handleSendStatusMails = handleJob(sendStatusMails, async ({ batch }, deps) => {
  const { id, attempts } = statusMails;
  const isInBatch = and(gte(id, batch * statusBatchSize), lt(id, (batch + 1) * statusBatchSize));
  const mails = await deps.db
    .select({ id })
    .from(statusMails)
    .where(and(isInBatch, eq(attempts, 0), isUnsent(deps.now())))
    .orderBy(asc(id));
  const start = Number(deps.now());
  for (const mail of mails) {
    if (Number(deps.now()) - start > maxRunMs) throw new Postponed('other jobs come first', 1);
    try {
      await attemptStatusMail(deps, mail.id);
    } catch (failure) {
      if (failure instanceof Postponed || outageOf(failure) === 'store') throw failure;
      deps.log.warn({ err: failure, mailId: mail.id }, 'a mail of the status page failed; it is attempted again alone');
      await enqueueMail(deps, mail.id, sendStatusMail.retry.backoffSeconds);
      // Without an answer of the mail server the other mails would fail too.
      if (outageOf(failure) === 'provider' && !isAnswered(failure)) throw failure;
    }
  }
});

/** True if the mail server has answered with a code: the failure is about this mail. */
function isAnswered(failure: unknown): boolean {
  return failure instanceof Error && 'responseCode' in failure && failure.responseCode !== undefined;
}
