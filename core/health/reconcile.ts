import { and, eq, inArray, isNull, ne, or } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { atomically } from '../../db/query/atomically.ts';
import { violationOf } from '../../db/query/constraint-errors.ts';
import { clients } from '../../db/schema/clients.ts';
import { healthMonitors } from '../../db/schema/health.ts';
import { deadline } from './deadline.ts';
import { asRead, type Flip, flipOf, type Monitor, writeFlip } from './flip.ts';

/** Rows of one insert, well below what the databases take. */
const batch = 500;
/** How often it is tried when clients and servers change at the same moment. */
const mostRounds = 10;

/**
 * Brings monitors in line with their clients: all of them (at start), or one after a save. A client with a code has a
 * monitor; a change of code, interval or activity restarts its clock.
 */
export async function reconcileMonitors(db: Database, now: Date, clientId?: number): Promise<void> {
  for (let round = 0; round < mostRounds; round += 1) {
    const rows = await differing(db, clientId);
    if (rows.length === 0) return;
    await align(db, rows, now);
  }
  throw new Error(`monitors were not in line with their clients in ${mostRounds} rounds`);
}

function differing(db: Database, clientId: number | undefined) {
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

/** What somebody else changes meanwhile is left for the next round. */
async function align(db: Database, rows: Awaited<ReturnType<typeof differing>>, now: Date): Promise<void> {
  const missing = rows.filter(({ monitor, code }) => monitor === null && code !== '');
  for (let start = 0; start < missing.length; start += batch) {
    const values = missing.slice(start, start + batch).map(({ id, code, interval, isActive }) => {
      const status = isActive && interval !== 'none' ? ('new' as const) : ('paused' as const);
      return { clientId: id, code, interval, isActive, status, statusSince: now };
    });
    await db
      .insert(healthMonitors)
      .values(values)
      .onConflictDoNothing()
      .catch((error: unknown) => {
        // One of the clients was deleted.
        if (violationOf(error) !== 'reference') throw error;
      });
  }
  const emptied = rows.flatMap(({ monitor, code }) => (monitor && code === '' ? [monitor.clientId] : []));
  if (emptied.length > 0) await db.delete(healthMonitors).where(inArray(healthMonitors.clientId, emptied));
  for (const { monitor, code, interval, isActive } of rows)
    if (monitor && code !== '') await restartClock(db, monitor, { code, interval, isActive }, now);
}

/** What decides whether anything is expected of a server. */
type Change = Partial<Pick<Monitor, 'code' | 'interval' | 'isActive' | 'isHeld' | 'graceSeconds'>>;

/**
 * Changes what a deadline depends on, and counts from now. A server that is offline stays so until it reports; one that
 * was paused is expected within an interval if it ever reported. False: the row has changed meanwhile.
 */
export async function restartClock(db: Database, monitor: Monitor, change: Change, now: Date): Promise<boolean> {
  const next = { ...monitor, ...change };
  const isPaused = !next.isActive || next.isHeld || next.interval === 'none';
  const status = isPaused ? 'paused' : monitor.status === 'paused' ? 'new' : monitor.status;
  const isExpected = status === 'online' || (status === 'new' && monitor.lastHitAt !== null);
  const dueAt = isExpected ? deadline(now, next) : null;
  const quiet = isPaused ? ({ told: 'online', alarmAt: null } as const) : {};
  const flip: Flip | null = status === monitor.status ? null : flipOf(monitor, status, now, 0, now);
  const update = (tx: Pick<Database, 'update'>) =>
    tx
      .update(healthMonitors)
      .set({ ...change, ...flip?.set, ...quiet, dueAt, ...(change.code !== undefined && { startedAt: null }) })
      .where(asRead(monitor))
      .returning({ clientId: healthMonitors.clientId });
  if (!flip) return (await update(db)).length > 0;
  const [updated] = await atomically(db, (tx) => [update(tx), writeFlip(db, tx, monitor, flip)]);
  return updated.length > 0;
}
