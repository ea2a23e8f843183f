import { and, eq, sql } from 'drizzle-orm';
import type { CoreDependencies } from '../../core/dependencies.ts';
import { type Twilio, TwilioFailure, type TwilioMessage } from '../../core/providers/twilio.ts';
import { handleJob } from '../../core/queue/handler.ts';
import { type AccountRow, findAccount, twilioOf } from '../../core/telephony/account-access.ts';
import { endUnsent, type MessageRow, markContact, recordTold } from '../../core/telephony/delivery-status.ts';
import { findSent } from '../../core/telephony/find-unconfirmed.ts';
import { sendMessage } from '../../core/telephony/jobs.ts';
import { telephonyClients, telephonyContacts, telephonyMessages, telephonyOptOuts } from '../../db/schema/telephony.ts';

const log = telephonyMessages;

/** A message that was not taken within this time is no news any more, in milliseconds. */
const validity = 24 * 3600 * 1000;
/** How long after an attempt the provider must still not have the message before it is sent again, in milliseconds. */
const settlingTime = 2 * 60 * 1000;
/** Times a message is handed over before it is given up. */
const mostAttempts = 10;

/**
 * Sends a message of the log. Its row says before the call that an attempt begins: whatever happens then, the next run
 * asks the provider for the message before it sends anything, because the provider has no idempotency key.
 */
export const handleSendMessage = handleJob(sendMessage, async ({ messageId }, deps) => {
  const [row] = await deps.db.select().from(log).where(eq(log.id, messageId));
  if (!row || row.delivery === null || row.delivery === 'done') return;
  const account = row.telephonyClientId === null ? undefined : await findAccount(deps, row.telephonyClientId);
  if (!account) return endUnsent(deps.db, row, 'canceled', { message: 'The account was deleted.' });
  const twilio = twilioOf(deps, account);
  if (row.delivery === 'handing-over' && (await settle(deps, twilio, row))) return;
  const obstacle = await obstacleTo(deps, account, row);
  if (obstacle) return endUnsent(deps.db, row, obstacle.status, { message: obstacle.message });
  const claimed = await claim(deps, row);
  if (claimed) await handOver(deps, twilio, claimed);
});

/** Finds out how an attempt ended. False: the provider does not have the message, and it may be sent. */
async function settle(deps: CoreDependencies, twilio: Twilio, row: MessageRow): Promise<boolean> {
  const sent = await findSent(deps, twilio, row);
  if (sent) {
    await noteSent(deps, row, sent);
    return true;
  }
  const age = Number(deps.now()) - Number(row.attemptedAt);
  if (age < settlingTime) throw new Error('whether the message was taken is not known yet');
  await release(deps, row, null);
  return false;
}

/** Why a message must not be sent (any more). */
async function obstacleTo({ db, now }: CoreDependencies, account: AccountRow, row: MessageRow) {
  if (!account.isActive) return { status: 'canceled', message: 'The account is not active.' } as const;
  const [contact] = await db
    .select({ isActive: telephonyContacts.isActive })
    .from(telephonyContacts)
    .where(eq(telephonyContacts.id, row.contactId ?? 0));
  if (!contact?.isActive) return { status: 'canceled', message: 'The contact was deleted or is not active.' } as const;
  const optedOut = await db.$count(
    telephonyOptOuts,
    and(eq(telephonyOptOuts.telephonyClientId, account.id), eq(telephonyOptOuts.phoneNumber, row.toNumber)),
  );
  if (optedOut > 0) return { status: 'canceled', message: 'The contact answered STOP.' } as const;
  if (Number(now()) - Number(row.createdOn) > validity)
    return { status: 'failed', message: 'The message could not be sent within a day.' } as const;
  if (row.attempts >= mostAttempts)
    return { status: 'failed', message: `Given up after ${row.attempts} attempts.` } as const;
  return null;
}

/** Notes that an attempt begins; undefined when somebody else has begun one. */
async function claim({ db, now }: CoreDependencies, row: MessageRow): Promise<MessageRow | undefined> {
  const [claimed] = await db
    .update(log)
    .set({ delivery: 'handing-over', attemptedAt: now(), attempts: sql`${log.attempts} + 1` })
    .where(and(eq(log.id, row.id), eq(log.delivery, 'waiting')))
    .returning();
  return claimed;
}

async function handOver(deps: CoreDependencies, twilio: Twilio, row: MessageRow): Promise<void> {
  deps.log.info({ messageId: row.id, attempt: row.attempts }, 'handing a message over');
  const statusCallback = `${deps.config.publicUrl}/api/twilio/status/${row.id}`;
  try {
    const sent = await twilio.send({ from: row.fromNumber, to: row.toNumber, body: row.body ?? '', statusCallback });
    await noteSent(deps, row, sent);
  } catch (error) {
    if (!(error instanceof TwilioFailure)) throw error;
    await noteFailure(deps, row, error);
  }
}

async function noteSent(deps: CoreDependencies, row: MessageRow, sent: TwilioMessage): Promise<void> {
  const isRecorded = await recordTold(deps.db, row.id, {
    messageSid: sent.sid,
    status: sent.status,
    errorCode: sent.error_code ?? null,
    errorMessage: sent.error_message ?? null,
    response: sent,
  });
  if (isRecorded) deps.log.info({ messageId: row.id, messageSid: sent.sid }, 'message accepted');
  else deps.log.error({ messageId: row.id, messageSid: sent.sid }, 'a message was sent twice');
}

/** Notes why an attempt failed; throws when another one is to follow. */
async function noteFailure(deps: CoreDependencies, row: MessageRow, failure: TwilioFailure): Promise<void> {
  const error = { ...failure.details, message: failure.message };
  if (failure.kind === 'refused') {
    await markContact(deps.db, row.contactId, failure.code, deps.now());
    return endUnsent(deps.db, row, 'failed', error);
  }
  if (failure.kind === 'credentials' && row.telephonyClientId !== null) {
    await deps.db
      .update(telephonyClients)
      .set({ credentials: 'refused', credentialsProblem: failure.message.slice(0, 300) })
      .where(eq(telephonyClients.id, row.telephonyClientId));
  }
  if (failure.kind === 'unknown') await deps.db.update(log).set({ error }).where(isAttempt(row));
  else await release(deps, row, error);
  throw failure;
}

/** Makes a message ready for another attempt, unless the provider has told of it meanwhile. */
async function release(
  { db }: CoreDependencies,
  row: MessageRow,
  error: Record<string, unknown> | null,
): Promise<void> {
  await db
    .update(log)
    .set({ delivery: 'waiting', ...(error && { error }) })
    .where(isAttempt(row));
}

function isAttempt(row: MessageRow) {
  return and(eq(log.id, row.id), eq(log.delivery, 'handing-over'), eq(log.attempts, row.attempts));
}
