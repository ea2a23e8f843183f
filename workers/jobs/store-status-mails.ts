import { handleJob } from '../../core/queue/handler.ts';
import { storeStatusMails } from '../../core/status/subscription-jobs.ts';
import { storeMails } from '../../core/status/subscription-mails.ts';
import { takesSubscriptions } from '../../core/status/subscriptions.ts';

/** Stores the mails of a published update, one per subscriber, and enqueues them. */
export const handleStoreStatusMails = handleJob(storeStatusMails, async ({ updateId }, deps) => {
  if (takesSubscriptions(deps.config)) await storeMails(deps, updateId);
});
