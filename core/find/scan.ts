import { and, or, type SQL, sql } from 'drizzle-orm';
import type { AnySQLiteColumn } from 'drizzle-orm/sqlite-core';
import type { Wanted } from '../../contract/find.ts';
import { storableText } from '../../db/dialect.ts';

/**
 * Rows of a table that one search reads, the newest. No index answers a search for a part of a name, so this number keeps
 * the time of a search independent of the size of the table. The page's own records are far fewer.
 */
export const maxScannedRows = 10_000;

/** Rows that the database hands over for the program to compare and rank, the likeliest first. */
export const maxCandidates = 500;

/** Words that the database compares; the program compares all of them. */
const maxWords = 6;

/**
 * True for rows of which the columns may contain every word. Texts outside ASCII always may: neither database removes
 * accents, and SQLite knows the lower case of ASCII letters only, so the program compares those texts (`rankOf`).
 */
export function mayContain(columns: readonly AnyText[], { words }: Wanted): SQL | undefined {
  const isForeign = columns.map((column) => sql`octet_length(${column}) <> length(${column})`);
  const contains = words
    .slice(0, maxWords)
    .map((word) => or(...columns.map((column) => sql`lower(${column}) like ${`%${escaped(word)}%`} escape '\\'`)));
  return or(...isForeign, and(...contains));
}

/**
 * The order of rows that may match: texts that start with the wanted one, texts that contain it, the other ones. Only with
 * more rows than `maxCandidates` does it decide which ones are compared.
 */
export function likelyFirst(column: AnyText, { typed, text }: Wanted): SQL {
  // As typed too: SQLite knows no lower case of other alphabets.
  const like = (pattern: (one: string) => string) =>
    sql`(lower(${column}) like ${pattern(escaped(text))} escape '\\' or ${column} like ${pattern(escaped(typed))} escape '\\')`;
  return sql`case when ${like((one) => `${one}%`)} then 0 when ${like((one) => `%${one}%`)} then 1 else 2 end`;
}

/** A column, or an expression, with a text. */
type AnyText = AnySQLiteColumn | SQL | SQL.Aliased;

/** A text as part of a `like` pattern that matches the text itself. */
function escaped(text: string): string {
  return storableText(text)
    .toWellFormed()
    .replace(/[\\%_]/g, '\\$&');
}

/** The best of the rows that match, in the order of their ranks; rows of one rank keep their order. */
export function bestOf<Row>(rows: readonly Row[], rank: (row: Row) => number | null, limit: number): Row[] {
  return rows
    .flatMap((row) => {
      const found = rank(row);
      return found === null ? [] : [{ row, rank: found }];
    })
    .toSorted((a, b) => a.rank - b.rank)
    .slice(0, limit)
    .map(({ row }) => row);
}
