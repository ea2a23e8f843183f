import { z } from 'zod';
import { id } from '../../contract/fields.ts';
import { defineJob } from '../queue/queue.ts';

/** Checks an account's SID and token with the provider after a save and stores the result. */
export const checkTelephonyCredentials = defineJob({
  name: 'check-telephony-credentials',
  data: z.object({ telephonyClientId: id }),
  retry: { attempts: 6, backoffSeconds: 10 },
});

/** Dedupe key: at most one check per account. */
export function credentialsCheckKey(telephonyClientId: number): string {
  return `account-${telephonyClientId}`;
}

/**
 * Sends a queued message. The row records the attempt before the API call. After an unknown outcome (a crash, a
 * timeout) the next run first asks the provider for the message, because the API has no idempotency key.
 */
export const sendMessage = defineJob({
  name: 'send-message',
  data: z.object({ messageId: id }),
  retry: { attempts: 12, backoffSeconds: 15 },
});

/**
 * Sends queued messages, several of each account at once. A message whose attempt fails gets a job of its own
 * (`sendMessage`), so that it delays no other one.
 */
export const sendMessages = defineJob({
  name: 'send-messages',
  data: z.object({ messageIds: z.array(id) }),
  retry: { attempts: 12, backoffSeconds: 15 },
});

/** Dedupe key of a batch of messages. */
export function sendMessagesKey(messageIds: readonly number[]): string {
  return `messages-${messageIds[0]}-${messageIds.at(-1)}`;
}

/** Dedupe key: at most one job per message. */
export function sendMessageKey(messageId: number): string {
  return `message-${messageId}`;
}

/** Enqueues unsent messages and notices of limits that the queue has lost. The rows are the truth; the dedupe key prevents duplicates. */
export const sweepUnsentMessages = defineJob({
  name: 'sweep-unsent-messages',
  data: z.object({}),
  retry: { attempts: 3, backoffSeconds: 10 },
  every: 60,
});

/** Notifies the company that an account has used most of a daily limit. */
export const mailLimitNotice = defineJob({
  name: 'mail-limit-notice',
  data: z.object({ telephonyClientId: id, kind: z.enum(['test', 'relay']), day: z.string() }),
  retry: { attempts: 10, backoffSeconds: 60 },
});
/** The account, the kind of its messages and the day (UTC) of a notice. */
export type Notice = z.output<(typeof mailLimitNotice)['data']>;

/** Imports one account's message log from the provider; resumes an interrupted run. */
export const syncAccountLog = defineJob({
  name: 'sync-account-log',
  data: z.object({ telephonyClientId: id }),
  retry: { attempts: 8, backoffSeconds: 20 },
});

/** Every 15 minutes: enqueues the log import of every active account and the check of credentials not accepted. */
export const syncMessageLogs = defineJob({
  name: 'sync-message-logs',
  data: z.object({}),
  retry: { attempts: 3, backoffSeconds: 30 },
  every: 900,
});

/** Dedupe key: at most one import per account. */
export function syncKey(telephonyClientId: number): string {
  return `account-${telephonyClientId}`;
}
