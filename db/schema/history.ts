import { historyActions, historyCauses } from '../../contract/history.ts';
import { choice, count, id, index, instant, json, table, text } from '../columns.ts';

/**
 * The states of the content's rows: one entry for each change of a row, written in the transaction of the change and never
 * changed. Users and rows are not referenced, because an entry outlives them.
 */
export const contentHistory = table(
  'content_history',
  {
    id: id(),
    /** The content revision of the transaction: entries of one change share the number. */
    revision: count().notNull(),
    /** The record's path in procedures, such as `features.items`. */
    record: text().notNull(),
    rowId: count().notNull(),
    action: choice(historyActions).notNull(),
    cause: choice(historyCauses).notNull(),
    at: instant().notNull(),
    /** Null: nobody who was signed in. */
    userId: count(),
    userName: text().notNull(),
    /** The row's version and position after the change; of a deleted row the last ones. */
    version: count().notNull(),
    position: count().notNull(),
    /** The row's fields after the change, and `parentId` of a child; of a deleted row the last ones. */
    values: json().$type<Readonly<Record<string, unknown>>>().notNull(),
  },
  (row) => [
    index('content_history_row').on(row.record, row.rowId, row.id),
    index('content_history_record').on(row.record, row.id),
    index('content_history_action').on(row.action, row.id),
    index('content_history_revision').on(row.revision),
    index('content_history_at').on(row.at),
  ],
);
