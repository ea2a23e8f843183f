import { count, table } from '../columns.ts';

/** One row that counts content writes. Caches of pages and answers use the count as their key. */
export const contentRevision = table('content_revision', { id: count().primaryKey(), revision: count().notNull() });
