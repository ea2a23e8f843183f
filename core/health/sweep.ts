import { and, asc, eq, inArray, lte, sql } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { atomically } from '../../db/query/atomically.ts';
import { isOneOf } from '../../db/query/json-rows.ts';
import { yieldToEventLoop } from '../../db/query/paging.ts';
import { healthMonitors } from '../../db/schema/health.ts';
import { isRunDue } from './deadline.ts';
import { type Flip, flipOf, type Monitor, type Outage, outageOf, recentFlips, writeFlips } from './flip.ts';

/** Monitors in one transaction. */
const batchSize = 500;
/** Batches of one sweep; the next sweep continues. */
const maxBatches = 100;

/** Marks servers that were due by `until` as offline, dated at their due time; returns how many. */
export async function sweepOverdue(db: Database, now: Date, until: Date): Promise<number> {
  let swept = 0;
  for (let round = 0; round < maxBatches; round += 1) {
    const found = await db
      .select()
      .from(healthMonitors)
      .where(lte(healthMonitors.sweepAt, until))
      .orderBy(asc(healthMonitors.sweepAt))
      .limit(batchSize);
    const isDue = ({ dueAt }: Monitor) => dueAt !== null && dueAt <= until;
    const flipped = await flipOverdue(db, found.filter(isDue), now, until);
    const postponed = await postpone(
      db,
      found.filter((monitor) => !isDue(monitor)),
    );
    swept += flipped;
    await yieldToEventLoop();
    // Fewer than read: another worker is sweeping too.
    if (flipped + postponed < batchSize) break;
  }
  return swept;
}

/** Has the sweep look again at the deadlines that pings have moved since the last look. */
async function postpone(db: Database, monitors: readonly Monitor[]): Promise<number> {
  if (monitors.length === 0) return 0;
  const ids = monitors.map(({ clientId }) => clientId);
  const [postponed] = await atomically(db, (tx) => [
    tx
      .update(healthMonitors)
      .set({ sweepAt: sql`${healthMonitors.dueAt}` })
      .where(isOneOf(healthMonitors.clientId, ids))
      .returning({ clientId: healthMonitors.clientId }),
  ]);
  return postponed.length;
}

/** Monitors with the same change: two statements write the whole group. */
interface Group {
  flip: Flip;
  previous: Monitor['status'];
  outage: Outage;
  ids: number[];
}

async function flipOverdue(db: Database, due: readonly Monitor[], now: Date, until: Date): Promise<number> {
  if (due.length === 0) return 0;
  const flips = await recentFlips(
    db,
    due.map(({ clientId }) => clientId),
    now,
  );
  const groups = new Map<string, Group>();
  for (const monitor of due) {
    const flip = flipOf(monitor, 'offline', monitor.dueAt ?? now, flips.get(monitor.clientId) ?? 0, now);
    const outage = outageOf(isRunDue(monitor) ? 'unfinished' : 'silent');
    const { alarmAt, heldUntil } = flip.set;
    const hold = `${Number(alarmAt ?? 0)} ${Number(heldUntil ?? 0)}`;
    const key = `${monitor.status} ${outage.cause} ${flip.alarm} ${hold} ${monitor.reminderHours}`;
    const group = groups.get(key);
    if (group) group.ids.push(monitor.clientId);
    else groups.set(key, { flip, previous: monitor.status, outage, ids: [monitor.clientId] });
  }
  let swept = 0;
  for (const { flip, previous, outage, ids } of groups.values()) {
    const [updated] = await atomically(db, (tx) => [
      tx
        .update(healthMonitors)
        // `statusSince` reads the due time before the same update clears it; the other values are the group's.
        .set({
          ...flip.set,
          statusSince: sql`${healthMonitors.dueAt}`,
          remindAt: flip.set.remindAt ? reminder(now, flip, ids, due) : null,
          dueAt: null,
          sweepAt: null,
        })
        .where(isOverdue(ids, previous, until))
        .returning({ clientId: healthMonitors.clientId }),
      writeFlips(db, tx, { previous, alarm: flip.alarm, ...outage }, isOffline(ids)),
    ]);
    swept += updated.length;
  }
  return swept;
}

/** The first reminder counts from the detection, when people are notified, not from the due time. */
function reminder(now: Date, { set }: Flip, ids: readonly number[], due: readonly Monitor[]): Date | null {
  const hours = due.find(({ clientId }) => clientId === ids[0])?.reminderHours ?? 0;
  return set.remindAt ? new Date(Number(now) + hours * 3_600_000) : null;
}

/** Matches monitors that are still overdue: not swept by another worker and without a new ping. */
function isOverdue(ids: readonly number[], status: Monitor['status'], until: Date) {
  return and(
    inArray(healthMonitors.clientId, [...ids]),
    eq(healthMonitors.status, status),
    inArray(healthMonitors.status, ['online', 'new']),
    lte(healthMonitors.dueAt, until),
  );
}

/** Matches monitors that are offline now, whether this worker or another one (which recorded the flip) swept them. */
function isOffline(ids: readonly number[]) {
  return and(inArray(healthMonitors.clientId, [...ids]), eq(healthMonitors.status, 'offline'));
}
