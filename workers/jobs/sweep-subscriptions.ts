import { asc } from 'drizzle-orm';
import { confirmationJobKey, mailConfirmation, sweepSubscriptions } from '../../core/inbox/jobs.ts';
import { deleteUnconfirmed, isUnmailed } from '../../core/inbox/subscribers.ts';
import { createMailer } from '../../core/providers/mail.ts';
import { handleJob } from '../../core/queue/handler.ts';
import { subscribers } from '../../db/schema/subscribe.ts';

/** Mails enqueued by one run; the next run continues. */
const maxBatchSize = 500;

/** Deletes addresses that were not confirmed in time, and enqueues mails that the queue has lost. */
export const handleSweepSubscriptions = handleJob(sweepSubscriptions, async (_data, deps) => {
  const deleted = await deleteUnconfirmed(deps);
  if (deleted > 0) deps.log.info({ subscribers: deleted }, 'deleted unconfirmed subscriptions');
  if (!createMailer(deps.config)) return;
  const unmailed = await deps.db
    .select({ id: subscribers.id })
    .from(subscribers)
    .where(isUnmailed)
    .orderBy(asc(subscribers.id))
    .limit(maxBatchSize);
  for (const { id } of unmailed)
    await deps.queue.enqueue(mailConfirmation, { subscriberId: id }, { dedupeKey: confirmationJobKey(id) });
});
