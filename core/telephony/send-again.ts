import { and, eq, gte, lt } from 'drizzle-orm';
import { outcomeOf } from '../../contract/message-outcomes.ts';
import type { Database } from '../../db/database.ts';
import { telephonyClients, telephonyContacts, telephonyMessages, telephonyOptOuts } from '../../db/schema/telephony.ts';
import type { RecordChange } from '../audit/entries.ts';
import type { CoreDependencies } from '../dependencies.ts';
import { conflict, notFound } from '../errors.ts';
import type { MessageRow } from './delivery-status.ts';
import { queueMessage, sendQueued } from './queue-message.ts';

/** A message with its contact and account. */
interface Sent {
  row: MessageRow;
  contact: typeof telephonyContacts.$inferSelect | null;
  account: typeof telephonyClients.$inferSelect | null;
}

/** Keys of the messages that repeat a message; `.` follows `-`. */
export function againKey(id: number): { begin: string; end: string } {
  return { begin: `again-${id}-`, end: `again-${id}.` };
}

/** Why a message cannot be sent again, in words; null if it can: it certainly did not arrive, and its contact can get it. */
export async function whyNotAgain(db: Database, { row, contact, account }: Sent): Promise<string | null> {
  if (outcomeOf(row.status) === 'received') return 'Received messages cannot be sent again.';
  if (outcomeOf(row.status) !== 'failed' || (row.delivery !== null && row.delivery !== 'done'))
    return 'Only a message that was certainly not delivered can be sent again.';
  if (row.body === null || row.body === '') return 'The text of this message is not stored.';
  if (!contact || !account) return 'The contact or the account of this message no longer exists.';
  if (!account.isActive) return 'The account is not active.';
  if (!contact.isActive) return 'The contact is not active.';
  const isOptOut = and(
    eq(telephonyOptOuts.telephonyClientId, contact.parentId),
    eq(telephonyOptOuts.phoneNumber, contact.twilioPhoneNumber),
  );
  if ((await db.$count(telephonyOptOuts, isOptOut)) > 0)
    return 'The contact replied STOP; only START from the same number undoes this.';
  return null;
}

/**
 * Sends a message again to its contact, at the contact's present number. `sentBefore` is the number of repetitions that the
 * person has seen: two clicks, or two people, send one. Returns the id of the new message. Throws 404 and 409.
 */
export async function sendAgain(
  deps: CoreDependencies,
  { id, sentBefore }: { id: number; sentBefore: number },
  recordChange: RecordChange,
): Promise<{ id: number }> {
  const { db } = deps;
  const [sent] = await db
    .select({ row: telephonyMessages, contact: telephonyContacts, account: telephonyClients })
    .from(telephonyMessages)
    .leftJoin(telephonyContacts, eq(telephonyContacts.id, telephonyMessages.contactId))
    .leftJoin(telephonyClients, eq(telephonyClients.id, telephonyContacts.parentId))
    .where(eq(telephonyMessages.id, id));
  if (!sent) throw notFound('This message');
  const problem = await whyNotAgain(db, sent);
  if (problem !== null) throw conflict(problem);
  const { begin, end } = againKey(id);
  const repeated = await db.$count(
    telephonyMessages,
    and(gte(telephonyMessages.eventKey, begin), lt(telephonyMessages.eventKey, end)),
  );
  const eventKey = `${begin}${sentBefore + 1}`;
  const [queued] =
    repeated === sentBefore
      ? await queueMessage(db, {
          eventKey,
          contactId: sent.contact?.id ?? 0,
          text: sent.row.body ?? '',
          now: deps.now(),
        })
      : [];
  if (!queued) throw conflict('The message has already been sent again.');
  recordChange({
    record: 'Message',
    id: queued.id,
    after: { repeats: id, contact: sent.contact?.friendlyName, toNumber: sent.contact?.twilioPhoneNumber },
  });
  await sendQueued(deps, [queued]);
  return queued;
}
