import { and, eq, sql } from 'drizzle-orm';
import type { CoreDependencies } from '../../core/dependencies.ts';
import { type Twilio, TwilioFailure, type TwilioMessage } from '../../core/providers/twilio.ts';
import { handleJob } from '../../core/queue/handler.ts';
import { Postponed } from '../../core/queue/queue.ts';
import { type AccountRow, findAccount, twilioOf } from '../../core/telephony/account-access.ts';
import { atPlaceOf, pauseAccount } from '../../core/telephony/account-places.ts';
import { recordCredentials, recordSuccess } from '../../core/telephony/credentials.ts';
import {
  type Evidence,
  endUnsent,
  type MessageRow,
  markContact,
  recordDeliveryUpdate,
  updateOf,
} from '../../core/telephony/delivery-status.ts';
import { findUnconfirmed } from '../../core/telephony/find-unconfirmed.ts';
import { sendMessage } from '../../core/telephony/jobs.ts';
import { isBehindAnother } from '../../core/telephony/message-order.ts';
import { statusCallbackOf } from '../../core/telephony/status-callback.ts';
import { telephonyClients, telephonyContacts, telephonyMessages, telephonyOptOuts } from '../../db/schema/telephony.ts';

const log = telephonyMessages;

/** Messages older than this are not sent: the news is stale. */
const maxAgeMs = 24 * 3600 * 1000;
/** A message is sent again only if the provider still does not have it this long after the attempt. */
const confirmationWaitMs = 2 * 60 * 1000;
/** Shortest wait between two questions to the provider about one attempt, unless the wait for its outcome ends earlier. */
const minLookMs = 15_000;
/** Attempts before a message fails. */
const maxAttempts = 10;
/** Wait for an earlier message of the same series. */
const orderWaitSeconds = 1;

/**
 * Sends a queued message. The row records the attempt before the API call. After an unknown outcome (a crash, a
 * timeout) the next run first asks the provider for the message, because the API has no idempotency key.
 */
export const handleSendMessage = handleJob(sendMessage, ({ messageId }, deps) => attemptMessage(deps, messageId));

/**
 * Makes one attempt at a message that is not done. Throws Postponed if the attempt must wait for an earlier message, for
 * the account or for the outcome of the previous attempt, and the failure if the message needs another attempt.
 */
export async function attemptMessage(deps: CoreDependencies, messageId: number): Promise<void> {
  const [queued] = await deps.db
    .select({ delivery: log.delivery, accountSid: telephonyClients.accountSid })
    .from(log)
    .leftJoin(telephonyClients, eq(telephonyClients.id, log.telephonyClientId))
    .where(eq(log.id, messageId));
  if (!queued || queued.delivery === null || queued.delivery === 'done') return;
  await atPlaceOf(queued.accountSid ?? '', deps.now, () => attempt(deps, messageId));
}

async function attempt(deps: CoreDependencies, messageId: number): Promise<void> {
  const [row] = await deps.db.select().from(log).where(eq(log.id, messageId));
  if (!row || row.delivery === null || row.delivery === 'done') return;
  if (await isBehindAnother(deps, row))
    throw new Postponed('an earlier message to the contact comes first', orderWaitSeconds);
  const account = row.telephonyClientId === null ? undefined : await findAccount(deps, row.telephonyClientId);
  if (!account) return endUnsent(deps.db, row, 'canceled', { error: { message: 'The account has been deleted.' } });
  const twilio = twilioOf(deps, account);
  if (row.delivery === 'handing-over' && (await resolveUnconfirmed(deps, twilio, row))) return;
  const reason = await reasonNotToSend(deps, account, row);
  if (reason) return endUnsent(deps.db, row, reason.status, { error: { message: reason.message } });
  const claimed = await claim(deps, row);
  if (claimed) await handOver(deps, account, twilio, claimed);
}

/** Finds out how the previous attempt ended. False: the provider does not have the message, so it may be sent. */
async function resolveUnconfirmed(deps: CoreDependencies, twilio: Twilio, row: MessageRow): Promise<boolean> {
  const found = await findUnconfirmed(deps, twilio, row);
  const age = Number(deps.now()) - Number(row.attemptedAt);
  // Without its text a message may be another one: the status callback, which names the row, gets its time.
  if (found && (found.hasText || age >= confirmationWaitMs)) {
    await recordSent(deps, row, found.message, 'guess');
    return true;
  }
  // The job's own backoff would pass the end of the wait by up to two minutes.
  if (age < confirmationWaitMs)
    throw new Postponed('it is not yet known whether the provider has accepted the message', nextLookSeconds(age));
  await release(deps, row, null);
  return false;
}

/** Seconds until the provider is asked again: doubles with the age of the attempt (ms), and ends with the wait for its outcome. */
function nextLookSeconds(age: number): number {
  return Math.min(Math.max(age, minLookMs), confirmationWaitMs - age) / 1000;
}

/** The reason why a message must not be sent; null if it may be sent. */
async function reasonNotToSend({ db, now }: CoreDependencies, account: AccountRow, row: MessageRow) {
  if (!account.isActive) return { status: 'canceled', message: 'The account is not active.' } as const;
  const [contact] = await db
    .select({ isActive: telephonyContacts.isActive })
    .from(telephonyContacts)
    .where(eq(telephonyContacts.id, row.contactId ?? 0));
  if (!contact?.isActive)
    return { status: 'canceled', message: 'The contact has been deleted or is not active.' } as const;
  const optedOut = await db.$count(
    telephonyOptOuts,
    and(eq(telephonyOptOuts.telephonyClientId, account.id), eq(telephonyOptOuts.phoneNumber, row.toNumber)),
  );
  if (optedOut > 0) return { status: 'canceled', message: 'The contact replied STOP.' } as const;
  if (Number(now()) - Number(row.createdOn) > maxAgeMs)
    return { status: 'failed', message: 'The message could not be sent within a day.' } as const;
  if (row.attempts >= maxAttempts)
    return { status: 'failed', message: `The message failed after ${row.attempts} attempts.` } as const;
  return null;
}

/** Records the start of an attempt; undefined if another worker has started one. */
async function claim({ db, now }: CoreDependencies, row: MessageRow): Promise<MessageRow | undefined> {
  const [claimed] = await db
    .update(log)
    .set({ delivery: 'handing-over', attemptedAt: now(), attempts: sql`${log.attempts} + 1` })
    .where(and(eq(log.id, row.id), eq(log.delivery, 'waiting')))
    .returning();
  return claimed;
}

async function handOver(deps: CoreDependencies, account: AccountRow, twilio: Twilio, row: MessageRow): Promise<void> {
  deps.log.info({ messageId: row.id, attempt: row.attempts }, 'handing a message over');
  const statusCallback = statusCallbackOf(deps.config, row.id);
  try {
    const sent = await twilio.send({ from: row.fromNumber, to: row.toNumber, body: row.body ?? '', statusCallback });
    await recordSent(deps, row, sent, 'proof');
  } catch (error) {
    if (!(error instanceof TwilioFailure)) throw error;
    await recordFailure(deps, account, row, error);
  }
  await recordSuccess(deps.db, account);
}

async function recordSent(
  deps: CoreDependencies,
  row: MessageRow,
  sent: TwilioMessage,
  evidence: Evidence,
): Promise<void> {
  const isRecorded = await recordDeliveryUpdate(deps.db, row, updateOf(sent), evidence);
  if (isRecorded) deps.log.info({ messageId: row.id, messageSid: sent.sid }, 'message accepted');
  else deps.log.error({ messageId: row.id, messageSid: sent.sid }, 'a message was sent twice');
}

/** Records why an attempt failed; throws if the job should retry. */
async function recordFailure(
  deps: CoreDependencies,
  account: AccountRow,
  row: MessageRow,
  failure: TwilioFailure,
): Promise<void> {
  const error = { ...failure.details, message: failure.message };
  const outcome = { error, ...(failure.httpStatus !== null && { response: failure.details }) };
  if (failure.kind === 'refused') {
    await markContact(deps.db, row.contactId, failure.code, deps.now());
    return endUnsent(deps.db, row, 'failed', outcome);
  }
  if (failure.httpStatus === 429) pauseAccount(account.accountSid, deps.now(), failure.retryAfterSeconds);
  if (failure.kind === 'credentials') await recordCredentials(deps.db, account, failure.message);
  if (failure.kind === 'unknown') await deps.db.update(log).set(outcome).where(isCurrentAttempt(row));
  else await release(deps, row, outcome);
  throw failure;
}

/** Makes a message ready for another attempt, unless a webhook has confirmed it in the meantime. */
async function release(
  { db }: CoreDependencies,
  row: MessageRow,
  outcome: { error: Record<string, unknown>; response?: Record<string, unknown> } | null,
): Promise<void> {
  await db
    .update(log)
    .set({ delivery: 'waiting', ...outcome })
    .where(isCurrentAttempt(row));
}

function isCurrentAttempt(row: MessageRow) {
  return and(eq(log.id, row.id), eq(log.delivery, 'handing-over'), eq(log.attempts, row.attempts));
}
