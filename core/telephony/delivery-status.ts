import { and, eq, isNull, lt, ne, or } from 'drizzle-orm';
import { finalRank, type MessageStatus, messageStatuses, statusRank } from '../../contract/telephony.ts';
import type { Database } from '../../db/database.ts';
import { atomically } from '../../db/query/atomically.ts';
import { telephonyMessages as log, telephonyContacts } from '../../db/schema/telephony.ts';

export type MessageRow = typeof log.$inferSelect;

/** What the provider has told of a message. */
export interface Told {
  messageSid: string;
  /** As the provider wrote it; one we do not know changes nothing. */
  status: string;
  errorCode: number | null;
  errorMessage: string | null;
  /** Its own words, for the record. */
  response: unknown;
}

/** The provider's errors after which a number will not take messages until someone sees to it. */
const contactProblems = new Map([
  [21211, 'The number is not a valid telephone number.'],
  [21610, 'The number has unsubscribed: its owner answered STOP.'],
  [21614, 'The number cannot receive text messages.'],
]);

/** A status the provider may send, or undefined. */
export function knownStatus(status: string): MessageStatus | undefined {
  return messageStatuses.find((known) => known === status);
}

/**
 * Notes that the provider has a message of ours, under which SID and how far it is. Status only moves forwards.
 * False when the row is known under another SID already: then the message went out twice.
 */
export async function recordTold(db: Database, id: number, told: Told): Promise<boolean> {
  const { messageSid, response } = told;
  const isOurs = and(eq(log.id, id), or(isNull(log.messageSid), eq(log.messageSid, messageSid)));
  const [, bound] = await atomically(db, (tx) => [
    // The provider's log may have been read before we knew that the entry is this row.
    tx.delete(log).where(and(eq(log.messageSid, messageSid), ne(log.id, id), isNull(log.delivery))),
    tx.update(log).set({ messageSid, delivery: 'done', response, error: null }).where(isOurs).returning({ id: log.id }),
    advance(tx, told),
  ]);
  return bound.length > 0;
}

/** The statement that moves the status of a message on, if what was told is further than what is stored. */
export function advance(tx: Pick<Database, 'update'>, told: Told) {
  const status = knownStatus(told.status) ?? 'scheduled';
  const rank = statusRank[status];
  const error = errorOf(told);
  return tx
    .update(log)
    .set({ status, rank, ...(error && { error }) })
    .where(and(eq(log.messageSid, told.messageSid), lt(log.rank, rank)))
    .returning({ id: log.id, contactId: log.contactId });
}

/** What a failed delivery leaves in the error column. */
export function errorOf({ errorCode, errorMessage }: Told): { code: number; message: string } | null {
  return errorCode === null ? null : { code: errorCode, message: errorMessage ?? '' };
}

/** Ends a message that will not be sent (any more). */
export async function endUnsent(
  db: Database,
  row: Pick<MessageRow, 'id' | 'contactId'>,
  status: 'failed' | 'canceled',
  error: Record<string, unknown>,
): Promise<void> {
  await db
    .update(log)
    .set({ status, rank: finalRank, delivery: 'done', error })
    .where(and(eq(log.id, row.id), ne(log.delivery, 'done')));
}

/** Marks a contact when the error says that its number takes no messages. */
export async function markContact(
  db: Database,
  contactId: number | null,
  code: number | null,
  now: Date,
): Promise<void> {
  const problem = code === null ? undefined : contactProblems.get(code);
  if (problem === undefined || contactId === null) return;
  await db
    .update(telephonyContacts)
    .set({ problemCode: code, problem, problemAt: now })
    .where(eq(telephonyContacts.id, contactId));
}
