import { choice, count, id, index, instant, json, table, text, uniqueIndex } from '../columns.ts';

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
