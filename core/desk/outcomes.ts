import type { MessageStatus } from '../../contract/telephony.ts';

/** Outcomes of messages for people. */
export type MessageOutcome = 'delivered' | 'underway' | 'failed' | 'received';

/** The outcome of each status of a message. */
export const outcomeOf: Readonly<Record<MessageStatus, MessageOutcome>> = {
  accepted: 'underway',
  scheduled: 'underway',
  queued: 'underway',
  sending: 'underway',
  sent: 'underway',
  partially_delivered: 'underway',
  undelivered: 'failed',
  failed: 'failed',
  canceled: 'failed',
  receiving: 'received',
  received: 'received',
  delivered: 'delivered',
  read: 'delivered',
};
