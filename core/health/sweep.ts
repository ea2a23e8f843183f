import { and, asc, eq, inArray, lte, sql } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { atomically } from '../../db/query/atomically.ts';
import { letOthersRun } from '../../db/query/yield-to-event-loop.ts';
import { healthMonitors } from '../../db/schema/health.ts';
import { type Flip, flipOf, type Monitor, recentFlips, writeFlips } from './flip.ts';

/** Monitors of one transaction. */
const batch = 500;
/** Batches of one sweep; the next sweep takes what is left. */
const mostBatches = 100;

/** Finds servers that were due by `until` and writes status and flip, dated at their due time; returns how many. */
export async function sweepOverdue(db: Database, now: Date, until: Date): Promise<number> {
  let swept = 0;
  for (let round = 0; round < mostBatches; round += 1) {
    const due = await db
      .select()
      .from(healthMonitors)
      .where(lte(healthMonitors.dueAt, until))
      .orderBy(asc(healthMonitors.dueAt))
      .limit(batch);
    if (due.length === 0) break;
    const flipped = await flipOverdue(db, due, now, until);
    swept += flipped;
    await letOthersRun();
    // Fewer than were read: another worker is at it.
    if (flipped < batch) break;
  }
  return swept;
}

/** Monitors whose change is told in the same way: two statements write them all. */
interface Group {
  flip: Flip;
  previous: Monitor['status'];
  ids: number[];
}

async function flipOverdue(db: Database, due: readonly Monitor[], now: Date, until: Date): Promise<number> {
  const flips = await recentFlips(
    db,
    due.map(({ clientId }) => clientId),
    now,
  );
  const groups = new Map<string, Group>();
  for (const monitor of due) {
    const flip = flipOf(monitor, 'offline', monitor.dueAt ?? now, flips.get(monitor.clientId) ?? 0, now);
    const key = `${monitor.status} ${flip.alarm} ${Number(flip.set.alarmAt ?? 0)} ${monitor.reminderHours}`;
    const group = groups.get(key);
    if (group) group.ids.push(monitor.clientId);
    else groups.set(key, { flip, previous: monitor.status, ids: [monitor.clientId] });
  }
  let swept = 0;
  for (const { flip, previous, ids } of groups.values()) {
    const [updated] = await atomically(db, (tx) => [
      tx
        .update(healthMonitors)
        // The due time is read before it is emptied; the other values are the same for the whole group.
        .set({
          ...flip.set,
          statusSince: sql`${healthMonitors.dueAt}`,
          remindAt: flip.set.remindAt ? reminder(now, flip, ids, due) : null,
          dueAt: null,
        })
        .where(isOverdue(ids, previous, until))
        .returning({ clientId: healthMonitors.clientId }),
      writeFlips(db, tx, { previous, alarm: flip.alarm }, isOffline(ids)),
    ]);
    swept += updated.length;
  }
  return swept;
}

/** Counted from when the server was noticed: a reminder is for people, who know of it since then. */
function reminder(now: Date, { set }: Flip, ids: readonly number[], due: readonly Monitor[]): Date | null {
  const hours = due.find(({ clientId }) => clientId === ids[0])?.reminderHours ?? 0;
  return set.remindAt ? new Date(Number(now) + hours * 3_600_000) : null;
}

/** Holds until somebody has flipped the monitor or its server has reported. */
function isOverdue(ids: readonly number[], status: Monitor['status'], until: Date) {
  return and(
    inArray(healthMonitors.clientId, [...ids]),
    eq(healthMonitors.status, status),
    inArray(healthMonitors.status, ['online', 'new']),
    lte(healthMonitors.dueAt, until),
  );
}

/** Holds when it was flipped, by us or a moment earlier by another worker, who then has put the flip on record. */
function isOffline(ids: readonly number[]) {
  return and(inArray(healthMonitors.clientId, [...ids]), eq(healthMonitors.status, 'offline'));
}
