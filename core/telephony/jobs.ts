import { z } from 'zod';
import { id } from '../../contract/fields.ts';
import { defineJob } from '../queue/queue.ts';

/** Tries an account's SID and token after a save and notes what the provider said; the save does not wait for it. */
export const checkTelephonyCredentials = defineJob({
  name: 'check-telephony-credentials',
  data: z.object({ telephonyClientId: id }),
  retry: { attempts: 6, backoffSeconds: 10 },
});

/** One check an account at a time. */
export function credentialsCheckKey(telephonyClientId: number): string {
  return `account-${telephonyClientId}`;
}

/**
 * Sends a message of the log. Its row says before the call that an attempt begins: whatever happens then, the next run
 * asks the provider for the message before it sends anything, because the provider has no idempotency key.
 */
export const sendMessage = defineJob({
  name: 'send-message',
  data: z.object({ messageId: id }),
  retry: { attempts: 12, backoffSeconds: 15 },
});

/** One job a message, however often it is enqueued. */
export function sendMessageKey(messageId: number): string {
  return `message-${messageId}`;
}

/** Enqueues again what the queue has lost: the rows of the log are the truth. What still waits there is not doubled. */
export const sweepUnsentMessages = defineJob({
  name: 'sweep-unsent-messages',
  data: z.object({}),
  retry: { attempts: 3, backoffSeconds: 10 },
  every: 60,
});

/** Brings one account's message log over from the provider; goes on where a run before it was cut off. */
export const syncAccountLog = defineJob({
  name: 'sync-account-log',
  data: z.object({ telephonyClientId: id }),
  retry: { attempts: 8, backoffSeconds: 20 },
});

/** Starts the sync of every active account, and checks of credentials that nobody has tried, every quarter of an hour. */
export const syncMessageLogs = defineJob({
  name: 'sync-message-logs',
  data: z.object({}),
  retry: { attempts: 3, backoffSeconds: 30 },
  every: 900,
});

/** One sync an account at a time. */
export function syncKey(telephonyClientId: number): string {
  return `account-${telephonyClientId}`;
}
