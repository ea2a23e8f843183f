import { and, eq, isNull, lt, ne, or } from 'drizzle-orm';
import { finalRank, type MessageStatus, messageStatuses, statusRank } from '../../contract/telephony.ts';
import type { Database } from '../../db/database.ts';
import { atomically } from '../../db/query/atomically.ts';
import { telephonyMessages as log, telephonyContacts } from '../../db/schema/telephony.ts';

export type MessageRow = typeof log.$inferSelect;

/** The state of a message as the provider reports it. */
export interface DeliveryUpdate {
  messageSid: string;
  /** The provider's status text; an unknown one changes nothing. */
  status: string;
  errorCode: number | null;
  errorMessage: string | null;
  /** The provider's raw data, stored with the message. */
  response: unknown;
}

/** Provider error codes that mark a contact: its number cannot receive messages until the problem is solved. */
const contactProblems = new Map([
  [21211, 'The number is not a valid telephone number.'],
  [21610, 'The number has unsubscribed: its owner replied STOP.'],
  [21614, 'The number cannot receive text messages.'],
]);

/** The text as a message status; undefined if unknown. */
export function knownStatus(status: string): MessageStatus | undefined {
  return messageStatuses.find((known) => known === status);
}

/**
 * Records the SID and status of a message that the provider has accepted. The status only moves forwards.
 * False if the row already has another SID: then the message was sent twice.
 */
export async function recordDeliveryUpdate(db: Database, id: number, update: DeliveryUpdate): Promise<boolean> {
  const { messageSid, response } = update;
  const isUnbound = and(eq(log.id, id), or(isNull(log.messageSid), eq(log.messageSid, messageSid)));
  const [, bound] = await atomically(db, (tx) => [
    // A log import may have stored the same message as a separate row before its SID was known here.
    tx.delete(log).where(and(eq(log.messageSid, messageSid), ne(log.id, id), isNull(log.delivery))),
    tx
      .update(log)
      .set({ messageSid, delivery: 'done', response, error: null })
      .where(isUnbound)
      .returning({ id: log.id }),
    advanceStatus(tx, update),
  ]);
  return bound.length > 0;
}

/** Returns the statement that sets a message's status if the update is further along than the stored status. */
export function advanceStatus(tx: Pick<Database, 'update'>, update: DeliveryUpdate) {
  const status = knownStatus(update.status) ?? 'scheduled';
  const rank = statusRank[status];
  const error = errorOf(update);
  return tx
    .update(log)
    .set({ status, rank, ...(error && { error }) })
    .where(and(eq(log.messageSid, update.messageSid), lt(log.rank, rank)))
    .returning({ id: log.id, contactId: log.contactId });
}

/** The error column's value after an update; null without an error. */
export function errorOf({ errorCode, errorMessage }: DeliveryUpdate): { code: number; message: string } | null {
  return errorCode === null ? null : { code: errorCode, message: errorMessage ?? '' };
}

/** Ends a message that will not be sent. */
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

/** Marks a contact if the error code means that its number cannot receive messages. */
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
