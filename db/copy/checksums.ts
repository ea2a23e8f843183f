import type { Database } from '../database.ts';
import { Checksum } from './checksum.ts';
import { portionsOf } from './rows.ts';
import { tablesInOrder } from './tables.ts';

/** Checksums of everything in a database, by table. */
export async function checksums(db: Database): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const table of tablesInOrder()) {
    const sum = new Checksum();
    for await (const rows of portionsOf(db, table)) sum.add(rows);
    found[table.name] = `${sum}`;
  }
  return found;
}
