import { and, asc, eq, gt, lt, sql } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { atomically } from '../../db/query/atomically.ts';
import { alarmChannels, alarmDeliveries } from '../../db/schema/alarms.ts';
import { telephonyMessages } from '../../db/schema/telephony.ts';
import { senders } from '../channels/index.ts';
import { ChannelFailure, type SendDeps, type SentKind } from '../channels/notification.ts';
import type { CoreDependencies } from '../dependencies.ts';
import { countFailure } from '../metrics/registry.ts';
import { sendUnderLease } from '../providers/mail-lease.ts';
import { queueMessage, returnedIds, sendQueued } from '../telephony/queue-message.ts';
import { openAddress } from './channel-address.ts';
import { contentOf, sendDeliveries } from './deliveries.ts';

type Delivery = typeof alarmDeliveries.$inferSelect;

/** An attempt without an outcome by then was interrupted: longer than attempts take (SendDeps.timeoutMs), and mails have a lease. */
const interruptedAfterMs = 60_000;
/** Notifications older than this are not sent: the news is stale. */
const maxAgeMs = 3_600_000;
const maxAttempts = 8;
/** Wait after the first failed attempt; it doubles with each further one. */
const firstRetryMs = 5000;

/** Makes one attempt at a delivery that is due, unless an earlier place of the recipient has arrived. */
export async function deliver(deps: CoreDependencies, send: SendDeps, deliveryId: number): Promise<void> {
  const { db, now } = deps;
  const [row] = await db.select().from(alarmDeliveries).where(eq(alarmDeliveries.id, deliveryId));
  if (!row || row.dueAt === null || row.dueAt > now()) return;
  if (await hasArrivedBefore(db, row)) return settle(db, row, { state: 'skipped', problem: null }, now());
  const reason = reasonNotToSend(row, now());
  if (reason !== null) return fail(deps, row, reason);
  if (row.kind === 'sms') return sendSms(deps, row);
  const [channel] = await db
    .select()
    .from(alarmChannels)
    .where(eq(alarmChannels.id, row.channelId ?? 0));
  if (!channel) return fail(deps, row, 'The channel has been deleted.');
  if (!channel.isActive) return fail(deps, row, 'The channel is switched off.');
  const { kind } = row;
  const make = async () => {
    const claimed = await claim(db, row, now());
    if (claimed) await attempt(deps, send, claimed, { kind, sealed: channel.sealed });
  };
  // A mail server may take minutes to answer.
  await (kind === 'email' ? sendUnderLease(deps, `delivery ${row.id}`, make) : make());
}

function reasonNotToSend({ createdAt, attempts, problem }: Delivery, now: Date): string | null {
  if (Number(now) - Number(createdAt) > maxAgeMs)
    return problem ?? 'The notification could not be sent within an hour.';
  return attempts >= maxAttempts ? (problem ?? `The notification failed after ${attempts} attempts.`) : null;
}

/** True if an earlier place has accepted the notification, or the contact's SMS has been delivered. */
async function hasArrivedBefore(db: Database, { eventKey, recipient, place, contactId }: Delivery): Promise<boolean> {
  if (place === 0) return false;
  const { state, kind } = alarmDeliveries;
  const accepted = await db.$count(
    alarmDeliveries,
    and(
      eq(alarmDeliveries.eventKey, eventKey),
      eq(alarmDeliveries.recipient, recipient),
      lt(alarmDeliveries.place, place),
      eq(state, 'accepted'),
      sql`${kind} <> 'sms'`,
    ),
  );
  if (accepted > 0) return true;
  if (contactId === null) return false;
  const isOwn = and(eq(telephonyMessages.eventKey, eventKey), eq(telephonyMessages.contactId, contactId));
  return (await db.$count(telephonyMessages, and(isOwn, eq(telephonyMessages.status, 'delivered')))) > 0;
}

/** Records the start of an attempt; undefined if another worker has started one. An interrupted attempt may have arrived. */
async function claim(db: Database, row: Delivery, now: Date): Promise<Delivery | undefined> {
  const [claimed] = await db
    .update(alarmDeliveries)
    .set({
      state: 'handing-over',
      attempts: row.attempts + 1,
      attemptedAt: now,
      dueAt: new Date(Number(now) + interruptedAfterMs),
      mayBeRepeated: row.mayBeRepeated || row.state === 'handing-over',
    })
    .where(isAsRead(row))
    .returning();
  return claimed;
}

async function attempt(
  deps: CoreDependencies,
  send: SendDeps,
  row: Delivery,
  { kind, sealed }: { kind: SentKind; sealed: string },
): Promise<void> {
  const { db, config, log, now } = deps;
  const { notification } = contentOf(row);
  try {
    const key = `delivery-${row.id}`;
    await senders[kind](openAddress(config, sealed), notification, { key, mayBeRepeated: row.mayBeRepeated }, send);
  } catch (error) {
    if (!(error instanceof ChannelFailure)) throw error;
    countFailure('channel');
    log.warn(
      { deliveryId: row.id, channelId: row.channelId, attempt: row.attempts, reason: error.message },
      'a notification was not accepted',
    );
    if (error.kind === 'permanent') return fail(deps, row, error.message);
    return postpone(db, row, error, now());
  }
  await settle(db, row, { state: 'accepted', problem: null }, now());
  await db
    .update(alarmChannels)
    .set({ problem: null, problemAt: null })
    .where(eq(alarmChannels.id, row.channelId ?? 0));
}

/** Makes the delivery due again later; a longer wait that the provider asks for counts. */
async function postpone(db: Database, row: Delivery, failure: ChannelFailure, now: Date): Promise<void> {
  const waitMs = Math.max(firstRetryMs * 2 ** (row.attempts - 1), (failure.retryAfterSeconds ?? 0) * 1000);
  await db
    .update(alarmDeliveries)
    .set({
      state: 'waiting',
      dueAt: new Date(Number(now) + waitMs),
      problem: failure.message,
      mayBeRepeated: row.mayBeRepeated || failure.kind === 'unknown',
    })
    .where(isAsRead(row));
}

/** Gives the delivery up, notes why at its channel, and makes the recipient's next place due at once. */
async function fail(deps: CoreDependencies, row: Delivery, problem: string): Promise<void> {
  const { db, now } = deps;
  const at = now();
  await atomically(db, (tx) => [
    tx.update(alarmDeliveries).set({ state: 'failed', problem, dueAt: null, settledAt: at }).where(isAsRead(row)),
    tx
      .update(alarmChannels)
      .set({ problem, problemAt: at })
      .where(eq(alarmChannels.id, row.channelId ?? 0)),
  ]);
  await advance(deps, row);
}

/** Makes the next waiting place of a recipient due at once. */
async function advance(
  deps: CoreDependencies,
  { eventKey, recipient, place }: Pick<Delivery, 'eventKey' | 'recipient' | 'place'>,
): Promise<void> {
  const { db, now } = deps;
  const [next] = await db
    .select({ id: alarmDeliveries.id })
    .from(alarmDeliveries)
    .where(
      and(
        eq(alarmDeliveries.eventKey, eventKey),
        eq(alarmDeliveries.recipient, recipient),
        gt(alarmDeliveries.place, place),
        eq(alarmDeliveries.state, 'waiting'),
      ),
    )
    .orderBy(asc(alarmDeliveries.place))
    .limit(1);
  if (!next) return;
  await db
    .update(alarmDeliveries)
    .set({ dueAt: now() })
    .where(and(eq(alarmDeliveries.id, next.id), gt(alarmDeliveries.dueAt, now())));
  await sendDeliveries(deps, [next]);
}

/** Hands an SMS over to the message log, in the transaction that settles the delivery. */
async function sendSms(deps: CoreDependencies, row: Delivery): Promise<void> {
  const { db, now } = deps;
  const { eventKey, contactId } = row;
  if (contactId === null) return fail(deps, row, 'The contact has been deleted.');
  const { smsText } = contentOf(row);
  const [messages] = await atomically(db, (tx) => [
    queueMessage(tx, { eventKey, contactId, text: smsText, now: now() }),
    tx
      .update(alarmDeliveries)
      .set({ state: 'accepted', dueAt: null, settledAt: now() })
      .where(eq(alarmDeliveries.id, row.id)),
  ]);
  await sendQueued(deps, returnedIds(messages));
}

async function settle(
  db: Database,
  row: Delivery,
  outcome: Pick<Delivery, 'state' | 'problem'>,
  at: Date,
): Promise<void> {
  await db
    .update(alarmDeliveries)
    .set({ ...outcome, dueAt: null, settledAt: at })
    .where(isAsRead(row));
}

function isAsRead({ id, state, attempts }: Delivery) {
  return and(eq(alarmDeliveries.id, id), eq(alarmDeliveries.state, state), eq(alarmDeliveries.attempts, attempts));
}
