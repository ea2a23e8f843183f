import { and, gt, lte, max, min, sql } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { yieldToEventLoop } from '../../db/query/paging.ts';
import { contentHistory as entries } from '../../db/schema/history.ts';
import { imageReferences } from '../images/image-references.ts';

/** Entries of one query. */
const batchSize = 2000;

/** Fields that refer to pictures, of any record. */
const pictureFields = [...new Set(imageReferences.map(({ field }) => field))];

/**
 * The hashes of all pictures that the history refers to, and the last entry that was read. Reads in batches, because a long
 * history takes longer than requests may wait.
 */
export async function picturesInHistory(db: Database): Promise<{ hashes: Set<string>; until: number }> {
  const [range] = await db.select({ first: min(entries.id), last: max(entries.id) }).from(entries);
  const until = range?.last ?? 0;
  const hashes = new Set<string>();
  const fields = pictureFields.map((field) => [
    field,
    sql<string | null>`${entries.values} ->> ${sql.raw(`'${field}'`)}`,
  ]);
  for (let from = (range?.first ?? 1) - 1; from < until; from += batchSize) {
    const found: Record<string, unknown>[] = await db
      .selectDistinct(Object.fromEntries(fields))
      .from(entries)
      .where(and(gt(entries.id, from), lte(entries.id, from + batchSize), lte(entries.id, until)));
    for (const row of found) for (const hash of Object.values(row)) if (typeof hash === 'string') hashes.add(hash);
    await yieldToEventLoop();
  }
  return { hashes, until };
}
