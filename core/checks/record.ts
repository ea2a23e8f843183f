import { and, eq, sql } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { atomically } from '../../db/query/atomically.ts';
import { constraintErrorOf } from '../../db/query/constraint-errors.ts';
import { insertJsonRows, isOneOf } from '../../db/query/json-rows.ts';
import { checkHours, checkResults, checks } from '../../db/schema/checks.ts';
import type { Check } from './claim.ts';
import type { Result } from './result.ts';
import { stateAfter } from './state.ts';

/** An attempt that has ended. */
export interface Attempt extends Result {
  checkId: number;
  /** When it began. */
  at: Date;
}

const hourMs = 3_600_000;
/** How often a state is judged again when another process changes the check at the same time. */
const maxRounds = 5;

/** Who repeats a failed attempt before the check is down, and when. */
export interface Repeating {
  /** The worker of the failed attempts: another one repeats them, if there is one. */
  worker: string;
  /** Start of the repetition. */
  repeatAt(): Date;
}

/**
 * Stores the states of checks that follow from attempts; returns the servers whose checks changed their state. With `repeating`, an
 * attempt that would take a check down is repeated first, and the repetition counts in its stead.
 */
export async function judgeAttempts(
  db: Database,
  attempts: readonly Attempt[],
  repeating?: Repeating,
): Promise<number[]> {
  const changed = new Set<number>();
  let open: readonly Attempt[] = attempts;
  for (let round = 0; round < maxRounds && open.length > 0; round += 1)
    open = await judge(db, open, changed, repeating);
  return [...changed];
}

/** Stores the attempts of checks that still exist, and adds them to their hours. */
export async function storeResults(db: Database, attempts: readonly Attempt[]): Promise<void> {
  if (attempts.length === 0) return;
  for (let round = 0; round < maxRounds; round += 1) {
    const existing = new Set((await readChecks(db, attempts)).map(({ id }) => id));
    const rows = attempts.filter(({ checkId }) => existing.has(checkId));
    if (rows.length === 0) return;
    try {
      await atomically(db, (tx) => [
        insertJsonRows(
          tx,
          checkResults,
          ['checkId', 'at', 'isOk', 'latencyMs'],
          rows.map(({ checkId, at, ok, latencyMs }) => ({ checkId, at, isOk: ok, latencyMs })),
        ).onConflictDoNothing(),
        insertJsonRows(
          tx,
          checkHours,
          ['checkId', 'hour', 'attempts', 'failures', 'totalMs', 'maxMs'],
          hoursOf(rows),
        ).onConflictDoUpdate({ target: [checkHours.checkId, checkHours.hour], set: sums }),
      ]);
      return;
    } catch (error) {
      if (constraintErrorOf(error) !== 'reference') throw error;
    }
  }
}

const { attempts, failures, totalMs, maxMs } = checkHours;
const sums = {
  attempts: sql`${attempts} + excluded.attempts`,
  failures: sql`${failures} + excluded.failures`,
  totalMs: sql`${totalMs} + excluded.total_ms`,
  maxMs: sql`case when excluded.max_ms > ${maxMs} then excluded.max_ms else ${maxMs} end`,
};

/** One row for each check and hour, in the order in which every worker locks them. */
function hoursOf(rows: readonly Attempt[]) {
  const hours = new Map<string, typeof checkHours.$inferInsert>();
  for (const { checkId, at, ok, latencyMs } of rows) {
    const hour = new Date(Math.floor(Number(at) / hourMs) * hourMs);
    const key = `${checkId} ${Number(hour)}`;
    const sum = hours.get(key) ?? { checkId, hour, attempts: 0, failures: 0, totalMs: 0, maxMs: 0 };
    sum.attempts += 1;
    sum.failures += ok ? 0 : 1;
    sum.totalMs += latencyMs;
    sum.maxMs = Math.max(sum.maxMs, latencyMs);
    hours.set(key, sum);
  }
  return [...hours.values()].toSorted((a, b) => a.checkId - b.checkId || Number(a.hour) - Number(b.hour));
}

function readChecks(db: Database, rows: readonly Attempt[]) {
  const ids = [...new Set(rows.map(({ checkId }) => checkId))];
  return db.select().from(checks).where(isOneOf(checks.id, ids));
}

/** Judges the first attempt of each check; returns those that are left. */
async function judge(
  db: Database,
  open: readonly Attempt[],
  changed: Set<number>,
  repeating: Repeating | undefined,
): Promise<Attempt[]> {
  const first = new Map<number, Attempt>();
  for (const one of open) if (!first.has(one.checkId)) first.set(one.checkId, one);
  const found = (await readChecks(db, open)).toSorted((a, b) => a.id - b.id);
  const updates = found.flatMap((check) => {
    const one = first.get(check.id);
    // An attempt that began before the check was changed says nothing about the new settings.
    const isOutdated = check.status === 'new' && one !== undefined && one.at < check.statusSince;
    return one && check.isActive && !isOutdated ? [{ check, one, ...outcomeOf(check, one, repeating) }] : [];
  });
  const written = await atomically(db, (tx) =>
    updates.map(({ check, one, next, start }) =>
      tx
        .update(checks)
        .set({
          ...next,
          ...start,
          statusSince: next.status === check.status ? check.statusSince : one.at,
          checkedAt: one.at,
          latencyMs: one.latencyMs,
          reason: one.reason,
          version: sql`${checks.version} + 1`,
        })
        .where(
          and(
            eq(checks.id, check.id),
            eq(checks.version, check.version),
            // Another worker has begun the next attempt: it counts, and this one is judged with its start in mind.
            start.dueAt && check.dueAt ? eq(checks.dueAt, check.dueAt) : undefined,
          ),
        )
        .returning({ id: checks.id }),
    ),
  );
  const done = new Set(written.flatMap((rows) => rows.map(({ id }) => id)));
  for (const { check, next } of updates)
    if (done.has(check.id) && next.status !== check.status) changed.add(check.clientId);
  const judgeable = new Set(updates.map(({ check }) => check.id));
  return open.filter((one) => judgeable.has(one.checkId) && !(done.has(one.checkId) && first.get(one.checkId) === one));
}

/** The state after an attempt, or the start of its repetition, which leaves the state as it is. */
function outcomeOf(check: Check, { ok }: Attempt, repeating: Repeating | undefined) {
  const next = stateAfter(check, ok);
  const isRepeated = repeating && next.status === 'down' && check.status !== 'down' && check.repeatOf === null;
  if (!isRepeated || check.dueAt === null) return { next, start: { repeatOf: null } };
  const { status, recent } = check;
  const repeatAt = repeating.repeatAt();
  return {
    next: { status, recent },
    start: { repeatOf: repeating.worker, dueAt: repeatAt < check.dueAt ? repeatAt : check.dueAt },
  };
}
