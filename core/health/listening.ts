import { and, eq, lte } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { healthWatch } from '../../db/schema/health.ts';
import { blindTimeStatements } from './blind-times.ts';
import { rewriteFutureTimes } from './clock-set-back.ts';
import { extendDeadlines } from './extend-deadlines.ts';
import { extendLostPings } from './lost-pings.ts';

// All web processes record in one row the time until which they accepted pings. The sweep judges deadlines only up to
// that time. A process that starts or resumes learns from it whether pings may have been missed.

/** Id of the only row. */
const watchId = 1;
/** How often a web process records that it listens. */
const defaultIntervalMs = 2000;
/** After a gap longer than this between two records, no process was listening; a record this far ahead precedes a change of the clock. */
const maxGapMs = 10_000;

/** The time until which pings were certainly accepted; null before the first start. */
export async function listenedUntil(db: Database): Promise<Date | null> {
  const [watch] = await db.select().from(healthWatch).where(eq(healthWatch.id, watchId));
  return watch?.aliveAt ?? null;
}

/**
 * Records that this process listens. After a gap (a machine that was asleep, a database that did not answer) it extends
 * the missed deadlines; it always extends those of servers whose pings could not be written.
 */
export async function recordListening(db: Database, now: Date): Promise<void> {
  await extendLostPings(db, now);
  const until = await listenedUntil(db);
  if (until === null) await db.insert(healthWatch).values({ id: watchId, aliveAt: now }).onConflictDoNothing();
  else if (Number(now) - Number(until) > maxGapMs) await endDowntime(db, until, now);
  else if (Number(until) - Number(now) > maxGapMs) await rewriteFutureTimes(db, now);
  else await setListenedUntil(db, now);
}

/** What `startListening` needs. */
export interface ListeningOptions {
  db: Database;
  now(): Date;
  onError(error: unknown): void;
  /** Milliseconds between two records; tests use a shorter interval. */
  intervalMs?: number;
}

/**
 * Records every two seconds that this process listens. At the start it extends the deadlines that fell into the
 * downtime, unless another process kept listening: then there was no downtime. Returns a function that stops recording.
 */
export async function startListening(options: ListeningOptions): Promise<() => void> {
  const { db, now, onError, intervalMs = defaultIntervalMs } = options;
  const until = await listenedUntil(db);
  // A recent record may come from another process: skip one interval to see whether that process records again.
  const mayHavePeer = until !== null && Number(now()) - Number(until) < 2 * intervalMs;
  let intervalsToSkip = mayHavePeer ? 1 : 0;
  let isFirst = true;
  const record = async () => {
    if (intervalsToSkip > 0) {
      intervalsToSkip -= 1;
      return;
    }
    const last = await listenedUntil(db);
    const isAlone = isFirst && until !== null && last !== null && last <= until;
    isFirst = false;
    if (isAlone) {
      const time = now();
      // The length of the downtime is unknown if the clock was set back: extend from now.
      if (until > time) await rewriteFutureTimes(db, time);
      await extendLostPings(db, time);
      await endDowntime(db, until < time ? until : time, time);
    } else await recordListening(db, now());
  };
  if (!mayHavePeer) await record();
  let isRecording = false;
  const timer = setInterval(() => {
    if (isRecording) return;
    isRecording = true;
    record()
      .catch(onError)
      .finally(() => {
        isRecording = false;
      });
  }, intervalMs);
  return () => clearInterval(timer);
}

async function endDowntime(db: Database, until: Date, now: Date): Promise<void> {
  const notifyCompany = await blindTimeStatements(db, until, now);
  await extendDeadlines(db, until, now, (tx) => [...notifyCompany(tx), setListenedUntil(tx, now)]);
}

function setListenedUntil(tx: Pick<Database, 'update'>, now: Date) {
  return tx
    .update(healthWatch)
    .set({ aliveAt: now })
    .where(and(eq(healthWatch.id, watchId), lte(healthWatch.aliveAt, now)));
}
