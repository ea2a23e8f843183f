import { count, index, instant, table, text } from '../columns.ts';

/** Forms that are open in a browser: who edits which row. A row counts for some seconds after its last sign of life. */
export const openForms = table(
  'open_forms',
  {
    /** Random key of the open form. */
    key: text().primaryKey(),
    userId: count().notNull(),
    userName: text().notNull(),
    /** The record's path in procedures, such as `features.items`. */
    record: text().notNull(),
    rowId: count().notNull(),
    /** Name of the field in which the user has typed last; empty: nothing is typed. */
    field: text().notNull().default(''),
    at: instant().notNull(),
  },
  (row) => [index('open_forms_row').on(row.record, row.rowId, row.at), index('open_forms_at').on(row.at)],
);
