import { and, eq, lt, lte, or, type SQL, sql } from 'drizzle-orm';
import type { AnySQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import { countLimit } from '../../contract/paging.ts';
import type { Database } from '../database.ts';
import { letOthersRun } from './yield-to-event-loop.ts';

/** How many rows fit, exact up to `countLimit`: the time a count takes does not grow with the table. */
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

/** Rows that come after a place in a list with the newest first. */
export function olderThan(at: AnySQLiteColumn, id: AnySQLiteColumn, place: Place): SQL | undefined {
  return and(lte(at, place.at), or(lt(at, place.at), and(eq(at, place.at), lt(id, place.id))));
}

/** Rows read at a time. */
const portion = 1000;

/** Where a row is in a list with the newest first. */
export interface Place {
  at: Date;
  id: number;
}

/** Every row of a long list, read in portions so that it does not fill the memory; `read` goes on after a place. */
export async function* inPortions<Row>(
  read: (after: Place | undefined, size: number) => PromiseLike<Row[]>,
  placeOf: (row: Row) => Place,
): AsyncGenerator<Row> {
  let last: Row | undefined;
  do {
    const rows = await read(last && placeOf(last), portion);
    yield* rows;
    last = rows.length === portion ? rows.at(-1) : undefined;
    await letOthersRun();
  } while (last);
}
