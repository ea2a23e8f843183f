import { and, count, eq, gt, inArray, ne, type SQL, sql } from 'drizzle-orm';
import type { HealthStatus } from '../../contract/health.ts';
import type { Database } from '../../db/database.ts';
import { healthFlips, healthMonitors } from '../../db/schema/health.ts';

/** A server's row. */
export type Monitor = typeof healthMonitors.$inferSelect;

/** What a change of status does to a monitor's row, and to whom it is told. */
export interface Flip {
  alarm: (typeof healthFlips.$inferSelect)['alarm'];
  set: Pick<Monitor, 'status' | 'statusSince'> & Pick<Partial<Monitor>, 'told' | 'alarmAt' | 'remindAt'>;
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
 * The statement that puts a flip on record. It stands behind the update that makes it, in one transaction, and writes
 * the flip if that is how the monitor stands then: so nothing follows from an update that came too late. It must not
 * stand before: on Postgres a condition can hold there and not hold any more when the update gets its turn.
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

/** The statement that puts on record how each monitor that `where` holds for stands now; what is on record stays. */
export function writeFlips(
  db: Pick<Database, 'select'>,
  tx: Pick<Database, 'insert'>,
  constant: Pick<typeof healthFlips.$inferSelect, 'previous' | 'alarm'>,
  where: SQL | undefined,
) {
  const { clientId, statusSince, status } = healthMonitors;
  const rows = db
    .select({ clientId, at: named(statusSince, 'at'), status, ...literalsOf(constant) })
    .from(healthMonitors)
    .where(where);
  return tx.insert(healthFlips).select(rows).onConflictDoNothing();
}

function named(column: typeof healthMonitors.statusSince, name: string): SQL.Aliased<Date> {
  return sql<Date>`${column}`.as(name);
}

/** Values as columns of a select. */
function literalsOf({ previous, alarm }: Pick<typeof healthFlips.$inferSelect, 'previous' | 'alarm'>) {
  return {
    previous: sql<HealthStatus>`${sql.param(previous, healthFlips.previous)}`.as('previous'),
    alarm: sql<Flip['alarm']>`${sql.param(alarm, healthFlips.alarm)}`.as('alarm'),
  };
}
