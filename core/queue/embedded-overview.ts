import { and, asc, count, desc, eq, gt, lt, lte, min, or } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { jobQueue, jobSchedules, jobs } from '../../db/schema/jobs.ts';
import type { JobRow } from './embedded-rows.ts';
import type { ScheduleState } from './queue.ts';

/** Counts the jobs by state; also how long the oldest has been due. */
export async function countJobs(db: Database, now: Date) {
  const isWaiting = eq(jobs.state, 'waiting');
  const [due] = await db
    .select({ waiting: count(), oldest: min(jobs.runAt) })
    .from(jobs)
    .where(and(isWaiting, lte(jobs.runAt, now)));
  return {
    waiting: due?.waiting ?? 0,
    delayed: await db.$count(jobs, and(isWaiting, gt(jobs.runAt, now))),
    active: await db.$count(jobs, eq(jobs.state, 'active')),
    parked: await countParked(db),
    oldestDueSeconds: due?.oldest ? Math.max(0, (Number(now) - Number(due.oldest)) / 1000) : 0,
  };
}

/** Schedules by name. */
export async function listSchedules(db: Database): Promise<ScheduleState[]> {
  const rows = await db.select().from(jobSchedules).orderBy(asc(jobSchedules.name));
  return rows.map(({ name, everySeconds, lastAt, nextAt }) => ({
    name,
    everySeconds,
    lastRunAt: lastAt,
    nextRunAt: nextAt,
  }));
}

/** True while the queue is paused. */
export async function isPaused(db: Database): Promise<boolean> {
  return (await db.$count(jobQueue, eq(jobQueue.isPaused, true))) > 0;
}

/** Pauses or resumes the queue. */
export async function setPaused(db: Database, paused: boolean): Promise<void> {
  const set = { isPaused: paused };
  await db
    .insert(jobQueue)
    .values({ id: 1, ...set })
    .onConflictDoUpdate({ target: jobQueue.id, set });
}

/** Parked jobs, the last parked first; with `before`, the jobs after that one. */
export async function parkedJobs(
  db: Database,
  limit: number,
  before: { id: number; parkedAt: Date } | undefined,
): Promise<JobRow[]> {
  const older =
    before && or(lt(jobs.parkedAt, before.parkedAt), and(eq(jobs.parkedAt, before.parkedAt), lt(jobs.id, before.id)));
  return db
    .select()
    .from(jobs)
    .where(and(eq(jobs.state, 'failed'), older))
    .orderBy(desc(jobs.parkedAt), desc(jobs.id))
    .limit(limit);
}

/** Finds a parked job by its id. */
export async function parkedById(db: Database, id: number): Promise<JobRow | undefined> {
  const [row] = await db
    .select()
    .from(jobs)
    .where(and(eq(jobs.state, 'failed'), eq(jobs.id, id)));
  return row;
}

/** Number of parked jobs. */
export async function countParked(db: Database): Promise<number> {
  return db.$count(jobs, eq(jobs.state, 'failed'));
}

/** Retries one parked job, or all without an id, with all their attempts; returns their number. */
export async function unpark(db: Database, id: number | undefined, now: Date): Promise<number> {
  const changed = await db
    .update(jobs)
    .set({ state: 'waiting', attempts: 0, parkedAt: null, runAt: now })
    .where(and(eq(jobs.state, 'failed'), id === undefined ? undefined : eq(jobs.id, id)))
    .returning({ id: jobs.id });
  return changed.length;
}

/** Deletes a parked job; false if the job is not parked. */
export async function deleteParked(db: Database, id: number): Promise<boolean> {
  const deleted = await db
    .delete(jobs)
    .where(and(eq(jobs.state, 'failed'), eq(jobs.id, id)))
    .returning({ id: jobs.id });
  return deleted.length > 0;
}
