import { count, table } from '../columns.ts';

/** One row that counts content writes; rendered pages and answers are keyed on it. */
export const contentRevision = table('content_revision', { id: count().primaryKey(), revision: count().notNull() });
