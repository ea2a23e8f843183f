import { eq, sql } from 'drizzle-orm';
import { countSegments, maxMessageLength } from '../../contract/sms-segments.ts';
import { statusRank } from '../../contract/telephony.ts';
import type { Database } from '../../db/database.ts';
import { yieldToEventLoop } from '../../db/query/paging.ts';
import { telephonyClients, telephonyContacts, telephonyMessages } from '../../db/schema/telephony.ts';
import type { CoreDependencies } from '../dependencies.ts';
import { enqueueStored } from '../queue/enqueue-stored.ts';
import { sendMessage, sendMessageKey, sendMessages, sendMessagesKey } from './jobs.ts';
import { shorten } from './split-text.ts';

/** A message to send to a contact. */
export interface QueuedMessage {
  /**
   * Identifies the event: repeated calls with the same key and contact send one message. Keys that begin with the same
   * word and number, such as `health-7-`, are one series: a contact gets the messages of a series in their order.
   */
  eventKey: string;
  contactId: number;
  /** Shortened if longer than the provider accepts. */
  text: string;
  /** The original sender's number, for a relayed message. */
  requestFrom?: string;
  now: Date;
}

/**
 * Returns the statement that stores a message for sending; run it with `atomically` beside the event's own statements.
 * It returns the id, or no row if the contact already has a message about the event; it fails if the contact does not
 * exist. Afterwards `sendQueued` sends at once; otherwise the sweep sends within about a minute.
 */
export function queueMessage(tx: Pick<Database, 'insert'>, message: QueuedMessage) {
  const { eventKey, contactId, requestFrom = '', now } = message;
  const body = shorten(message.text, maxMessageLength);
  const { segments } = countSegments(body);
  // Subqueries look the account up, because a transaction cannot read first (docs/decisions/0001).
  const lookUp = <Type>(column: Parameters<typeof eq>[0]) =>
    sql<Type>`(select ${column} from ${telephonyContacts} inner join ${telephonyClients} on ${eq(telephonyClients.id, telephonyContacts.parentId)} where ${eq(telephonyContacts.id, contactId)})`;
  return tx
    .insert(telephonyMessages)
    .values({
      eventKey,
      contactId,
      telephonyClientId: lookUp<number>(telephonyClients.id),
      fromNumber: lookUp<string>(telephonyClients.twilioPhoneNumber),
      accountSid: lookUp<string>(telephonyClients.accountSid),
      toNumber: lookUp<string>(telephonyContacts.twilioPhoneNumber),
      requestFrom,
      body,
      segments,
      status: 'queued',
      rank: statusRank.queued,
      delivery: 'waiting',
      createdOn: now,
    })
    .onConflictDoNothing()
    .returning({ id: telephonyMessages.id });
}

/** The ids that one statement of an `atomically` list returned. */
export function returnedIds(result: unknown): { id: number }[] {
  if (!Array.isArray(result)) return [];
  return result.flatMap((row: unknown) =>
    typeof row === 'object' && row !== null && 'id' in row && typeof row.id === 'number' ? [{ id: row.id }] : [],
  );
}

/** Messages of one job. */
const maxBatchSize = 50;

/** Enqueues stored messages for sending. If the queue is down, the sweep enqueues them later. */
export async function sendQueued(
  deps: Pick<CoreDependencies, 'queue' | 'log'>,
  messages: readonly { id: number }[],
): Promise<void> {
  for (let start = 0; start < messages.length; start += maxBatchSize) {
    const messageIds = messages.slice(start, start + maxBatchSize).map(({ id }) => id);
    const [messageId] = messageIds;
    if (messageId === undefined) return;
    if (messageIds.length > 1)
      await enqueueStored(
        deps,
        sendMessages,
        { messageIds },
        { dedupeKey: sendMessagesKey(messageIds), priority: 'high' },
      );
    else
      await enqueueStored(deps, sendMessage, { messageId }, { dedupeKey: sendMessageKey(messageId), priority: 'high' });
    await yieldToEventLoop();
  }
}
