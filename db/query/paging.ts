import { and, eq, lt, lte, or, type SQL, sql } from 'drizzle-orm';
import type { AnySQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import { countLimit } from '../../contract/paging.ts';
import type { Database } from '../database.ts';

/** Rows of one batch. */
const batchSize = 1000;

/** Position of a row in a list that has the newest first. */
export interface Place {
  at: Date;
  id: number;
}

/** Counts rows up to `countLimit`, so that the time does not grow with the table. */
export async function countUpToLimit(db: Database, table: SQLiteTable, where: SQL | undefined) {
  const some = db
    .select({ one: sql`1`.as('one') })
    .from(table)
    .where(where)
    .limit(countLimit + 1)
    .as('some');
  const found = await db.$count(some);
  return { count: Math.min(found, countLimit), isCountExact: found <= countLimit };
}

/** True for rows behind a position in a list that has the newest first. */
export function olderThan(at: AnySQLiteColumn, id: AnySQLiteColumn, place: Place): SQL | undefined {
  return and(lte(at, place.at), or(lt(at, place.at), and(eq(at, place.at), lt(id, place.id))));
}

/** Reads every row of a long list in batches that fit in memory. `read` returns the rows behind a position. */
export async function* inBatches<Row>(
  read: (after: Place | undefined, size: number) => PromiseLike<Row[]>,
  placeOf: (row: Row) => Place,
): AsyncGenerator<Row> {
  let last: Row | undefined;
  do {
    const rows = await read(last && placeOf(last), batchSize);
    yield* rows;
    last = rows.length === batchSize ? rows.at(-1) : undefined;
    await yieldToEventLoop();
  } while (last);
}

/**
 * Lets requests and other jobs run. A query on SQLite finishes before its `await`, so a long loop of queries would block
 * everything else.
 */
export function yieldToEventLoop(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
