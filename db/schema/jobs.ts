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
    attempts: count().notNull().default(0),
    runAt: instant().notNull(),
    lastError: text(),
    createdAt: instant().notNull(),
  },
  (row) => [index('jobs_due').on(row.state, row.runAt), uniqueIndex('jobs_dedupe').on(row.name, row.dedupeKey)],
);
