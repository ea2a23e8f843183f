import { and, eq, gte, inArray, isNull, lte } from 'drizzle-orm';
import { atomically } from '../../db/atomically.ts';
import type { Database } from '../../db/open.ts';
import { healthMonitors, healthWatch } from '../../db/schema/health.ts';
import { deadline, graceOf } from './deadline.ts';

/** The one row of the watch. */
const watchId = 1;
/** A sweep that comes this much later than the one before it, in milliseconds: nobody was there in between. */
const longestGap = 30_000;
/** Databases this process has swept before. */
const swept = new WeakSet<Database>();

/**
 * Notes that the product is there. When it was not (always before the first sweep of a process), servers whose report
 * may have fallen into that time get a whole new interval: the report they sent could not be received.
 */
export async function allowForDowntime(db: Database, now: Date): Promise<void> {
  const [watch] = await db.select().from(healthWatch).where(eq(healthWatch.id, watchId));
  const isFirst = !swept.has(db);
  swept.add(db);
  if (!watch) {
    await db.insert(healthWatch).values({ id: watchId, aliveAt: now }).onConflictDoNothing();
    return;
  }
  const isWatched = and(eq(healthWatch.id, watchId), lte(healthWatch.aliveAt, now));
  if (!isFirst && Number(now) - Number(watch.aliveAt) <= longestGap) {
    await db.update(healthWatch).set({ aliveAt: now }).where(isWatched);
    return;
  }
  // What was due before was missed while we listened: that alarm is a true one.
  const isOpen = gte(healthMonitors.dueAt, watch.aliveAt);
  const rhythms = await db
    .selectDistinct({ interval: healthMonitors.interval, graceSeconds: healthMonitors.graceSeconds })
    .from(healthMonitors)
    .where(isOpen);
  await atomically(db, (tx) => [
    tx.update(healthWatch).set({ aliveAt: now }).where(isWatched),
    ...rhythms.map((rhythm) => {
      const { interval, graceSeconds } = rhythm;
      // Reports are expected between a grace before the interval's end and the due time; what is expected later than
      // now is not touched by the downtime.
      const latest = new Date(Number(now) + 2 * graceOf(rhythm));
      return tx
        .update(healthMonitors)
        .set({ dueAt: deadline(now, rhythm) })
        .where(
          and(
            isOpen,
            lte(healthMonitors.dueAt, latest),
            inArray(healthMonitors.status, ['online', 'new']),
            eq(healthMonitors.interval, interval),
            graceSeconds === null ? isNull(healthMonitors.graceSeconds) : eq(healthMonitors.graceSeconds, graceSeconds),
          ),
        );
    }),
  ]);
}
