import { count, instant, primaryKey, table, text } from '../columns.ts';
import { users } from './users.ts';

/** The rows that saves with an idempotency key created. A repeated save finds its row here. */
export const saveKeys = table(
  'save_keys',
  {
    userId: count()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Hash of the record's name and the key. */
    keyHash: text().notNull(),
    /** Keyed hash of the saved values; the key itself is not stored, so the hash reveals no value. */
    fingerprint: text().notNull(),
    rowId: count().notNull(),
    createdAt: instant().notNull(),
  },
  (row) => [primaryKey({ columns: [row.userId, row.keyHash] })],
);
