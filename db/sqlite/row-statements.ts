import Sqlite from 'better-sqlite3';
import type { Database } from '../database.ts';

/** A value of a statement's parameter. */
type Value = string | number | null;

/** Values of a row's two statements. */
interface RowValues {
  first: readonly Value[];
  /** Follow the columns that the first statement returns. */
  second: readonly Value[];
}

/**
 * Prepares two statements that run for each of many rows, all rows in one transaction: the second one with the columns that
 * the first one returned, if it returned any. The result says for each row whether it did.
 */
export function prepareForRows(db: Database, firstText: string, secondText: string) {
  const client = clientOf(db);
  const first = client.prepare<Value[], Value[]>(firstText).raw();
  const second = client.prepare<Value[]>(secondText);
  const runRow = ({ first: values, second: more }: RowValues): boolean => {
    const returned = first.get(...values);
    if (returned === undefined) return false;
    second.run(...returned, ...more);
    return true;
  };
  // Immediate: the transaction waits for other processes before its first statement.
  const { immediate } = client.transaction((rows: readonly RowValues[]) => rows.map(runRow));
  return (rows: readonly RowValues[]): boolean[] => immediate(rows);
}

function clientOf(db: Database): Sqlite.Database {
  if (!('$client' in db && db.$client instanceof Sqlite)) throw new TypeError('the database has no connection');
  return db.$client;
}
