import { gte, lt, sql } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { atomically } from '../../db/query/atomically.ts';
import { pingHours } from '../../db/schema/desk.ts';
import { takeRecordedPings } from '../metrics/counters.ts';

const hourMs = 3_600_000;
/** Hours that are kept. */
const hoursKept = 48;
/** How often a web process stores its count. */
const storeIntervalMs = 30_000;

/** The hour that a time is in. */
export const hourOf = (time: Date) => new Date(Number(time) - (Number(time) % hourMs));

/** Adds pings to the hour, and deletes hours that no screen shows any more. */
export async function storePings(db: Database, now: Date, pings: number): Promise<void> {
  await atomically(db, (tx) => [
    tx
      .insert(pingHours)
      .values({ hour: hourOf(now), pings })
      .onConflictDoUpdate({ target: pingHours.hour, set: { pings: sql`${pingHours.pings} + ${pings}` } }),
    tx.delete(pingHours).where(lt(pingHours.hour, new Date(Number(now) - hoursKept * hourMs))),
  ]);
}

/** Pings of all processes by hour since a time. */
export function readPingHours(db: Database, since: Date) {
  return db
    .select()
    .from(pingHours)
    .where(gte(pingHours.hour, hourOf(since)));
}

interface Options {
  db: Database;
  now(): Date;
  onError(error: unknown): void;
}

/**
 * Stores the pings that this process has recorded, twice a minute: the batches of pings are spared a further row. A killed
 * process loses the count of its last seconds, not the pings. Returns a function that stores the rest and ends this.
 */
export function startPingHours({ db, now, onError }: Options): () => Promise<void> {
  // Pings of a process before this one, as in tests.
  takeRecordedPings();
  let waiting = 0;
  const store = async () => {
    waiting += takeRecordedPings();
    const pings = waiting;
    if (pings === 0) return;
    waiting = 0;
    try {
      await storePings(db, now(), pings);
    } catch (error) {
      waiting += pings;
      onError(error);
    }
  };
  const timer = setInterval(() => void store(), storeIntervalMs).unref();
  return () => {
    clearInterval(timer);
    return store();
  };
}
