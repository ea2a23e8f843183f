import { and, asc, gt, gte, inArray, lt, or, sql } from 'drizzle-orm';
import { historyDays, historyEntriesKept } from '../../contract/history.ts';
import type { Database } from '../../db/database.ts';
import { yieldToEventLoop } from '../../db/query/paging.ts';
import { contentHistory as entries } from '../../db/schema/history.ts';

const batchSize = 500;

/** Deletes entries older than two years, except the newest 20 of each row. Returns the number of deleted entries. */
export async function purgeOldHistory(db: Database, now: Date): Promise<number> {
  const isOld = lt(entries.at, new Date(Number(now) - historyDays * 86_400_000));
  // Plain names: Drizzle leaves the table out of a column in the fields of a query.
  const newer = sql`(select count(*) from (select 1 from ${entries} other where other.record = content_history.record
    and other.row_id = content_history.row_id and other.id > content_history.id limit ${historyEntriesKept}) newer)`;
  let deleted = 0;
  let last = { id: 0, at: new Date(0) };
  for (;;) {
    const isBehind = and(gte(entries.at, last.at), or(gt(entries.at, last.at), gt(entries.id, last.id)));
    const batch = await db
      .select({ id: entries.id, at: entries.at, isKept: sql<boolean>`${newer} < ${historyEntriesKept}` })
      .from(entries)
      .where(and(isOld, isBehind))
      .orderBy(asc(entries.at), asc(entries.id))
      .limit(batchSize);
    const outdated = batch.filter(({ isKept }) => !isKept).map(({ id }) => id);
    if (outdated.length > 0) await db.delete(entries).where(inArray(entries.id, outdated));
    deleted += outdated.length;
    const end = batch.at(-1);
    if (!end || batch.length < batchSize) return deleted;
    last = end;
    await yieldToEventLoop();
  }
}
