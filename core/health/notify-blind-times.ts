import { and, asc, eq, gt, isNull } from 'drizzle-orm';
import { blindTimes } from '../../db/schema/health.ts';
import { storeNotification } from '../alarms/deliveries.ts';
import { channelsOfCompany } from '../alarms/recipients.ts';
import { storeAndSend } from '../alarms/store-and-send.ts';
import type { CoreDependencies } from '../dependencies.ts';
import { queueAlarmMail } from './alarm-mails.ts';
import { companyTimeZone, formatDuration, formatTime } from './alarm-time.ts';

/** Older downtimes stand on the dashboard alone: the news is stale, in milliseconds. */
const maxAgeMs = 86_400_000;
/** Downtimes that one sweep notifies of; the next sweep continues. */
const maxNotified = 10;

/** Notifies the company, by mail and on its own channels, how long this product was down; once for each downtime. */
export async function notifyBlindTimes(deps: CoreDependencies): Promise<void> {
  const { db, config } = deps;
  const now = deps.now();
  const { id, fromAt, untilAt, notifiedAt } = blindTimes;
  const unsent = await db
    .select()
    .from(blindTimes)
    .where(and(isNull(notifiedAt), gt(untilAt, new Date(Number(now) - maxAgeMs))))
    .orderBy(asc(id))
    .limit(maxNotified);
  if (unsent.length === 0) return;
  const [zone, recipients] = [await companyTimeZone(db), await channelsOfCompany(db)];
  for (const time of unsent) {
    const eventKey = `blind-${Number(time.fromAt)}`;
    const { title, text } = wordsOf(time, zone);
    const notification = {
      type: 'product.blind' as const,
      title,
      text,
      link: `${config.publicUrl}/#/admin`,
      acknowledgeLink: null,
      at: time.untilAt.toISOString(),
      monitors: [],
    };
    await storeAndSend(deps, (tx) => ({
      stored: [
        ...storeNotification(tx, recipients, { eventKey, notification, smsText: title, now }),
        ...(config.smtpUrl === null
          ? []
          : [{ as: 'mail' as const, statement: queueAlarmMail(tx, { eventKey, text: `${title}\n${text}`, now }) }]),
      ],
      further: [
        tx
          .update(blindTimes)
          .set({ notifiedAt: now })
          .where(and(eq(fromAt, time.fromAt), isNull(notifiedAt))),
      ],
    }));
  }
}

function wordsOf({ fromAt, untilAt }: { fromAt: Date; untilAt: Date }, zone: string) {
  const length = formatDuration(Number(untilAt) - Number(fromAt));
  return {
    title: `No pings were accepted for ${length}: outages in that time are unknown.`,
    text: [
      `From ${formatTime(fromAt, zone)} to ${formatTime(untilAt, zone)} this product itself was down.`,
      'No server was marked as offline for it: each has a new interval for its next ping.',
    ].join('\n'),
  };
}
