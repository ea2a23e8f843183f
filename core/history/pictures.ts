import { and, count, gt, lte, max, min, sql } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { yieldToEventLoop } from '../../db/query/paging.ts';
import { contentHistory as entries } from '../../db/schema/history.ts';
import { imageReferences } from '../images/image-references.ts';

/** Entries of one query. */
const batchSize = 2000;

/** Fields that refer to pictures, of any record. */
const pictureFields = [...new Set(imageReferences.map(({ field }) => field))];

/** The pictures to which the history refers. */
export interface HistoryPictures {
  /** Number of entries by content hash. */
  versions: ReadonlyMap<string, number>;
  /** The last entry that was read; later entries are not counted. */
  until: number;
}

interface Known extends HistoryPictures {
  versions: Map<string, number>;
  /** Number of entries that were read. */
  read: number;
}

const reading = new WeakMap<Database, Promise<Known>>();

/**
 * The pictures of the whole history. Reads in batches, because a long history takes longer than requests may wait, and only what
 * was added since the last call: entries never change.
 */
export function picturesInHistory(db: Database): Promise<HistoryPictures> {
  const before = reading.get(db) ?? Promise.resolve(nothing());
  const next = before.catch(nothing).then((known) => readOn(db, known));
  reading.set(db, next);
  return next;
}

const nothing = (): Known => ({ versions: new Map(), until: 0, read: 0 });

async function readOn(db: Database, before: Known): Promise<Known> {
  // Old entries may have been purged: then the count differs, and everything is read again.
  const kept = await db.$count(entries, lte(entries.id, before.until));
  const known = kept === before.read ? { ...before, versions: new Map(before.versions) } : nothing();
  const isNew = gt(entries.id, known.until);
  const [range] = await db
    .select({ first: min(entries.id), last: max(entries.id) })
    .from(entries)
    .where(isNew);
  const until = range?.last ?? known.until;
  for (let from = (range?.first ?? until + 1) - 1; from < until; from += batchSize) {
    const to = Math.min(from + batchSize, until);
    for (const { hashes, number } of await readBatch(db, from, to)) {
      known.read += number;
      for (const hash of hashes) known.versions.set(hash, (known.versions.get(hash) ?? 0) + number);
    }
    await yieldToEventLoop();
  }
  return { ...known, until };
}

/** The pictures of the entries behind `from` up to `to`, by the entries that have the same ones. */
async function readBatch(db: Database, from: number, to: number): Promise<{ hashes: Set<string>; number: number }[]> {
  const fields = pictureFields.map((field) => sql<string | null>`${entries.values} ->> ${sql.raw(`'${field}'`)}`);
  const names = pictureFields.map((field, index): [string, (typeof fields)[number]] => [
    field,
    fields[index] ?? sql`null`,
  ]);
  const found: Record<string, unknown>[] = await db
    .select({ ...Object.fromEntries(names), number: count() })
    .from(entries)
    .where(and(gt(entries.id, from), lte(entries.id, to)))
    .groupBy(...fields);
  return found.map(({ number, ...row }) => ({
    hashes: new Set(Object.values(row).filter((hash) => typeof hash === 'string')),
    number: Number(number),
  }));
}
