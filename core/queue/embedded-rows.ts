import { and, asc, eq, gt, inArray, lte, min, ne, notInArray, or, sql } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { atomically } from '../../db/query/atomically.ts';
import { jobSchedules, jobs } from '../../db/schema/jobs.ts';
import { maxBackoffMs } from './backoff.ts';
import { scheduleKey } from './queue.ts';

/** A stored job. */
export type JobRow = typeof jobs.$inferSelect;

/** A job to store. */
export interface NewJob {
  name: string;
  data: unknown;
  dedupeKey: string | null;
  priority: number;
  runAt: Date;
  createdAt: Date;
}

/** The insert of a job, without effect if another job has its key; replaces a parked one. */
function insertion(tx: Pick<Database, 'insert'>, job: NewJob) {
  const fresh = { state: 'waiting', attempts: 0, lastError: null, parkedAt: null } as const;
  return tx
    .insert(jobs)
    .values({ ...job, ...fresh })
    .onConflictDoUpdate({
      target: [jobs.name, jobs.dedupeKey],
      set: { ...job, ...fresh },
      setWhere: eq(jobs.state, 'failed'),
    });
}

/** Stores a job; `promote` also makes a waiting job with its key due as early, at the higher priority. */
export async function insertJob(db: Database, job: NewJob, promote: boolean): Promise<void> {
  const { name, dedupeKey, priority, runAt } = job;
  if (!promote || dedupeKey === null) return void (await insertion(db, job));
  const waits = and(eq(jobs.name, name), eq(jobs.dedupeKey, dedupeKey), eq(jobs.state, 'waiting'));
  await atomically(db, (tx) => [
    insertion(tx, job),
    tx
      .update(jobs)
      .set({ runAt })
      .where(and(waits, gt(jobs.runAt, runAt))),
    tx
      .update(jobs)
      .set({ priority })
      .where(and(waits, gt(jobs.priority, priority))),
  ]);
}

/** The job with this key that waits or runs. */
export async function findKeyed(db: Database, name: string, dedupeKey: string): Promise<JobRow | undefined> {
  const [row] = await db
    .select()
    .from(jobs)
    .where(and(eq(jobs.name, name), eq(jobs.dedupeKey, dedupeKey), ne(jobs.state, 'failed')));
  return row;
}

/** Marks up to `limit` due jobs as active, counts the attempt and returns the jobs in their starting order. */
export async function claimDue(db: Database, names: string[], now: Date, limit: number): Promise<JobRow[]> {
  const due = db
    .select({ id: jobs.id })
    .from(jobs)
    .where(and(eq(jobs.state, 'waiting'), inArray(jobs.name, names), lte(jobs.runAt, now)))
    .orderBy(asc(jobs.priority), asc(jobs.runAt), asc(jobs.id))
    .limit(limit);
  const claimed = await db
    .update(jobs)
    .set({ state: 'active', attempts: sql`${jobs.attempts} + 1` })
    .where(inArray(jobs.id, due))
    .returning();
  return claimed.sort((a, b) => a.priority - b.priority || Number(a.runAt) - Number(b.runAt) || a.id - b.id);
}

/** When the next waiting job or schedule is due; null without one. */
export async function nextDue(db: Database, names: string[]): Promise<Date | null> {
  const waiting = and(eq(jobs.state, 'waiting'), inArray(jobs.name, names));
  const [job] = await db
    .select({ at: min(jobs.runAt) })
    .from(jobs)
    .where(waiting);
  const [schedule] = await db
    .select({ at: min(jobSchedules.nextAt) })
    .from(jobSchedules)
    .where(inArray(jobSchedules.name, names));
  const times = [job?.at, schedule?.at].filter((at) => at != null);
  return times.length === 0 ? null : new Date(Math.min(...times.map(Number)));
}

/** Deletes a finished job. */
export async function deleteJob(db: Database, id: number): Promise<void> {
  await db.delete(jobs).where(eq(jobs.id, id));
}

/** Returns an active job to the queue for a later attempt; `counts` is false for a run that is no attempt. */
export async function postponeJob(db: Database, id: number, runAt: Date, error: string, counts = true): Promise<void> {
  const attempts = counts ? jobs.attempts : sql`${jobs.attempts} - 1`;
  await db
    .update(jobs)
    .set({ state: 'waiting', runAt, lastError: error, attempts: sql`${attempts}` })
    .where(eq(jobs.id, id));
}

/** Parks a job until a person retries it. */
export async function parkJob(db: Database, id: number, now: Date, error: string): Promise<void> {
  await db.update(jobs).set({ state: 'failed', parkedAt: now, lastError: error }).where(eq(jobs.id, id));
}

/**
 * Follows a clock that was set back by `backMs` while this process ran: waiting jobs and schedules keep their distance to
 * the current time.
 */
export async function shiftBack(db: Database, now: Date, backMs: number): Promise<void> {
  await atomically(db, (tx) => [
    tx
      .update(jobs)
      .set({ runAt: sql`${jobs.runAt} - ${backMs}` })
      .where(and(eq(jobs.state, 'waiting'), gt(jobs.runAt, now))),
    tx
      .update(jobSchedules)
      .set({ nextAt: sql`${jobSchedules.nextAt} - ${backMs}` })
      .where(gt(jobSchedules.nextAt, now)),
  ]);
}

/** Makes waiting jobs due that only a clock that has been set back since can have stored so far ahead. */
export async function startFutureJobs(db: Database, now: Date): Promise<void> {
  const latestRetry = new Date(Number(now) + maxBackoffMs);
  await db
    .update(jobs)
    .set({ runAt: now })
    .where(and(eq(jobs.state, 'waiting'), or(gt(jobs.createdAt, now), gt(jobs.runAt, latestRetry))));
}

/** Jobs that were running when the last process ended. */
export async function activeJobs(db: Database): Promise<JobRow[]> {
  return db.select().from(jobs).where(eq(jobs.state, 'active')).orderBy(asc(jobs.id));
}

/** Stores a schedule that starts now; an existing one keeps its next start, unless the interval or the clock changed. */
export async function upsertSchedule(db: Database, name: string, everySeconds: number, now: Date): Promise<void> {
  const next = new Date(Number(now) + everySeconds * 1000);
  await db.insert(jobSchedules).values({ name, everySeconds, nextAt: now }).onConflictDoNothing();
  await db
    .update(jobSchedules)
    .set({ everySeconds, nextAt: next })
    .where(
      and(eq(jobSchedules.name, name), or(ne(jobSchedules.everySeconds, everySeconds), gt(jobSchedules.nextAt, next))),
    );
}

/** Deletes all schedules except the named ones, and their jobs that have not started. */
export async function retireSchedules(db: Database, names: string[]): Promise<void> {
  await atomically(db, (tx) => [
    tx.delete(jobSchedules).where(notInArray(jobSchedules.name, names)),
    tx
      .delete(jobs)
      .where(and(eq(jobs.dedupeKey, scheduleKey), eq(jobs.state, 'waiting'), notInArray(jobs.name, names))),
  ]);
}

/** Adds the jobs of due schedules and sets the next start of each. */
export async function startScheduled(db: Database, names: string[], now: Date, priority: number): Promise<void> {
  const due = await db
    .select()
    .from(jobSchedules)
    .where(and(lte(jobSchedules.nextAt, now), inArray(jobSchedules.name, names)));
  for (const { name, everySeconds, nextAt } of due) {
    const missed = Math.floor((Number(now) - Number(nextAt)) / (everySeconds * 1000));
    const next = new Date(Number(nextAt) + (missed + 1) * everySeconds * 1000);
    await atomically(db, (tx) => [
      insertion(tx, { name, data: {}, dedupeKey: scheduleKey, priority, runAt: now, createdAt: now }),
      tx.update(jobSchedules).set({ nextAt: next, lastAt: now }).where(eq(jobSchedules.name, name)),
    ]);
  }
}
