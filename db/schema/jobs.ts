import { choice, count, flag, id, index, instant, json, table, text, uniqueIndex } from '../columns.ts';

/** Background work of the embedded queue; a finished job's row is gone, a parked one stays until someone retries it. */
export const jobs = table(
  'jobs',
  {
    id: id(),
    name: text().notNull(),
    data: json().notNull(),
    dedupeKey: text(),
    state: choice(['waiting', 'active', 'failed']).notNull().default('waiting'),
    /** Place in `priorities`: the lower, the sooner. */
    priority: count().notNull().default(1),
    attempts: count().notNull().default(0),
    runAt: instant().notNull(),
    lastError: text(),
    createdAt: instant().notNull(),
    parkedAt: instant(),
  },
  (row) => [index('jobs_due').on(row.state, row.runAt), uniqueIndex('jobs_dedupe').on(row.name, row.dedupeKey)],
);

/** When the embedded queue next starts a job that runs by itself. */
export const jobSchedules = table('job_schedules', {
  name: text().primaryKey(),
  everySeconds: count().notNull(),
  nextAt: instant().notNull(),
  lastAt: instant(),
});

/** Whether the embedded queue stands still. One row, or none: it does not. */
export const jobQueue = table('job_queue', {
  id: count().primaryKey(),
  isPaused: flag().notNull(),
});

/** Runs that ended in each minute, whichever queue they came from; the last hour is kept. */
export const jobMinutes = table('job_minutes', {
  minute: instant().primaryKey(),
  completed: count().notNull(),
  failed: count().notNull(),
});

/** Processes that run jobs, whichever queue they come from. */
export const workerProcesses = table('worker_processes', {
  /** Host and process id. */
  id: text().primaryKey(),
  startedAt: instant().notNull(),
  seenAt: instant().notNull(),
  lastJobAt: instant(),
});
