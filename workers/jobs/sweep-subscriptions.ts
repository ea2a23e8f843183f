import { asc } from 'drizzle-orm';
import { confirmationJobKey, mailConfirmation, sweepSubscriptions } from '../../core/inbox/jobs.ts';
import { isUnmailed } from '../../core/inbox/subscribers.ts';
import { applyRetentionTo } from '../../core/privacy/apply-retention.ts';
import { createMailer } from '../../core/providers/mail.ts';
import { handleJob } from '../../core/queue/handler.ts';
import { subscribers } from '../../db/schema/subscribe.ts';

/** Mails enqueued by one run; the next run continues. */
const maxBatchSize = 500;

/** Deletes unconfirmed and unsubscribed addresses whose time is over, and enqueues mails that the queue has lost. */
export const handleSweepSubscriptions = handleJob(sweepSubscriptions, async (_data, deps) => {
  const unconfirmed = await applyRetentionTo(deps, 'unconfirmed');
  const unsubscribed = await applyRetentionTo(deps, 'unsubscribed');
  if (unconfirmed + unsubscribed > 0) deps.log.info({ unconfirmed, unsubscribed }, 'old subscriptions deleted');
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
