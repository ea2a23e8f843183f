import { and, gt, lte, max, type SQL } from 'drizzle-orm';
import type { AnySQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { Database } from '../../db/database.ts';
import { yieldToEventLoop } from '../../db/query/paging.ts';

/** Ids of one query: the time of a query on a slice stays at some milliseconds. */
export const sliceSize = 5000;
/** Ids that a search reads of a table without an index for it. An export and an erasure read all. */
export const searchedIds = 100_000;

/** How far a reading of a long table goes, and whether it has left out the oldest rows. */
export interface Reach {
  maxIds: number;
  isPartial: boolean;
}

/** A reading of all rows. */
export function wholeTable(): Reach {
  return { maxIds: Number.POSITIVE_INFINITY, isPartial: false };
}

/** The conditions of slices of a table by its ids, the newest rows first. Other work runs between two slices. */
export async function* slicesOf(
  db: Database,
  table: SQLiteTable,
  id: AnySQLiteColumn,
  reach: Reach,
): AsyncGenerator<SQL | undefined> {
  const [newest] = await db.select({ id: max(id) }).from(table);
  const last = Number(newest?.id ?? 0);
  for (let end = last; end > 0; end -= sliceSize) {
    if (last - end >= reach.maxIds) {
      reach.isPartial = true;
      return;
    }
    yield and(gt(id, end - sliceSize), lte(id, end));
    await yieldToEventLoop();
  }
}
