import { and, count, eq, gt, inArray, ne, type SQL, sql } from 'drizzle-orm';
import type { HealthStatus } from '../../contract/health.ts';
import type { Database } from '../../db/open.ts';
import { healthFlips, healthMonitors } from '../../db/schema/health.ts';

/** A server's row. */
export type Monitor = typeof healthMonitors.$inferSelect;

/** What a change of status does to a monitor's row, and to whom it is told. */
export interface Flip {
  alarm: (typeof healthFlips.$inferSelect)['alarm'];
  set: Pick<Partial<Monitor>, 'status' | 'statusSince' | 'told' | 'alarmAt' | 'remindAt'>;
}

/** A server that changed so often within an hour is flapping; its further changes are told together. */
const flapsPerHour = 4;
/** How long changes of a flapping server are gathered, in milliseconds. */
const gathering = 30 * 60_000;

/** Changes within the last hour that contacts were or will be told of, by monitor. */
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

/** What follows when a monitor changes to `status` at `at`: told at once, held back, or not told at all. */
export function flipOf(monitor: Monitor, status: HealthStatus, at: Date, flips: number, now: Date): Flip {
  const base = { status, statusSince: at };
  if (status !== 'offline' && !(status === 'online' && monitor.status === 'offline'))
    return { alarm: 'silent', set: { ...base, remindAt: null } };
  const remindAt =
    status === 'offline' && monitor.reminderHours > 0 ? new Date(Number(at) + monitor.reminderHours * 3_600_000) : null;
  const until = maintenanceEnd(monitor, now);
  if (until === null && monitor.alarmAt === null && flips < flapsPerHour)
    return { alarm: 'send', set: { ...base, told: status, remindAt } };
  const alarmAt = monitor.alarmAt ?? until ?? new Date(Number(now) + gathering);
  return { alarm: 'held', set: { ...base, alarmAt, remindAt } };
}

/** When the maintenance under way ends; null without one. */
export function maintenanceEnd(
  { maintenanceFrom, maintenanceUntil }: Pick<Monitor, 'maintenanceFrom' | 'maintenanceUntil'>,
  now: Date,
): Date | null {
  const isUnderWay =
    maintenanceFrom !== null && maintenanceUntil !== null && maintenanceFrom <= now && maintenanceUntil > now;
  return isUnderWay ? maintenanceUntil : null;
}

/**
 * True of the row only while it is as it was read: a statement with this condition does nothing when somebody else
 * has changed the status or what alarms hang on meanwhile.
 */
export function asRead(monitor: Monitor) {
  return and(
    eq(healthMonitors.clientId, monitor.clientId),
    eq(healthMonitors.status, monitor.status),
    eq(healthMonitors.statusSince, monitor.statusSince),
    eq(healthMonitors.code, monitor.code),
    eq(healthMonitors.interval, monitor.interval),
  );
}

/**
 * The statement that writes a flip if `where` still holds for its monitor; it stands before the update with the same
 * condition, in one transaction. A second one with the same time and status is the same flip.
 */
export function writeFlip(
  db: Pick<Database, 'select'>,
  tx: Pick<Database, 'insert'>,
  monitor: Monitor,
  flip: Flip,
  where: ReturnType<typeof asRead>,
) {
  const { status = monitor.status, statusSince = monitor.statusSince } = flip.set;
  const constant = literalsOf({ at: statusSince, status, previous: monitor.status, alarm: flip.alarm });
  return tx
    .insert(healthFlips)
    .select(
      db
        .select({ clientId: healthMonitors.clientId, ...constant })
        .from(healthMonitors)
        .where(where),
    )
    .onConflictDoNothing();
}

/** Values as columns of a select, encoded as the flips' columns are. */
function literalsOf(values: Pick<typeof healthFlips.$inferSelect, 'at' | 'status' | 'previous' | 'alarm'>) {
  const bound = <Type>(name: keyof typeof values): SQL.Aliased<Type> =>
    sql<Type>`${sql.param(values[name], healthFlips[name])}`.as(healthFlips[name].name || name);
  return {
    at: bound<Date>('at'),
    status: bound<HealthStatus>('status'),
    previous: bound<HealthStatus>('previous'),
    alarm: bound<Flip['alarm']>('alarm'),
  };
}
