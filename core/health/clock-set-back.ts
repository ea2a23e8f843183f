import { and, eq, gt, isNull, lt, or } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { atomically } from '../../db/query/atomically.ts';
import { healthMonitors, healthWatch } from '../../db/schema/health.ts';
import { withoutFutureTimes } from '../alarms/future-times.ts';
import { deadline } from './deadline.ts';
import { flappingWindowMs } from './flip.ts';
import { hasSchedule, sameOrNull, scheduleColumns } from './schedule.ts';

const m = healthMonitors;

/**
 * After the clock was set back, times stored before lie in the future by more than their period, and no alarm would be due
 * until the clock has caught up. Sets the watch to `now`, and each later deadline, held alarm and reminder to its latest
 * possible time. Does nothing to other times, so several processes may call it.
 */
export async function rewriteFutureTimes(db: Database, now: Date): Promise<void> {
  const schedules = await db
    .selectDistinct({
      ...scheduleColumns,
      graceSeconds: m.graceSeconds,
      expectedRunSeconds: m.expectedRunSeconds,
      reminderHours: m.reminderHours,
    })
    .from(m);
  const latestAlarm = new Date(Number(now) + flappingWindowMs);
  await atomically(db, (tx) => [
    tx.update(healthWatch).set({ aliveAt: now }).where(gt(healthWatch.aliveAt, now)),
    // An alarm that maintenance holds back waits for the end of the maintenance.
    tx
      .update(m)
      .set({ alarmAt: latestAlarm })
      .where(and(gt(m.alarmAt, latestAlarm), or(isNull(m.maintenanceUntil), lt(m.maintenanceUntil, m.alarmAt)))),
    tx.update(m).set({ heldUntil: latestAlarm }).where(gt(m.heldUntil, latestAlarm)),
    ...withoutFutureTimes(db, tx, now),
    ...schedules.flatMap((schedule) => {
      const { expectedRunSeconds, graceSeconds, reminderHours } = schedule;
      const isOfSchedule = and(
        hasSchedule(schedule),
        sameOrNull(m.graceSeconds, graceSeconds),
        sameOrNull(m.expectedRunSeconds, expectedRunSeconds),
        eq(m.reminderHours, reminderHours),
      );
      const due = deadline(now, schedule);
      const latestDue = due && new Date(Number(due) + (expectedRunSeconds ?? 0) * 1000);
      const latestReminder = new Date(Number(now) + reminderHours * 3_600_000);
      return [
        tx
          .update(m)
          .set({ dueAt: due, sweepAt: due })
          .where(and(isOfSchedule, gt(m.dueAt, latestDue ?? now))),
        tx
          .update(m)
          .set({ remindAt: latestReminder })
          .where(and(isOfSchedule, gt(m.remindAt, latestReminder))),
      ];
    }),
  ]);
}
