import { eq, sql } from 'drizzle-orm';
import { countSegments, maxMessageLength } from '../../contract/sms-segments.ts';
import { statusRank } from '../../contract/telephony.ts';
import type { Database } from '../../db/database.ts';
import { letOthersRun } from '../../db/query/yield-to-event-loop.ts';
import { telephonyClients, telephonyContacts, telephonyMessages } from '../../db/schema/telephony.ts';
import type { CoreDependencies } from '../dependencies.ts';
import { enqueueStored } from '../queue/enqueue-stored.ts';
import { sendMessage, sendMessageKey } from './jobs.ts';

/** A message to send to a contact. */
export interface QueuedMessage {
  /** What the message is about: of several calls with the same key and contact one sends. */
  eventKey: string;
  contactId: number;
  /** Longer texts than the provider takes are cut. */
  text: string;
  /** Number of the person who caused it, for a relayed message. */
  requestFrom?: string;
  now: Date;
}

/**
 * The statement that puts a message in the log to be sent, for an `atomically` list together with what it tells of.
 * Returns its id, or nothing when the event has told this contact already. Throws when the contact does not exist.
 * Then `sendQueued` with the ids sends at once; without it the sweep sends within a minute or so.
 */
export function queueMessage(tx: Pick<Database, 'insert'>, message: QueuedMessage) {
  const { eventKey, contactId, requestFrom = '', now } = message;
  const body = fitting(message.text);
  const { segments } = countSegments(body);
  // The contact's account is looked up by the statement itself: a transaction cannot read first (docs/decisions/0001).
  const contact = <Type>(column: Parameters<typeof eq>[0]) =>
    sql<Type>`(select ${column} from ${telephonyContacts} inner join ${telephonyClients} on ${eq(telephonyClients.id, telephonyContacts.parentId)} where ${eq(telephonyContacts.id, contactId)})`;
  return tx
    .insert(telephonyMessages)
    .values({
      eventKey,
      contactId,
      telephonyClientId: contact<number>(telephonyClients.id),
      fromNumber: contact<string>(telephonyClients.twilioPhoneNumber),
      accountSid: contact<string>(telephonyClients.accountSid),
      toNumber: contact<string>(telephonyContacts.twilioPhoneNumber),
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

function fitting(text: string): string {
  const trimmed = text.trim();
  return trimmed.length <= maxMessageLength ? trimmed : `${trimmed.slice(0, maxMessageLength - 1)}…`;
}

/** Has queued messages sent now; when the queue is down the sweep does it later. */
export async function sendQueued(
  deps: Pick<CoreDependencies, 'queue' | 'log'>,
  messages: readonly { id: number }[],
): Promise<void> {
  for (const { id } of messages) {
    await enqueueStored(deps, sendMessage, { messageId: id }, { dedupeKey: sendMessageKey(id), priority: 'high' });
    await letOthersRun();
  }
}
