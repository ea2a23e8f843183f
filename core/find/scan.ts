import { and, asc, desc, gt, gte, lt, lte, or, type SQL, sql } from 'drizzle-orm';
import type { AnySQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { FindPlace, FindPlaces, Wanted } from '../../contract/find.ts';
import type { Database } from '../../db/database.ts';
import { storableText } from '../../db/dialect.ts';
import { yieldToEventLoop } from '../../db/query/paging.ts';

// No index answers a search for a part of a name, so a search reads every row, the newest first: in slices, between which
// pings are answered, and in several answers, so that the newest rows are found at once.

/** Rows that one query reads: less than a millisecond on SQLite, three if every row matches, whose queries block the event loop. */
const sliceRows = 1000;

/** Rows of each table that the first answer reads, and each further answer. */
const answerRows = { first: 10_000, further: 50_000 } as const;

/** Words that the database compares; the program compares all of them. */
const maxWords = 6;

/** The order in which a search reads a table. */
interface ReadingOrder {
  table: SQLiteTable;
  /** The unique column in whose order the rows are read. */
  key: AnySQLiteColumn;
  /** A key that is a text, read from its first value; an id is read from the highest. */
  isAscending?: boolean;
  /** Restricts the rows by the columns of the key's index before the key. */
  scope?: SQL | undefined;
}

/** A table that a search reads. */
interface Source<Row> extends ReadingOrder {
  /** Names the source in the places of an answer. */
  name: string;
  /** The rows of a range that may match, in the order in which they are read. */
  read(range: SQL | undefined): PromiseLike<Row[]>;
  /** How well a row matches (`rankOf`). */
  rank(row: Row): number | null;
  /** Rows that an answer has at most. */
  limit: number;
}

/** A row that matches. */
export interface Ranked<Row> {
  row: Row;
  rank: number;
}

/** One answer of a search. */
export interface Reading {
  /** Where the answer before stopped, by source; null for the first answer. */
  from: FindPlaces | null;
  /** Where this answer stops; sources that were read to their end are left out. */
  next: Record<string, FindPlace>;
}

/** Reads on in a source and returns the best of the rows that match; rows of one rank keep their order. */
export async function readOn<Row>(db: Database, { from, next }: Reading, source: Source<Row>): Promise<Ranked<Row>[]> {
  const { name, read, rank, limit } = source;
  let place = from?.[name];
  // Without a place the source was read to its end before.
  if (from && typeof place !== (source.isAscending ? 'string' : 'number')) return [];
  let best: Ranked<Row>[] = [];
  const slices = (from ? answerRows.further : answerRows.first) / sliceRows;
  for (let slice = 0; slice < slices; slice += 1) {
    if (slice > 0) await yieldToEventLoop();
    const end = await endOfSlice(db, source, place);
    best = bestOf([...best, ...rankAll(await read(rangeOf(source, place, end)), rank)], limit);
    // No other row can be better.
    if (end === undefined || (best.length === limit && best.at(-1)?.rank === 0)) return best;
    place = end;
  }
  if (place !== undefined) next[name] = place;
  return best;
}

/** The key of the last row of the slice behind a place; undefined if the rest of the table is smaller. */
async function endOfSlice(db: Database, source: ReadingOrder, place: FindPlace | undefined) {
  const { table, key, isAscending } = source;
  const [last] = await db
    .select({ key: sql<FindPlace>`${key}` })
    .from(table)
    .where(rangeOf(source, place, undefined))
    .orderBy(isAscending ? asc(key) : desc(key))
    .limit(1)
    .offset(sliceRows - 1);
  return last?.key;
}

/** The rows behind one place, up to another. */
function rangeOf({ key, isAscending, scope }: ReadingOrder, after?: FindPlace, last?: FindPlace): SQL | undefined {
  const [behind, upTo] = isAscending ? [gt, lte] : [lt, gte];
  return and(
    scope,
    after === undefined ? undefined : behind(key, after),
    last === undefined ? undefined : upTo(key, last),
  );
}

function rankAll<Row>(rows: readonly Row[], rank: (row: Row) => number | null): Ranked<Row>[] {
  return rows.flatMap((row) => {
    const found = rank(row);
    return found === null ? [] : [{ row, rank: found }];
  });
}

/** The best of these rows in the order of their ranks; rows of one rank keep their order. */
export function bestOf<Row>(rows: readonly Ranked<Row>[], limit: number): Ranked<Row>[] {
  return rows.toSorted((a, b) => a.rank - b.rank).slice(0, limit);
}

/**
 * True for rows of which the columns may contain every word. Texts outside ASCII always may: neither database removes
 * accents, and SQLite knows the lower case of ASCII letters only, so the program compares those texts (`rankOf`).
 */
export function mayContain(columns: readonly AnySQLiteColumn[], { words }: Wanted): SQL | undefined {
  const isForeign = columns.map((column) => sql`octet_length(${column}) <> length(${column})`);
  const contains = words
    .slice(0, maxWords)
    .map((word) => or(...columns.map((column) => sql`lower(${column}) like ${`%${escaped(word)}%`} escape '\\'`)));
  return or(...isForeign, and(...contains));
}

/** A text as part of a `like` pattern that matches the text itself. */
function escaped(text: string): string {
  return storableText(text)
    .toWellFormed()
    .replace(/[\\%_]/g, '\\$&');
}
