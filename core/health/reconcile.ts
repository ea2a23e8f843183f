import { and, eq, inArray, isNull, ne, or } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { atomically } from '../../db/query/atomically.ts';
import { constraintErrorOf } from '../../db/query/constraint-errors.ts';
import { clients } from '../../db/schema/clients.ts';
import { healthMonitors } from '../../db/schema/health.ts';
import { deadline, isRunDue, runDeadline } from './deadline.ts';
import { type Flip, flipOf, isUnchangedSinceRead, type Monitor, outageOf, writeFlip } from './flip.ts';
import { isScheduled, type Schedule } from './schedule.ts';

/** Rows of one insert, well below the databases' parameter limits. */
const batchSize = 500;
/** How often reconciliation is retried when clients change concurrently. */
const maxRounds = 10;

/**
 * Makes monitors match their clients: all at startup, or one client after a save. Every client with a code has a
 * monitor; a changed code, interval or active flag restarts its deadline.
 */
export async function reconcileMonitors(db: Database, now: Date, clientId?: number): Promise<void> {
  for (let round = 0; round < maxRounds; round += 1) {
    const rows = await findDifferences(db, clientId);
    if (rows.length === 0) return;
    await applyDifferences(db, rows, now);
  }
  throw new Error(`monitors still differ from their clients after ${maxRounds} rounds`);
}

function findDifferences(db: Database, clientId: number | undefined) {
  const differs = or(
    and(isNull(healthMonitors.clientId), ne(clients.healthCode, '')),
    ne(healthMonitors.code, clients.healthCode),
    ne(healthMonitors.interval, clients.checkInterval),
    ne(healthMonitors.isActive, clients.isActive),
  );
  return db
    .select({
      id: clients.id,
      code: clients.healthCode,
      interval: clients.checkInterval,
      isActive: clients.isActive,
      monitor: healthMonitors,
    })
    .from(clients)
    .leftJoin(healthMonitors, eq(healthMonitors.clientId, clients.id))
    .where(and(differs, clientId === undefined ? undefined : eq(clients.id, clientId)));
}

/** Applies the differences; rows that change concurrently are left for the next round. */
async function applyDifferences(
  db: Database,
  rows: Awaited<ReturnType<typeof findDifferences>>,
  now: Date,
): Promise<void> {
  const missing = rows.filter(({ monitor, code }) => monitor === null && code !== '');
  for (let start = 0; start < missing.length; start += batchSize) {
    const values = missing.slice(start, start + batchSize).map(({ id, code, interval, isActive }) => {
      const status = isActive && interval !== 'none' ? ('new' as const) : ('paused' as const);
      return { clientId: id, code, interval, isActive, status, statusSince: now };
    });
    await db
      .insert(healthMonitors)
      .values(values)
      .onConflictDoNothing()
      .catch((error: unknown) => {
        // A client was deleted during the run.
        if (constraintErrorOf(error) !== 'reference') throw error;
      });
  }
  const obsolete = rows.flatMap(({ monitor, code }) => (monitor && code === '' ? [monitor.clientId] : []));
  if (obsolete.length > 0) await db.delete(healthMonitors).where(inArray(healthMonitors.clientId, obsolete));
  for (const { monitor, code, interval, isActive } of rows)
    if (monitor && code !== '') await restartDeadline(db, monitor, { code, interval, isActive }, now);
}

/** Monitor columns that the deadline depends on. */
type ScheduleChange = Partial<
  Schedule & Pick<Monitor, 'code' | 'isActive' | 'isPaused' | 'graceSeconds' | 'expectedRunSeconds'>
>;

/**
 * Changes the schedule and counts the deadline from now. An offline server stays offline until its next ping; a resumed
 * server that has ever sent a ping is due within one interval; a running one within its expected run time. A pause or a
 * new code ends the run. False if the row was changed concurrently.
 */
export async function restartDeadline(
  db: Database,
  monitor: Monitor,
  change: ScheduleChange,
  now: Date,
): Promise<boolean> {
  const next = { ...monitor, ...change };
  const isPaused = !next.isActive || next.isPaused || !isScheduled(next);
  const status = isPaused ? 'paused' : monitor.status === 'paused' ? 'new' : monitor.status;
  const isExpected = status === 'online' || (status === 'new' && monitor.lastPingAt !== null);
  const isSameRun = status === monitor.status && next.code === monitor.code;
  const startedAt = isSameRun ? monitor.startedAt : null;
  const nextDue = startedAt !== null && isRunDue(monitor) ? runDeadline(startedAt, next) : deadline(now, next);
  const dueAt = isExpected ? nextDue : null;
  const alarmReset = isPaused ? ({ notifiedStatus: 'online', alarmAt: null, heldUntil: null } as const) : {};
  const flip: Flip | null = status === monitor.status ? null : flipOf(monitor, status, now, 0, now);
  const update = (tx: Pick<Database, 'update'>) =>
    tx
      .update(healthMonitors)
      .set({ ...change, ...flip?.set, ...alarmReset, dueAt, sweepAt: dueAt, startedAt })
      .where(isUnchangedSinceRead(monitor))
      .returning({ clientId: healthMonitors.clientId });
  if (!flip) return (await update(db)).length > 0;
  const [updated] = await atomically(db, (tx) => [update(tx), writeFlip(db, tx, monitor, flip, outageOf(null))]);
  return updated.length > 0;
}
