import { and, asc, eq, gt, inArray, lte } from 'drizzle-orm';
import { z } from 'zod';
import type { Statement, Transaction } from '../../db/database.ts';
import { isOneOf } from '../../db/query/json-rows.ts';
import { yieldToEventLoop } from '../../db/query/paging.ts';
import { alarmDeliveries } from '../../db/schema/alarms.ts';
import { telephonyMessages } from '../../db/schema/telephony.ts';
import type { Notification } from '../channels/notification.ts';
import type { CoreDependencies } from '../dependencies.ts';
import { enqueueStored } from '../queue/enqueue-stored.ts';
import { queueMessage } from '../telephony/queue-message.ts';
import { sendDelivery } from './jobs.ts';
import type { Recipient } from './recipients.ts';

/** The next place of a recipient is tried this long after the one before, unless that one has arrived. */
const fallbackMs = 60_000;
/** Deliveries enqueued by one sweep; the next sweep continues. */
const maxSweepSize = 200;

/** A notification for some recipients. */
export interface Event {
  eventKey: string;
  notification: Notification;
  smsText: string;
  now: Date;
}

/** A statement that stores a part of a notification and returns its id. */
export interface Stored {
  as: 'message' | 'delivery' | 'mail';
  statement: Statement;
}

/**
 * Returns the statements that store a notification for recipients, one row for each of their places; run them in the transaction of
 * the event. An SMS in the first place is a row of the message log, everything else a delivery.
 */
export function storeNotification(
  tx: Transaction,
  recipients: readonly Recipient[],
  { eventKey, notification, smsText, now }: Event,
): Stored[] {
  const content = { notification, smsText };
  return recipients.flatMap(({ key: recipient, places }) =>
    places.map((one, place): Stored => {
      const { kind, name, contactId } = one;
      if (one.kind === 'sms' && place === 0)
        return {
          as: 'message',
          statement: queueMessage(tx, { eventKey, contactId: one.contactId, text: smsText, now }),
        };
      const channelId = 'channelId' in one ? one.channelId : null;
      const dueAt = new Date(Number(now) + place * fallbackMs);
      const row = { eventKey, recipient, place, channelId, contactId, kind, name, content, dueAt, createdAt: now };
      const insert = tx.insert(alarmDeliveries).values({ ...row, state: 'waiting' });
      return { as: 'delivery', statement: insert.onConflictDoNothing().returning({ id: alarmDeliveries.id }) };
    }),
  );
}

const storedContent = z.object({
  notification: z.custom<Notification>((value) => typeof value === 'object' && value !== null),
  smsText: z.string(),
});

/** What a stored delivery says. */
export function contentOf({ content }: Pick<typeof alarmDeliveries.$inferSelect, 'content'>) {
  return storedContent.parse(content);
}

/** Enqueues deliveries. If the queue is down, the sweep enqueues them later. */
export async function sendDeliveries(
  deps: Pick<CoreDependencies, 'queue' | 'log'>,
  deliveries: readonly { id: number }[],
): Promise<void> {
  for (const { id } of deliveries) {
    await enqueueStored(deps, sendDelivery, { deliveryId: id }, { dedupeKey: `delivery-${id}`, priority: 'high' });
    await yieldToEventLoop();
  }
}

/** Enqueues deliveries that are due: further places, further attempts, and what the queue has lost. */
export async function sweepDeliveries(deps: CoreDependencies): Promise<void> {
  await hurryAfterFailedSms(deps);
  const due = await deps.db
    .select({ id: alarmDeliveries.id })
    .from(alarmDeliveries)
    .where(lte(alarmDeliveries.dueAt, deps.now()))
    .orderBy(asc(alarmDeliveries.dueAt))
    .limit(maxSweepSize);
  await sendDeliveries(deps, due);
}

/** Makes the next place of recipients due at once whose SMS has failed for good. */
async function hurryAfterFailedSms({ db, now }: CoreDependencies): Promise<void> {
  const { id, eventKey, recipient, place, contactId, state, dueAt } = alarmDeliveries;
  const failed = await db
    .select({ id, eventKey, recipient, place })
    .from(alarmDeliveries)
    .innerJoin(
      telephonyMessages,
      and(eq(telephonyMessages.eventKey, eventKey), eq(telephonyMessages.contactId, contactId)),
    )
    .where(
      and(
        gt(dueAt, now()),
        eq(state, 'waiting'),
        eq(alarmDeliveries.attempts, 0),
        inArray(telephonyMessages.status, ['failed', 'undelivered', 'canceled']),
      ),
    )
    .orderBy(asc(place))
    .limit(maxSweepSize);
  if (failed.length === 0) return;
  // The first of each recipient: the others wait for its outcome.
  const next = Map.groupBy(failed, (row) => `${row.eventKey} ${row.recipient}`);
  const ids = [...next.values()].flatMap(([first]) => (first ? [first.id] : []));
  await db.update(alarmDeliveries).set({ dueAt: now() }).where(isOneOf(id, ids));
}
