import { z } from 'zod';
import { id } from '../../contract/fields.ts';
import { defineJob } from '../queue/queue.ts';

/** Mails a subscriber of the status page the link that confirms the address; `askedMailAt` marks it as done. */
export const mailStatusConfirmation = defineJob({
  name: 'mail-status-confirmation',
  data: z.object({ subscriberId: id }),
  retry: { attempts: 6, backoffSeconds: 60 },
});

/** Dedupe key: at most one job per subscriber. */
export function statusConfirmationKey(subscriberId: number): string {
  return `status-subscriber-${subscriberId}`;
}

/** Stores the mails of a published update, one per subscriber, and enqueues them. */
export const storeStatusMails = defineJob({
  name: 'store-status-mails',
  data: z.object({ updateId: id }),
  retry: { attempts: 10, backoffSeconds: 5 },
});

/** Dedupe key: at most one job per update. */
export function statusMailsKey(updateId: number): string {
  return `status-update-${updateId}`;
}

/** Mails of one batch, by their ids. */
export const statusBatchSize = 50;

/**
 * Sends the new mails of a batch. A mail that fails gets its own job. One job for each mail would slow the queue down: thousands
 * would be due at once.
 */
export const sendStatusMails = defineJob({
  name: 'send-status-mails',
  data: z.object({ batch: z.int().min(0) }),
  retry: { attempts: 8, backoffSeconds: 60 },
});

/** Dedupe key: at most one job per batch. */
export function statusBatchKey(batch: number): string {
  return `status-batch-${batch}`;
}

/** Sends an update to a subscriber, after a failure; `mailedAt` marks it as done. */
export const sendStatusMail = defineJob({
  name: 'send-status-mail',
  data: z.object({ mailId: id }),
  // Delays from a minute to an hour, about two hours in total: later the news is old.
  retry: { attempts: 8, backoffSeconds: 60 },
});

/** Dedupe key: at most one job per mail. */
export function statusMailKey(mailId: number): string {
  return `status-mail-${mailId}`;
}

/** Enqueues mails of the status page that the queue has lost, and deletes unconfirmed addresses and old mails. */
export const sweepStatusMails = defineJob({
  name: 'sweep-status-mails',
  data: z.object({}),
  retry: { attempts: 3, backoffSeconds: 10 },
  every: 60,
});
