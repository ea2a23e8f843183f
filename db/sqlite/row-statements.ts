import Sqlite from 'better-sqlite3';
import type { Database } from '../database.ts';

/** A value of a parameter or a column. */
type Value = string | number | null;

/** A statement that is compiled once and runs for each of many rows. */
export interface RowStatement<Row extends Value[] = never> {
  /** The columns of the first row found. */
  get(...values: Value[]): Row | undefined;
  /** The columns of all rows found. */
  all(...values: Value[]): Row[];
  /** Runs a statement that returns nothing. */
  run(...values: Value[]): unknown;
}

/** Compiles a statement. Run it within `inTransaction`. */
export function prepareForRows<Row extends Value[] = never>(db: Database, text: string): RowStatement<Row> {
  const statement = clientOf(db).prepare<Value[], Row>(text);
  return statement.reader ? statement.raw() : statement;
}

/** Returns a function that runs work without waiting in one transaction. */
export function inTransaction<Input, Result>(db: Database, work: (input: Input) => Result): (input: Input) => Result {
  // Immediate: the transaction waits for other processes before its first statement.
  return clientOf(db).transaction(work).immediate;
}

function clientOf(db: Database): Sqlite.Database {
  if (!('$client' in db && db.$client instanceof Sqlite)) throw new TypeError('the database has no connection');
  return db.$client;
}
