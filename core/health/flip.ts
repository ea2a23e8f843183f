import { type AnyColumn, and, count, eq, gt, inArray, isNull, lte, ne, type SQL, sql } from 'drizzle-orm';
import type { HealthStatus } from '../../contract/health.ts';
import type { Database } from '../../db/database.ts';
import { healthFlips, healthMonitors } from '../../db/schema/health.ts';
import { hasSchedule } from './schedule.ts';

/** A server's row. */
export type Monitor = typeof healthMonitors.$inferSelect;

/** A recorded change of a server's status. */
export type FlipRow = typeof healthFlips.$inferSelect;

/** Why a server went offline; `cause` is null for every other change. */
export type Outage = Pick<FlipRow, 'cause' | 'exitCode' | 'detail'>;

/** The effect of a status change: how to notify, and what to set in the monitor's row. */
export interface Flip {
  alarm: FlipRow['alarm'];
  set: Pick<Monitor, 'status' | 'statusSince'> &
    Pick<Partial<Monitor>, 'notifiedStatus' | 'alarmAt' | 'heldUntil' | 'remindAt'>;
}

/** A change without a cause, or with one that has no further details. */
export function outageOf(cause: Outage['cause']): Outage {
  return { cause, exitCode: null, detail: '' };
}

/** A server with this many changes within an hour is flapping: further changes are summed up in one notification. */
const flappingThreshold = 4;
/** How long the changes of a flapping server are collected. */
export const flappingWindowMs = 30 * 60_000;
/** A flapping server that stays offline this long is announced before the window ends. */
const maxOutageDelayMs = 5 * 60_000;

/** Number of notified or pending changes within the last hour, by monitor. */
export async function recentFlips(db: Database, clientIds: readonly number[], now: Date): Promise<Map<number, number>> {
  if (clientIds.length === 0) return new Map();
  const rows = await db
    .select({ clientId: healthFlips.clientId, flips: count() })
    .from(healthFlips)
    .where(
      and(
        inArray(healthFlips.clientId, [...clientIds]),
        gt(healthFlips.at, new Date(Number(now) - 3_600_000)),
        ne(healthFlips.alarm, 'silent'),
      ),
    )
    .groupBy(healthFlips.clientId);
  return new Map(rows.map(({ clientId, flips }) => [clientId, flips]));
}

/** Decides what a change to `status` at `at` causes: a notification now, one that is held back, or none. */
export function flipOf(monitor: Monitor, status: HealthStatus, at: Date, flips: number, now: Date): Flip {
  const base = { status, statusSince: at };
  if (status !== 'offline' && !(status === 'online' && monitor.status === 'offline'))
    return { alarm: 'silent', set: { ...base, remindAt: null } };
  const remindAt =
    status === 'offline' && monitor.reminderHours > 0 ? new Date(Number(at) + monitor.reminderHours * 3_600_000) : null;
  const maintainedUntil = maintenanceEnd(monitor, now);
  if (maintainedUntil === null && monitor.alarmAt === null && flips < flappingThreshold)
    return { alarm: 'send', set: { ...base, notifiedStatus: status, remindAt } };
  if (maintainedUntil !== null)
    return { alarm: 'held', set: { ...base, alarmAt: maintainedUntil, heldUntil: null, remindAt } };
  const heldUntil = monitor.heldUntil ?? monitor.alarmAt ?? new Date(Number(now) + flappingWindowMs);
  const outageAlarmAt = new Date(Math.min(Number(heldUntil), Number(now) + maxOutageDelayMs));
  return {
    alarm: 'held',
    set: { ...base, alarmAt: status === 'offline' ? outageAlarmAt : heldUntil, heldUntil, remindAt },
  };
}

/** Until when and why a server's alarms are held back; null if the next alarm is sent at once. */
export function holdOf(
  monitor: Monitor,
  now: Date,
): { until: Date; reason: 'maintenance' | 'flapping' | 'parent' } | null {
  const maintainedUntil = maintenanceEnd(monitor, now);
  if (maintainedUntil !== null) return { until: maintainedUntil, reason: 'maintenance' };
  const { alarmAt, heldUntil } = monitor;
  if (alarmAt === null || alarmAt <= now) return null;
  // Only the changes of a flapping server are collected for a period.
  return { until: alarmAt, reason: heldUntil === null ? 'parent' : 'flapping' };
}

/** True, in a query, for a monitor in maintenance. */
export function isInMaintenance(now: Date | SQL) {
  return and(lte(healthMonitors.maintenanceFrom, now), gt(healthMonitors.maintenanceUntil, now));
}

/** When the current maintenance ends; null outside maintenance. */
export function maintenanceEnd(
  { maintenanceFrom, maintenanceUntil }: Pick<Monitor, 'maintenanceFrom' | 'maintenanceUntil'>,
  now: Date,
): Date | null {
  const isInMaintenance =
    maintenanceFrom !== null && maintenanceUntil !== null && maintenanceFrom <= now && maintenanceUntil > now;
  return isInMaintenance ? maintenanceUntil : null;
}

/**
 * Matches the monitor's row only while it is unchanged since it was read: a statement with this condition does nothing
 * after a concurrent change of status, run, code or schedule.
 */
export function isUnchangedSinceRead(monitor: Monitor) {
  return and(
    eq(healthMonitors.clientId, monitor.clientId),
    eq(healthMonitors.status, monitor.status),
    eq(healthMonitors.statusSince, monitor.statusSince),
    monitor.startedAt === null ? isNull(healthMonitors.startedAt) : eq(healthMonitors.startedAt, monitor.startedAt),
    eq(healthMonitors.code, monitor.code),
    hasSchedule(monitor),
  );
}

/**
 * Returns the statement that records a flip. It runs after the monitor's update in the same transaction and inserts
 * only if the monitor has the new status, so an update that lost a race records nothing. It must not run before the
 * update: on Postgres its condition could become false before the update gets the row lock.
 */
export function writeFlip(
  db: Pick<Database, 'select'>,
  tx: Pick<Database, 'insert'>,
  { clientId, status: previous }: Monitor,
  { alarm, set: { status, statusSince } }: Flip,
  outage: Outage,
) {
  const { clientId: id, status: now, statusSince: since } = healthMonitors;
  const isFlipped = and(eq(id, clientId), eq(now, status), eq(since, statusSince));
  return writeFlips(db, tx, { previous, alarm, ...outage }, isFlipped);
}

/** Returns the statement that records the current status of each monitor matching `where`; existing flips stay. */
export function writeFlips(
  db: Pick<Database, 'select'>,
  tx: Pick<Database, 'insert'>,
  constant: Pick<FlipRow, 'previous' | 'alarm'> & Outage,
  where: SQL | undefined,
) {
  const { clientId, statusSince, status, lastPingAt } = healthMonitors;
  const { previous, alarm, cause, exitCode, detail } = constant;
  const rows = db
    .select({
      clientId,
      at: sql<Date>`${statusSince}`.as('at'),
      status,
      previous: literal(previous, healthFlips.previous, 'previous'),
      alarm: literal(alarm, healthFlips.alarm, 'alarm'),
      cause: literal(cause, healthFlips.cause, 'cause'),
      exitCode: literal(exitCode, healthFlips.exitCode, 'exit_code'),
      detail: literal(detail, healthFlips.detail, 'detail'),
      since: sql<Date | null>`${cause === 'silent' ? lastPingAt : sql`null`}`.as('since'),
    })
    .from(healthMonitors)
    .where(where);
  return tx.insert(healthFlips).select(rows).onConflictDoNothing();
}

/** A value as a column of a select. */
function literal<Value>(value: Value, column: AnyColumn, name: string): SQL.Aliased<Value> {
  return sql<Value>`${sql.param(value, column)}`.as(name);
}
