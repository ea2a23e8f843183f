import { z } from 'zod';

/** Shortest and longest text that the server searches for, in characters. */
export const findLimits = { minLength: 2, maxLength: 80 } as const;

/** A text to search for. */
export const findText = z
  .string()
  .trim()
  .min(findLimits.minLength, `Type at least ${findLimits.minLength} characters`)
  .max(findLimits.maxLength, `Type at most ${findLimits.maxLength} characters`);

/** Results of each kind in an answer. */
export const foundCounts = { records: 8, servers: 5, accounts: 4, contacts: 5, users: 4, messages: 4 } as const;

/** Where the search of a table stopped: the id of a row, or a contact's number. */
const findPlace = z.union([z.int().min(0).max(2_147_483_647), z.string().regex(/^\+?\d{1,20}$/)]);
export type FindPlace = z.infer<typeof findPlace>;

/** Where a search stopped, by the names of the tables that have further rows. */
export const findPlaces = z.record(z.string().max(60), findPlace);
export type FindPlaces = z.infer<typeof findPlaces>;

/** A text for comparisons: in lower case, without accents, with one space between words. */
export function foldText(text: string): string {
  // Most texts are ASCII, and take a tenth of the time.
  if (/^[ -~]*$/.test(text)) return text.toLowerCase().replace(/ {2,}/g, ' ').trim();
  return text
    .toWellFormed()
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('ø', 'o')
    .replaceAll('ł', 'l')
    .replaceAll('æ', 'ae')
    .replace(/[\s\p{Control}]+/gu, ' ')
    .trim();
}

/** A text that was typed to find something, ready for comparisons. */
export interface Wanted {
  /** As it was typed, without spaces around. */
  typed: string;
  /** The folded text; empty if the text has nothing to compare. */
  text: string;
  words: readonly string[];
}

/** Prepares a typed text for comparisons. */
export function wantedOf(typed: string): Wanted {
  const text = foldText(typed);
  return { typed: typed.trim(), text, words: text === '' ? [] : text.split(' ') };
}

/**
 * How well a title and further texts match, the best first: 0 the title starts with the text, 1 a word of the title does,
 * 2 the title contains the text, 3 the title contains every word, 4 title and texts together contain every word. Null: no
 * match.
 */
export function rankOf({ text, words }: Wanted, title: string, texts: readonly string[] = []): number | null {
  if (text === '') return null;
  const folded = foldText(title);
  if (folded.startsWith(text)) return 0;
  // Typed texts contain any character, so no pattern is built from them.
  if (wordStarts(folded).some((start) => folded.startsWith(text, start))) return 1;
  if (folded.includes(text)) return 2;
  if (words.every((word) => folded.includes(word))) return 3;
  const all = [folded, ...texts.map(foldText)];
  return words.every((word) => all.some((one) => one.includes(word))) ? 4 : null;
}

/** Where the words of a folded text start: after every character that is no letter and no digit. */
function wordStarts(folded: string): number[] {
  return [...folded.matchAll(/[^\p{Letter}\p{Number}]+/gu)].map(({ index, 0: gap }) => index + gap.length);
}

/** The digits of a text that is a telephone number or the start of one; null for other texts. At least three digits. */
export function numberIn(typed: string): string | null {
  const compact = typed.replace(/[\s().\-\u2010-\u2015/]/g, '').replace(/^00/, '+');
  return /^\+?\d{3,15}$/.test(compact) ? compact.replace('+', '') : null;
}
