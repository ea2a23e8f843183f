import { type AnyColumn, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../database.ts';

/** A query with `given()` in the place of each value that differs from run to run. */
export interface Preparable<Rows> {
  prepare(): { execute(values: Record<string, unknown>): PromiseLike<Rows> };
}

/**
 * Declares a query that is built once for each database and then run with other values: building a query takes Drizzle
 * longer than SQLite takes to run it. Its statement has no name on Postgres, so that it runs on every connection of the
 * pool, after a migration, and behind a pooler that shares connections between transactions.
 */
export function prepared<Rows>(
  build: (db: Database) => Preparable<Rows>,
): (db: Database, values: Record<string, unknown>) => PromiseLike<Rows> {
  const built = new WeakMap<Database, ReturnType<Preparable<Rows>['prepare']>>();
  return (db, values) => {
    let query = built.get(db);
    if (!query) {
      query = build(db).prepare();
      built.set(db, query);
    }
    return query.execute(values);
  };
}

/** The value of that name that a run of a prepared query gives, encoded for the column. */
export function given(name: string, column: AnyColumn): SQL {
  return sql`${sql.param(sql.placeholder(name), column)}`;
}
