import { z } from 'zod';
import { id } from '../../contract/fields.ts';
import { defineJob } from '../queue/queue.ts';

/** Mails a message of the contact form to the company; its row says whether that is done. */
export const mailContactMessage = defineJob({
  name: 'mail-contact-message',
  data: z.object({ messageId: id }),
  // From a minute to hours, together some eight hours: an operator has time to mend a mail server.
  retry: { attempts: 10, backoffSeconds: 60 },
});

/** One job a message, however often it is enqueued. */
export function mailJobKey(messageId: number): string {
  return `message-${messageId}`;
}

/** Enqueues again what the queue has lost: the messages' rows are the truth. What still waits there is not doubled. */
export const sweepUnmailedMessages = defineJob({
  name: 'sweep-unmailed-messages',
  data: z.object({}),
  retry: { attempts: 3, backoffSeconds: 10 },
  every: 300,
});
