import { type AnyColumn, eq, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../database.ts';
import { dialect } from '../dialect.ts';
import { given, type Preparable, prepared } from './prepared.ts';

/** Builds the query of all rows that fulfil the condition, with the column's value as `key`. */
type Build<Row> = (db: Database, isWanted: SQL) => Preparable<Row[]>;

/** Finds the row of a key; undefined without a row. */
type Find<Row> = (db: Database, key: string) => Promise<Row | undefined>;

/**
 * Declares a look-up by a unique column. On Postgres the look-ups of one turn of the event loop share a query, because a
 * round trip takes much longer than a row.
 */
export function lookup<Row extends { key: string }>(column: AnyColumn, build: Build<Row>): Find<Row> {
  return dialect === 'postgres' ? sharedLookup(column, build) : singleLookup(column, build);
}

function singleLookup<Row>(column: AnyColumn, build: Build<Row>): Find<Row> {
  const query = prepared<Row[]>((db) => build(db, eq(column, given('key', column))));
  return async (db, key) => (await query(db, { key }))[0];
}

function sharedLookup<Row extends { key: string }>(column: AnyColumn, build: Build<Row>): Find<Row> {
  const isWanted = sql`${column} = any(${sql.placeholder('keys')})`;
  const query = prepared<Row[]>((db) => build(db, isWanted));
  const batches = new WeakMap<Database, { keys: Set<string>; rows: Promise<Map<string, Row>> }>();

  function nextBatch(db: Database) {
    const keys = new Set<string>();
    const rows = new Promise((resolve) => setImmediate(resolve)).then(async () => {
      batches.delete(db);
      return new Map((await query(db, { keys: [...keys] })).map((row) => [row.key, row]));
    });
    const batch = { keys, rows };
    batches.set(db, batch);
    return batch;
  }

  return async (db, key) => {
    const { keys, rows } = batches.get(db) ?? nextBatch(db);
    keys.add(key);
    return (await rows).get(key);
  };
}
