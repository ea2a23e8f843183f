import { and, gt, inArray, isNotNull, lte, or, type SQL, sql } from 'drizzle-orm';
import type { Database, Statement, Transaction } from '../../db/database.ts';
import { atomically } from '../../db/query/atomically.ts';
import { isOneOf } from '../../db/query/json-rows.ts';
import { healthMonitors } from '../../db/schema/health.ts';
import { deadline, graceOf, type PingSchedule } from './deadline.ts';
import { hasSchedule, sameOrNull, scheduleColumns } from './schedule.ts';

/**
 * Gives servers whose ping may have been missed during the downtime since `until` a whole new interval, in one transaction
 * with `record`, the statement that ends the downtime.
 */
export async function extendDeadlines(
  db: Database,
  until: Date,
  now: Date,
  record: (tx: Transaction) => Statement[] = () => [],
): Promise<void> {
  const { dueAt, startedAt } = healthMonitors;
  await extend(db, gt(dueAt, until), now, record, (schedule) => {
    // A ping arrives at most two graces before its due time: a later deadline cannot have lost its ping to the downtime,
    // except that of a run, which may end at any time.
    const latest = new Date(Number(now) + 2 * graceOf(schedule));
    return or(lte(dueAt, latest), isNotNull(startedAt));
  });
}

/** Gives the servers with these codes, which were not yet due at `since`, a whole new interval. */
export async function extendDeadlinesOf(db: Database, codes: readonly string[], since: Date, now: Date): Promise<void> {
  const isLost = and(isOneOf(healthMonitors.code, codes), gt(healthMonitors.dueAt, since));
  await extend(
    db,
    isLost,
    now,
    () => [],
    () => undefined,
  );
}

async function extend(
  db: Database,
  isOpen: SQL | undefined,
  now: Date,
  record: (tx: Transaction) => Statement[],
  mayHaveLostPing: (schedule: PingSchedule) => SQL | undefined,
): Promise<void> {
  const schedules = await db
    .selectDistinct({ ...scheduleColumns, graceSeconds: healthMonitors.graceSeconds })
    .from(healthMonitors)
    .where(isOpen);
  await atomically(db, (tx) => [
    ...record(tx),
    ...schedules.map((schedule) => {
      const isOfSchedule = and(hasSchedule(schedule), sameOrNull(healthMonitors.graceSeconds, schedule.graceSeconds));
      const isExpected = inArray(healthMonitors.status, ['online', 'new']);
      const { dueAt } = healthMonitors;
      const next = deadline(now, schedule);
      // A run may be expected to last longer than the interval.
      const later = next && sql`case when ${gt(dueAt, next)} then ${dueAt} else ${sql.param(next, dueAt)} end`;
      return tx
        .update(healthMonitors)
        .set({ dueAt: later })
        .where(and(isOpen, isOfSchedule, isExpected, mayHaveLostPing(schedule)));
    }),
  ]);
}
