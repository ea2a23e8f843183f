import { getTableName } from 'drizzle-orm';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { Database } from '../database.ts';
import { dialect } from '../dialect.ts';

/** Takes the next generated id of a table for a row that is inserted later. No other row gets the id. */
export async function reserveId(db: Database, table: SQLiteTable): Promise<number> {
  const name = getTableName(table);
  if (dialect === 'postgres') {
    const { runPrepared } = await import('../postgres/prepared.ts');
    const text = 'select nextval(pg_get_serial_sequence($1, $2))';
    const [[id] = []] = await runPrepared(db, { name: 'reserve-id', text }, [`"${name}"`, 'id']);
    return Number(id);
  }
  const { nextSequenceId } = await import('../sqlite/next-sequence-id.ts');
  return nextSequenceId(db, name);
}
