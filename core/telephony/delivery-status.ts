import { and, eq, isNotNull, isNull, lt, ne, type SQL, sql } from 'drizzle-orm';
import { parseSegments } from '../../contract/sms-segments.ts';
import { finalRank, type MessageStatus, messageStatuses, statusRank } from '../../contract/telephony.ts';
import type { Database, Statement, Transaction } from '../../db/database.ts';
import { atomically } from '../../db/query/atomically.ts';
import { constraintErrorOf } from '../../db/query/constraint-errors.ts';
import { telephonyMessages as log, telephonyContacts } from '../../db/schema/telephony.ts';
import type { TwilioMessage } from '../providers/twilio.ts';
import { isNotErased } from './erased-number.ts';
import { contactProblem } from './failure-reason.ts';

export type MessageRow = typeof log.$inferSelect;

/** The state of a message as the provider reports it. */
export interface DeliveryUpdate {
  messageSid: string;
  /** The provider's status text. */
  status: string;
  errorCode: number | null;
  errorMessage: string | null;
  segments: number | null;
  /** The provider's raw data, stored with the message. */
  response: unknown;
  /** True: the provider's whole record. False: a status callback, which has fewer fields. */
  isWhole: boolean;
}

/** Converts a message of the provider's API. */
export function updateOf(message: TwilioMessage): DeliveryUpdate {
  return {
    messageSid: message.sid,
    status: message.status,
    errorCode: message.error_code ?? null,
    errorMessage: message.error_message ?? null,
    segments: parseSegments(message.num_segments),
    response: message,
    isWhole: true,
  };
}

/** The text as a message status; undefined if unknown. */
export function knownStatus(status: string): MessageStatus | undefined {
  return messageStatuses.find((known) => known === status);
}

/** Stored length of a status that the product does not know. */
const maxStatusLength = 40;

/** The provider's status as the log shows it if it is none of the known ones; null for a known one. */
export function unknownStatus(status: string): string | null {
  return knownStatus(status) ? null : status.slice(0, maxStatusLength) || null;
}

/**
 * How the update became known to belong to the row. proof: the provider answered the row's request, or called the row's
 * status callback. guess: a search found a message that fits.
 */
export type Evidence = 'proof' | 'guess';

/**
 * Records the SID and status of a message that the provider has accepted. The status only moves forwards; an update
 * with the stored status adds details. False if the row has another SID, or if another account's row has this one.
 */
export async function recordDeliveryUpdate(
  db: Database,
  { id, accountSid }: Pick<MessageRow, 'id' | 'accountSid'>,
  update: DeliveryUpdate,
  evidence: Evidence,
): Promise<boolean> {
  const { messageSid, response, segments } = update;
  const hasSid = and(eq(log.messageSid, messageSid), eq(log.accountSid, accountSid));
  const isOther = and(hasSid, ne(log.id, id));
  try {
    const [, , , bound] = await atomically(db, (tx) => [
      // A log import may have stored the same message as a separate row before its SID was known here.
      tx.delete(log).where(and(isOther, isNull(log.delivery))),
      // A row that had got this SID by a guess looks for its own message again.
      tx
        .update(log)
        .set({
          messageSid: null,
          delivery: 'handing-over',
          status: 'queued',
          rank: statusRank.queued,
          response: null,
          error: null,
        })
        .where(and(isOther, isNotNull(log.delivery), evidence === 'proof' ? undefined : sql`1 = 0`)),
      tx
        .update(log)
        .set({ messageSid, delivery: 'done', response, error: null, ...(segments !== null && { segments }) })
        .where(and(eq(log.id, id), isNull(log.messageSid))),
      tx
        .update(log)
        .set({ delivery: 'done' })
        .where(and(hasSid, eq(log.id, id)))
        .returning({ id: log.id }),
      ...advanceStatus(tx, update, and(hasSid, eq(log.id, id))),
    ]);
    return bound.length > 0;
  } catch (error) {
    if (constraintErrorOf(error) === 'unique') return false;
    throw error;
  }
}

/** The statements that bring a message to the state of an update. */
function advanceStatus(tx: Transaction, update: DeliveryUpdate, isMessage: SQL | undefined): Statement[] {
  const status = knownStatus(update.status);
  if (status === undefined) {
    const response = keptIfErased(update.response);
    const providerStatus = unknownStatus(update.status);
    return [
      tx
        .update(log)
        .set({ providerStatus, response })
        .where(and(isMessage, lt(log.rank, finalRank))),
    ];
  }
  const rank = statusRank[status];
  const error = errorOf(update);
  const details = update.segments === null ? {} : { segments: update.segments };
  const further = { ...details, status, rank, providerStatus: null, response: keptIfErased(update.response) };
  // An error with words replaces one without.
  const knownError = update.errorMessage ? error : sql`coalesce(${log.error}, ${sql.param(error, log.error)})`;
  return [
    tx
      .update(log)
      .set({ ...further, ...(error && { error }) })
      .where(and(isMessage, lt(log.rank, rank))),
    tx
      .update(log)
      .set({
        ...details,
        providerStatus: null,
        ...(update.isWhole && { response: keptIfErased(update.response) }),
        ...(error && { error: knownError }),
      })
      .where(and(isMessage, eq(log.rank, rank), eq(log.status, status))),
  ];
}

/** The answer that a message keeps: a delivery report of an erased person's message would bring number and text back. */
function keptIfErased(response: unknown) {
  return sql`case when ${isNotErased} then ${sql.param(response, log.response)} else ${log.response} end`;
}

/** The error column's value after an update; null without an error. */
export function errorOf({
  errorCode,
  errorMessage,
}: Pick<DeliveryUpdate, 'errorCode' | 'errorMessage'>): { code: number; message: string } | null {
  return errorCode === null ? null : { code: errorCode, message: errorMessage ?? '' };
}

/** Ends a message that will not be sent. */
export async function endUnsent(
  db: Database,
  row: Pick<MessageRow, 'id' | 'contactId'>,
  status: 'failed' | 'canceled',
  outcome: { error: Record<string, unknown>; response?: Record<string, unknown> },
): Promise<void> {
  await db
    .update(log)
    .set({ status, rank: finalRank, delivery: 'done', ...outcome })
    .where(and(eq(log.id, row.id), ne(log.delivery, 'done')));
}

/** Marks a contact if the error code means that its number cannot receive messages. */
export async function markContact(
  db: Database,
  contactId: number | null,
  code: number | null,
  now: Date,
): Promise<void> {
  const problem = code === null ? undefined : contactProblem(code);
  if (problem === undefined || contactId === null) return;
  await db
    .update(telephonyContacts)
    .set({ problemCode: code, problem, problemAt: now })
    .where(eq(telephonyContacts.id, contactId));
}
