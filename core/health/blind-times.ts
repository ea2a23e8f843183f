import { and, asc, eq, gt, isNull } from 'drizzle-orm';
import type { Database, Statement, Transaction } from '../../db/database.ts';
import { blindTimes, healthMonitors } from '../../db/schema/health.ts';
import { notFound } from '../errors.ts';

/** After a shorter downtime, such as a new version's start, nobody is notified, in milliseconds. */
const minBlindMs = 5 * 60_000;
/** A downtime that nobody marked as seen leaves the dashboard after this time, in milliseconds. */
const maxShownMs = 30 * 86_400_000;

/**
 * Returns the statements that record a downtime of this product, once, however many processes find it. They run in the transaction that
 * ends the downtime; the sweep notifies the company.
 */
export async function blindTimeStatements(
  db: Database,
  from: Date,
  until: Date,
): Promise<(tx: Transaction) => Statement[]> {
  if (Number(until) - Number(from) < minBlindMs) return () => [];
  // Nobody misses the pings of no server.
  if ((await db.$count(healthMonitors, eq(healthMonitors.isActive, true))) === 0) return () => [];
  return (tx) => [tx.insert(blindTimes).values({ fromAt: from, untilAt: until }).onConflictDoNothing()];
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
