import { handleJob } from '../../core/queue/handler.ts';
import { sweepStatusMails } from '../../core/status/subscription-jobs.ts';
import { deleteOldSubscriptions, enqueueLostMails } from '../../core/status/subscription-mails.ts';
import { takesSubscriptions } from '../../core/status/subscriptions.ts';

/** Deletes unconfirmed addresses and old mails, and enqueues mails that the queue has lost. */
export const handleSweepStatusMails = handleJob(sweepStatusMails, async (_data, deps) => {
  const unconfirmed = await deleteOldSubscriptions(deps);
  if (unconfirmed > 0) deps.log.info({ unconfirmed }, 'unconfirmed subscriptions to the status page deleted');
  if (takesSubscriptions(deps.config)) await enqueueLostMails(deps);
});
