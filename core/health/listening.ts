import { and, eq, gt, inArray, isNull, lte } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { atomically } from '../../db/query/atomically.ts';
import { healthMonitors, healthWatch } from '../../db/schema/health.ts';
import { deadline, graceOf } from './deadline.ts';

// Web processes note that they listen for reports, all in one row. A silence is judged up to that note only, and who
// starts or comes back finds out from it whether reports could be received meanwhile.

/** The one row of the watch. */
const watchId = 1;
/** How often a web process notes that it listens, in milliseconds. */
const usualBeat = 2000;
/** A note that comes this much later than the one before it, in milliseconds: nobody listened in between. */
const longestGap = 10_000;

/** Until when reports are known to have been received; null before anybody listened. */
export async function listenedUntil(db: Database): Promise<Date | null> {
  const [watch] = await db.select().from(healthWatch).where(eq(healthWatch.id, watchId));
  return watch?.aliveAt ?? null;
}

/** Notes that somebody listens; allows for the time before when nobody did (a machine that was asleep). */
export async function noteListening(db: Database, now: Date): Promise<void> {
  const until = await listenedUntil(db);
  if (until === null) await db.insert(healthWatch).values({ id: watchId, aliveAt: now }).onConflictDoNothing();
  else if (Number(now) - Number(until) > longestGap) await allowForDowntime(db, until, now);
  else await moveNote(db, now);
}

/** What a web process needs to take part. */
export interface Listener {
  db: Database;
  now(): Date;
  onError(error: unknown): void;
  /** Milliseconds between two notes; tests have less time. */
  beat?: number;
}

/**
 * Notes every two seconds that this process listens, from now on. Who was the last to listen before decides about the
 * time in between: while another process goes on noting there was no such time. Returns what ends it.
 */
export async function startListening({ db, now, onError, beat = usualBeat }: Listener): Promise<() => void> {
  const until = await listenedUntil(db);
  // A note as young as a beat may be another process's, which then shows by its next one: that is given two beats.
  const mayBeOthers = until !== null && Number(now()) - Number(until) < 2 * beat;
  let waits = mayBeOthers ? 1 : 0;
  let isFirst = true;
  const note = async () => {
    if (waits > 0) {
      waits -= 1;
      return;
    }
    const last = await listenedUntil(db);
    const isAlone = isFirst && until !== null && last !== null && last <= until;
    isFirst = false;
    await (isAlone ? allowForDowntime(db, until, now()) : noteListening(db, now()));
  };
  if (!mayBeOthers) await note();
  let isNoting = false;
  const timer = setInterval(() => {
    if (isNoting) return;
    isNoting = true;
    note()
      .catch(onError)
      .finally(() => {
        isNoting = false;
      });
  }, beat);
  return () => clearInterval(timer);
}

function moveNote(tx: Pick<Database, 'update'>, now: Date) {
  return tx
    .update(healthWatch)
    .set({ aliveAt: now })
    .where(and(eq(healthWatch.id, watchId), lte(healthWatch.aliveAt, now)));
}

/** Gives servers whose report may have fallen into the time since `until` a whole new interval: it could not be received. */
async function allowForDowntime(db: Database, until: Date, now: Date): Promise<void> {
  // What was due before was missed while somebody listened: that alarm is a true one.
  const isOpen = gt(healthMonitors.dueAt, until);
  const rhythms = await db
    .selectDistinct({ interval: healthMonitors.interval, graceSeconds: healthMonitors.graceSeconds })
    .from(healthMonitors)
    .where(isOpen);
  await atomically(db, (tx) => [
    moveNote(tx, now),
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
