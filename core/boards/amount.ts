import { Decimal, spreadsheetDigits } from '../export/decimal.ts';

/** What a card cost. */
export interface Amount {
  value: Decimal;
  /** ISO 4217 code where it is certain, else the symbol as written ($, Rs, kr); empty when none is given. */
  currency: string;
}

/** Names of number fields that hold an amount, the first one that a card has a value for counts. */
export const amountFieldNames = ['amount', 'cost', 'expense', 'price'] as const;

/** Signs that mean one currency; $, ¥, kr and Rs mean several and stay as they are written. */
const certain: Record<string, string> = {
  '€': 'EUR',
  '£': 'GBP',
  '₹': 'INR',
  '₽': 'RUB',
  '₩': 'KRW',
  '₺': 'TRY',
  '₪': 'ILS',
  '₴': 'UAH',
  '฿': 'THB',
  zł: 'PLN',
  Kč: 'CZK',
  US$: 'USD',
  A$: 'AUD',
  C$: 'CAD',
  NZ$: 'NZD',
  HK$: 'HKD',
  R$: 'BRL',
  'Rs.': 'Rs',
};
const codes = Intl.supportedValuesOf('currency');
// Codes that are English words count behind a number only: 500 TRY, but not TOP 10.
const words = new Set(['ALL', 'BAM', 'BOB', 'COP', 'CUP', 'GEL', 'MAD', 'MOP', 'PEN', 'RON', 'SOS', 'TOP', 'TRY']);
const signs = [...Object.keys(certain), '$', '¥', 'Rs', 'kr'];

const behind = pattern([...signs, ...codes]);
const ahead = pattern([...signs, ...codes.filter((code) => !words.has(code))]);
const space = '[ \\u00a0\\u2009\\u202f]';
const minus = '(?<sign>[-\\u2212])?';
// Groups of two or three digits cover 1,234,567 and the Indian 12,34,567; what they mean is decided below.
const digits = `(?<number>\\d+(?:[.,'\\u2019 \\u00a0\\u2009\\u202f]\\d{2,3})*(?:[.,]\\d+)?)`;
const twoDecimals = `(?<number>\\d+(?:[,'\\u2019 ]\\d{3})*\\.\\d{2}|\\d+(?:[.'\\u2019 ]\\d{3})*,\\d{2})`;
const start = '(?<![\\p{L}\\p{N}.,:/])';
const end = '(?![\\p{L}\\p{N}%]|[.,:/]\\d)';

const leading = new RegExp(`${start}${minus}(?<currency>${ahead})${space}?(?<inner>[-\\u2212])?${digits}${end}`, 'u');
const trailing = new RegExp(`${start}${minus}${digits}${space}?(?<currency>${behind})(?![\\p{L}\\p{N}])`, 'u');
const bare = new RegExp(`${start}${minus}${twoDecimals}${end}`, 'u');

/** Alternatives of a pattern, the longest first, so that US$ is not taken for $. */
function pattern(alternatives: readonly string[]): string {
  const longestFirst = alternatives.toSorted((a, b) => b.length - a.length);
  return longestFirst.map((text) => text.replace(/[.$]/g, '\\$&')).join('|');
}

/** The amount of a number field's value as Trello writes it; null when it is none a spreadsheet can hold. */
export function amountOfField(text: string): Amount | null {
  return amountOf(Decimal.read(text), '');
}

/**
 * The first amount in a card's name: a number with a currency before or after it, else one with two decimals
 * ($1,234.50, 1.234,50 €, Rs 500, -12.00). Null when there is none.
 */
export function amountInName(name: string): Amount | null {
  const marked = [leading.exec(name), trailing.exec(name)].filter((match) => match !== null);
  const match = marked.toSorted((a, b) => a.index - b.index)[0] ?? bare.exec(name);
  if (!match?.groups) return null;
  const { sign, inner, number = '', currency: written = '' } = match.groups;
  const plain = plainNumber(number);
  if (plain === null) return null;
  return amountOf(Decimal.read(sign || inner ? `-${plain}` : plain), certain[written] ?? written);
}

function amountOf(value: Decimal | null, written: string): Amount | null {
  return value === null || value.digits > spreadsheetDigits ? null : { value, currency: written };
}

/**
 * Digits with a decimal point. With both marks the last one is the decimal mark; a mark that comes more than once
 * groups; one mark before exactly three digits groups too, for hardly an amount has three decimals (but 0.125 has).
 */
function plainNumber(written: string): string | null {
  const marks = [...written.matchAll(/[.,]/g)];
  const last = marks.at(-1);
  if (!last) return withoutGroups(written);
  const tail = written.slice(last.index + 1);
  const isOnlyKind = marks.every(([mark]) => mark === last[0]);
  const groups = isOnlyKind && (marks.length > 1 || (tail.length === 3 && !/^0+$/.test(written.slice(0, last.index))));
  if (groups) return withoutGroups(written);
  const whole = withoutGroups(written.slice(0, last.index));
  return whole === null || !/^\d{1,6}$/.test(tail) ? null : `${whole}.${tail}`;
}

/** A whole number's digits; null when its groups are not groups. */
function withoutGroups(written: string): string | null {
  if (/^\d+$/.test(written)) return written;
  const western = /^\d{1,3}(?:([.,'\u2019 \u00a0\u2009\u202f])\d{3})(?:\1\d{3})*$/;
  const indian = /^\d{1,2}(?:,\d{2})*,\d{3}$/;
  return western.test(written) || indian.test(written) ? written.replace(/\D/g, '') : null;
}
