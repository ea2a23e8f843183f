import { type SQL, sql } from 'drizzle-orm';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import { dialect } from '../dialect.ts';

/**
 * True for rows of the table that the statement directly before in the same transaction has written; that statement wrote no
 * other rows than those selected.
 */
export function isJustWritten(table: SQLiteTable): SQL {
  return dialect === 'postgres' ? sql`${table}.xmin = pg_current_xact_id()::xid` : sql`changes() > 0`;
}
