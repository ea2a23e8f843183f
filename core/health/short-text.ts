import { countSegments } from '../../contract/sms-segments.ts';

// One character outside the GSM-7 alphabet more than halves an SMS: 70 characters instead of 160.

/** Typographic characters and what an SMS says instead. */
const replacements = new Map([
  ['\u2018', "'"],
  ['\u2019', "'"],
  ['\u201a', "'"],
  ['\u201c', '"'],
  ['\u201d', '"'],
  ['\u201e', '"'],
  ['\u00ab', '"'],
  ['\u00bb', '"'],
  ['\u0060', "'"],
  ['\u00b4', "'"],
  ['\u2010', '-'],
  ['\u2011', '-'],
  ['\u2012', '-'],
  ['\u2013', '-'],
  ['\u2014', '-'],
  ['\u2022', '-'],
  ['\u2026', '...'],
  ['\u2192', '->'],
]);

/**
 * Writes a text with characters of GSM-7 where the meaning stays: plain quotes and dashes, letters without rare accents.
 * Symbols without an equivalent are left out; letters of other alphabets stay.
 */
export function toShortText(text: string): string {
  const short = [...text].map(toShortCharacter).join('');
  return short.replace(/ {2,}/g, ' ').trim();
}

function toShortCharacter(character: string): string {
  if (isGsm(character)) return character;
  const replacement = replacements.get(character);
  if (replacement !== undefined) return replacement;
  if (/\s/.test(character)) return ' ';
  const [base = ''] = character.normalize('NFD');
  if (isGsm(base)) return base;
  return /[\p{L}\p{M}\p{N}]/u.test(character) ? character : '';
}

function isGsm(character: string): boolean {
  return countSegments(character).encoding === 'GSM-7';
}
