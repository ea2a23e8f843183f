import { and, asc, eq, gt, isNull } from 'drizzle-orm';
import type { Database, Statement, Transaction } from '../../db/database.ts';
import { blindTimes, healthMonitors } from '../../db/schema/health.ts';
import { notFound } from '../errors.ts';
import { queueAlarmMail } from './alarm-mails.ts';
import { companyTimeZone, formatDuration, formatTime } from './alarm-time.ts';

/** After a shorter downtime, such as a new version's start, nobody is told, in milliseconds. */
const minBlindMs = 5 * 60_000;
/** A downtime that nobody marked as seen leaves the dashboard after this time, in milliseconds. */
const maxShownMs = 30 * 86_400_000;

/**
 * Returns the statements that tell the company of a downtime of this product: a row for the dashboard and a mail, once, however many
 * processes find it. They run in the transaction that ends the downtime.
 */
export async function blindTimeStatements(
  db: Database,
  from: Date,
  until: Date,
): Promise<(tx: Transaction) => Statement[]> {
  if (Number(until) - Number(from) < minBlindMs) return () => [];
  // Nobody misses the pings of no server.
  if ((await db.$count(healthMonitors, eq(healthMonitors.isActive, true))) === 0) return () => [];
  const zone = await companyTimeZone(db);
  const text = [
    `No pings were accepted for ${formatDuration(Number(until) - Number(from))}: outages in that time are unknown.`,
    `From ${formatTime(from, zone)} to ${formatTime(until, zone)} this product itself was down.`,
    'No server was marked as offline for it: each has a new interval for its next ping.',
  ].join('\n');
  return (tx) => [
    tx.insert(blindTimes).values({ fromAt: from, untilAt: until }).onConflictDoNothing(),
    queueAlarmMail(tx, { eventKey: `blind-${Number(from)}`, text, now: until }),
  ];
}

/** The downtimes of this product that no operator has marked as seen. */
export async function unseenBlindTimes(db: Database, now: Date) {
  const { id, fromAt, untilAt, seenAt } = blindTimes;
  return db
    .select({ id, from: fromAt, until: untilAt })
    .from(blindTimes)
    .where(and(isNull(seenAt), gt(untilAt, new Date(Number(now) - maxShownMs))))
    .orderBy(asc(fromAt));
}

/** Marks a downtime of this product as seen; the first mark stays. */
export async function markBlindTimeSeen(db: Database, blindTimeId: number, now: Date): Promise<void> {
  const { id, seenAt } = blindTimes;
  if ((await db.$count(blindTimes, eq(id, blindTimeId))) === 0) throw notFound('The downtime');
  await db
    .update(blindTimes)
    .set({ seenAt: now })
    .where(and(eq(id, blindTimeId), isNull(seenAt)));
}
