import { and, asc, eq, gt, isNull, lte, ne, notInArray, or } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { atomically } from '../../db/query/atomically.ts';
import { checks } from '../../db/schema/checks.ts';
import { nextSlot } from './slots.ts';

/** A check's row. */
export type Check = typeof checks.$inferSelect;

/** A check that this process runs now. */
export interface Claimed {
  check: Check;
  /** The next start: an attempt that has not begun by then is left out. */
  nextAt: Date;
}

/** Room for further attempts. */
export interface Room {
  /** Attempts in all. */
  places: number;
  /** Hosts that have no room now. */
  fullHosts: readonly string[];
  /** Further attempts at a host. */
  placesAt(host: string): number;
}

/** The worker of a failed attempt leaves its repetition to the others for this long; then there is none, or none has room. */
const leftToOthersMs = 1500;

/**
 * Claims due checks, those that wait longest first, by moving each to its next start. A worker whose move comes second claims
 * nothing, so no check runs twice in an interval. Intervals that passed while no worker ran are not made up for.
 */
export async function claimDue(
  db: Database,
  now: Date,
  { places, fullHosts, placesAt }: Room,
  worker = '',
): Promise<Claimed[]> {
  if (places <= 0) return [];
  const isNotForOthers = or(
    isNull(checks.repeatOf),
    ne(checks.repeatOf, worker),
    lte(checks.dueAt, new Date(Number(now) - leftToOthersMs)),
  );
  const due = await db
    .select()
    .from(checks)
    .where(
      and(
        lte(checks.dueAt, now),
        isNotForOthers,
        fullHosts.length === 0 ? undefined : notInArray(checks.host, [...fullHosts]),
      ),
    )
    .orderBy(asc(checks.dueAt))
    .limit(places);
  const left = new Map<string, number>();
  const chosen = due.filter(({ host }) => {
    const atHost = left.get(host) ?? placesAt(host);
    left.set(host, atHost - 1);
    return atHost > 0;
  });
  if (chosen.length === 0) return [];
  // In the order in which every worker locks them.
  const claims = chosen.toSorted((a, b) => a.id - b.id).map((check) => ({ check, nextAt: nextSlot(check, now) }));
  const moved = await atomically(db, (tx) =>
    claims.map(({ check, nextAt }) =>
      tx
        .update(checks)
        .set({ dueAt: nextAt })
        .where(
          and(
            eq(checks.id, check.id),
            eq(checks.dueAt, check.dueAt ?? now),
            eq(checks.everySeconds, check.everySeconds),
          ),
        )
        .returning({ id: checks.id }),
    ),
  );
  const own = new Set(moved.flatMap((rows) => rows.map(({ id }) => id)));
  return claims.filter(({ check }) => own.has(check.id));
}

/** The clocks of two workers may differ by this much. */
const maxClockDifferenceMs = 60_000;

/**
 * Makes due: checks without a start, which a process left behind that was killed while it added them, and after the clock was set
 * back those whose start lies further ahead than an interval. No state began later than now.
 */
export async function repairStarts(db: Database, now: Date): Promise<void> {
  const hasNoStart = and(eq(checks.isActive, true), isNull(checks.dueAt));
  await db.update(checks).set({ dueAt: now }).where(hasNoStart);
  const latestSince = new Date(Number(now) + maxClockDifferenceMs);
  await db.update(checks).set({ statusSince: now }).where(gt(checks.statusSince, latestSince));
  const intervals = await db.selectDistinct({ everySeconds: checks.everySeconds }).from(checks);
  for (const { everySeconds } of intervals) {
    const latest = new Date(Number(now) + everySeconds * 1000 + maxClockDifferenceMs);
    await db
      .update(checks)
      .set({ dueAt: now })
      .where(and(eq(checks.everySeconds, everySeconds), gt(checks.dueAt, latest)));
  }
}
