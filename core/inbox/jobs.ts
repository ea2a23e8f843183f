import { z } from 'zod';
import { id } from '../../contract/fields.ts';
import { defineJob } from '../queue/queue.ts';

/** Mails a message of the contact form to the company; `mailedAt` marks it as done. */
export const mailContactMessage = defineJob({
  name: 'mail-contact-message',
  data: z.object({ messageId: id }),
  // Delays from a minute to hours, about eight hours in total: time to repair a mail server.
  retry: { attempts: 10, backoffSeconds: 60 },
});

/** Dedupe key: at most one job per message. */
export function mailJobKey(messageId: number): string {
  return `message-${messageId}`;
}

/** Enqueues unmailed messages that the queue has lost. The rows are the truth; the dedupe key prevents duplicates. */
export const sweepUnmailedMessages = defineJob({
  name: 'sweep-unmailed-messages',
  data: z.object({}),
  retry: { attempts: 3, backoffSeconds: 10 },
  every: 60,
});

/** Mails a subscriber the link that confirms the address; `confirmationMailedAt` marks it as done. */
export const mailConfirmation = defineJob({
  name: 'mail-confirmation',
  data: z.object({ subscriberId: id }),
  retry: { attempts: 8, backoffSeconds: 60 },
});

/** Dedupe key: at most one job per subscriber. */
export function confirmationJobKey(subscriberId: number): string {
  return `subscriber-${subscriberId}`;
}

/** Enqueues mails to subscribers that the queue has lost, and deletes unconfirmed and unsubscribed addresses in time. */
export const sweepSubscriptions = defineJob({
  name: 'sweep-subscriptions',
  data: z.object({}),
  retry: { attempts: 3, backoffSeconds: 10 },
  every: 300,
});
