import { sql } from 'drizzle-orm';
import { dialect } from '../dialect.ts';

/** Id that the previous insert of the transaction generated; for the statement that follows this insert. */
export const lastInsertedId = sql<number>`${sql.raw(dialect === 'postgres' ? 'lastval()' : 'last_insert_rowid()')}`;
