import Sqlite from 'better-sqlite3';
import type { Database } from '../database.ts';

/** Values of a statement's named parameters. */
export type StatementValues = Readonly<Record<string, string | number | null>>;

/**
 * Prepares statements that run for each of many rows, all rows in one transaction. Every statement takes the values of the
 * row and the columns that the statement before returned; a row ends at a statement that returns nothing. The result says
 * for each row whether its first statement returned anything.
 */
export function prepareForRows(
  db: Database,
  statements: readonly string[],
): (rows: readonly StatementValues[]) => boolean[] {
  const client = clientOf(db);
  const prepared = statements.map((text) => client.prepare<[StatementValues], StatementValues>(text));
  const runRow = (row: StatementValues): boolean => {
    let values = row;
    for (const [place, statement] of prepared.entries()) {
      if (!statement.reader) {
        statement.run(values);
        continue;
      }
      const returned = statement.get(values);
      if (returned === undefined) return place > 0;
      values = { ...values, ...returned };
    }
    return true;
  };
  // Immediate: the transaction waits for other processes before its first statement.
  return client.transaction((rows: readonly StatementValues[]) => rows.map(runRow)).immediate;
}

function clientOf(db: Database): Sqlite.Database {
  if (!('$client' in db && db.$client instanceof Sqlite)) throw new TypeError('the database has no connection');
  return db.$client;
}
