import { and, count, eq, gt, inArray, ne, type SQL, sql } from 'drizzle-orm';
import type { HealthStatus } from '../../contract/health.ts';
import type { Database } from '../../db/database.ts';
import { healthFlips, healthMonitors } from '../../db/schema/health.ts';

/** A server's row. */
export type Monitor = typeof healthMonitors.$inferSelect;

/** The effect of a status change: how to notify, and what to set in the monitor's row. */
export interface Flip {
  alarm: (typeof healthFlips.$inferSelect)['alarm'];
  set: Pick<Monitor, 'status' | 'statusSince'> & Pick<Partial<Monitor>, 'notifiedStatus' | 'alarmAt' | 'remindAt'>;
}

/** A server with this many changes within an hour is flapping: further changes are summed up in one notification. */
const flappingThreshold = 4;
/** How long the changes of a flapping server are collected. */
export const flappingWindowMs = 30 * 60_000;

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
  const alarmAt = monitor.alarmAt ?? maintainedUntil ?? new Date(Number(now) + flappingWindowMs);
  return { alarm: 'held', set: { ...base, alarmAt, remindAt } };
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
 * after a concurrent change of status, code or interval.
 */
export function isUnchangedSinceRead(monitor: Monitor) {
  return and(
    eq(healthMonitors.clientId, monitor.clientId),
    eq(healthMonitors.status, monitor.status),
    eq(healthMonitors.statusSince, monitor.statusSince),
    eq(healthMonitors.code, monitor.code),
    eq(healthMonitors.interval, monitor.interval),
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
) {
  const { clientId: id, status: now, statusSince: since } = healthMonitors;
  return writeFlips(db, tx, { previous, alarm }, and(eq(id, clientId), eq(now, status), eq(since, statusSince)));
}

/** Returns the statement that records the current status of each monitor matching `where`; existing flips stay. */
export function writeFlips(
  db: Pick<Database, 'select'>,
  tx: Pick<Database, 'insert'>,
  constant: Pick<typeof healthFlips.$inferSelect, 'previous' | 'alarm'>,
  where: SQL | undefined,
) {
  const { clientId, statusSince, status } = healthMonitors;
  const rows = db
    .select({
      clientId,
      at: named(statusSince, 'at'),
      status,
      ...literalsOf(constant),
      cause: sql<null>`null`.as('cause'),
      exitCode: sql<null>`null`.as('exit_code'),
      detail: sql<string>`''`.as('detail'),
      since: sql<null>`null`.as('since'),
    })
    .from(healthMonitors)
    .where(where);
  return tx.insert(healthFlips).select(rows).onConflictDoNothing();
}

function named(column: typeof healthMonitors.statusSince, name: string): SQL.Aliased<Date> {
  return sql<Date>`${column}`.as(name);
}

/** The values as columns of a select. */
function literalsOf({ previous, alarm }: Pick<typeof healthFlips.$inferSelect, 'previous' | 'alarm'>) {
  return {
    previous: sql<HealthStatus>`${sql.param(previous, healthFlips.previous)}`.as('previous'),
    alarm: sql<Flip['alarm']>`${sql.param(alarm, healthFlips.alarm)}`.as('alarm'),
  };
}
