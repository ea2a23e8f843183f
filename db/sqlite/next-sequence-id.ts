import type { Database } from '../database.ts';
import { inTransaction, prepareForRows } from './row-statements.ts';

/** Takes the next id of a table with AUTOINCREMENT. */
export function nextSequenceId(db: Database, table: string): number {
  const take = inTransaction(db, () => {
    // The row of a table appears with the table's first insert.
    prepareForRows(
      db,
      'insert into sqlite_sequence (name, seq) select ?, 0 where not exists (select 1 from sqlite_sequence where name = ?)',
    ).run(table, table);
    return prepareForRows<[number]>(db, 'update sqlite_sequence set seq = seq + 1 where name = ? returning seq').get(
      table,
    );
  });
  const [id] = take(undefined) ?? [];
  if (id === undefined) throw new Error(`no id for ${table}`);
  return id;
}
