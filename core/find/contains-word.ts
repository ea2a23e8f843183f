import { or, type SQL, sql } from 'drizzle-orm';
import type { AnySQLiteColumn } from 'drizzle-orm/sqlite-core';
import { foldText } from '../../contract/find.ts';
import { storableText } from '../../db/dialect.ts';

/** A word to search for: in lower case without accents, and as typed, because the databases know the lower case of ASCII only. */
export interface Word {
  folded: string;
  typed: string;
}

/** The words of a text, as `containsWord` searches for them. */
export function wordsIn(text: string): Word[] {
  const words = text.split(/\s+/).map((typed) => ({ folded: foldText(typed), typed }));
  return words.filter(({ folded }) => folded !== '');
}

/** Condition for rows whose text contains the word, in lower case or as typed. */
export function containsWord(column: AnySQLiteColumn | SQL, { folded, typed }: Word): SQL | undefined {
  const inLowerCase = new Set([folded, typed.toLowerCase()]);
  return or(
    ...[...inLowerCase].map((text) => sql`lower(${column}) like ${patternOf(text)} escape '\\'`),
    // The lower case of a column contains whatever the column contains in lower case.
    ...(inLowerCase.has(typed) ? [] : [sql`${column} like ${patternOf(typed)} escape '\\'`]),
  );
}

function patternOf(text: string): string {
  return `%${storableText(text)
    .toWellFormed()
    .replace(/[\\%_]/g, '\\$&')}%`;
}
