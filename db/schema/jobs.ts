import { choice, count, flag, id, index, instant, json, table, text, uniqueIndex } from '../columns.ts';

/** Jobs of the embedded queue. A finished job is deleted; a parked job stays until an Admin retries or deletes it. */
export const jobs = table(
  'jobs',
  {
    id: id(),
    name: text().notNull(),
    data: json().notNull(),
    dedupeKey: text(),
    state: choice(['waiting', 'active', 'failed']).notNull().default('waiting'),
    /** Position in `priorities`: lower runs first. */
    priority: count().notNull().default(1),
    attempts: count().notNull().default(0),
    runAt: instant().notNull(),
    lastError: text(),
    createdAt: instant().notNull(),
    parkedAt: instant(),
  },
  (row) => [index('jobs_due').on(row.state, row.runAt), uniqueIndex('jobs_dedupe').on(row.name, row.dedupeKey)],
);

/** Next start of each scheduled job of the embedded queue. */
export const jobSchedules = table('job_schedules', {
  name: text().primaryKey(),
  everySeconds: count().notNull(),
  nextAt: instant().notNull(),
  lastAt: instant(),
});

/** The pause of the embedded queue. No row: the queue runs. */
export const jobQueue = table('job_queue', {
  id: count().primaryKey(),
  isPaused: flag().notNull(),
});

/** Finished runs per minute, of any queue, for the last hour. */
export const jobMinutes = table('job_minutes', {
  minute: instant().primaryKey(),
  completed: count().notNull(),
  failed: count().notNull(),
});

/** Processes that run jobs, of any queue. */
export const workerProcesses = table('worker_processes', {
  /** Host and process id. */
  id: text().primaryKey(),
  startedAt: instant().notNull(),
  seenAt: instant().notNull(),
  lastJobAt: instant(),
});
