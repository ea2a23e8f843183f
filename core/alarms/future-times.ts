import { and, eq, exists, gt, isNull, or, sql } from 'drizzle-orm';
import type { Database, Statement, Transaction } from '../../db/database.ts';
import { alarmIncidents, alarmNotices, incidentEntries } from '../../db/schema/alarm-incidents.ts';
import { alarmDeliveries } from '../../db/schema/alarms.ts';

/** The longest wait for a summary. */
const longestSummaryMs = 3_600_000;

/**
 * Statements for a clock that was set back: a step or channel that was to follow one from before waits no longer, because nobody knows
 * how much of its time has passed; summaries wait for an hour at most. A snoozed incident stays silent until its time.
 */
export function withoutFutureTimes(db: Pick<Database, 'select'>, tx: Transaction, now: Date): Statement[] {
  const { id, stepAt, openedAt, resolvedAt, snoozedUntil } = alarmIncidents;
  const isTaken = and(eq(incidentEntries.incidentId, id), gt(incidentEntries.at, now));
  const hasFutureStep = exists(db.select({ one: sql`1` }).from(incidentEntries).where(isTaken));
  const latestSummary = new Date(Number(now) + longestSummaryMs);
  return [
    tx
      .update(alarmIncidents)
      .set({ stepAt: now })
      .where(and(gt(stepAt, now), isNull(resolvedAt), isNull(snoozedUntil), or(gt(openedAt, now), hasFutureStep))),
    tx
      .update(alarmDeliveries)
      .set({ dueAt: now })
      .where(and(gt(alarmDeliveries.dueAt, now), gt(alarmDeliveries.createdAt, now))),
    tx.update(alarmNotices).set({ summaryAt: latestSummary }).where(gt(alarmNotices.summaryAt, latestSummary)),
  ];
}
