/** An amount of money found in a text. */
export interface Money {
  /** Digits with a decimal point, a minus sign in front of a negative amount; the decimals are those of the text. */
  number: string;
  /** ISO 4217 code where the sign is certain, else the sign as written ($, ¥, kr, Rs); empty without a sign. */
  currency: string;
  /** The text after the amount. */
  rest: string;
}

/** Signs of exactly one currency. */
const certain: Record<string, string> = {
  '€': 'EUR',
  '£': 'GBP',
  '₹': 'INR',
  '₽': 'RUB',
  '₩': 'KRW',
  '₺': 'TRY',
  '₪': 'ILS',
  '₴': 'UAH',
  '₫': 'VND',
  '฿': 'THB',
  zł: 'PLN',
  Kč: 'CZK',
  US$: 'USD',
  A$: 'AUD',
  AU$: 'AUD',
  C$: 'CAD',
  CA$: 'CAD',
  NZ$: 'NZD',
  HK$: 'HKD',
  S$: 'SGD',
  R$: 'BRL',
};
/** Signs that several currencies share, in the spelling of a report. */
const shared: Record<string, string> = { $: '$', '¥': '¥', kr: 'kr', Rs: 'Rs', 'Rs.': 'Rs' };
/** The signs of amounts that several currencies share, and those that they are written with in addition. */
const alsoWritten: Record<string, string> = { INR: 'Rs' };
const codes = Intl.supportedValuesOf('currency');
// Codes that are English words count only after a number in a sentence: 500 TRY, but not TOP 10.
const words = new Set(['ALL', 'BAM', 'BOB', 'COP', 'CUP', 'GEL', 'MAD', 'MOP', 'PEN', 'RON', 'SOS', 'TOP', 'TRY']);
const signs = [...Object.keys(certain), ...Object.keys(shared)];

const anySign = pattern([...signs, ...codes]);
const signNotWord = pattern([...signs, ...codes.filter((code) => !words.has(code))]);
const space = '[ \\u00a0\\u2009\\u202f]';
const minus = '(?<minus>[-\\u2212])?';
// Groups of two or three digits cover 1,234,567 and the Indian 12,34,567; plainNumber decides what the marks mean.
const digits = `(?<number>\\d+(?:[.,'\\u2019 \\u00a0\\u2009\\u202f]\\d{2,3})*(?:[.,]\\d+)?)`;
const twoDecimals = `(?<number>\\d+(?:[,'\\u2019 ]\\d{3})*\\.\\d{2}|\\d+(?:[.'\\u2019 ]\\d{3})*,\\d{2})`;
const start = '(?<![\\p{L}\\p{N}.,:/])';
const end = '(?![\\p{L}\\p{N}%]|[.,:/]\\d)';
const before = (sign: string) => `${minus}(?<sign>${sign})${space}?(?<inner>[-\\u2212])?${digits}${end}`;
const after = `${minus}${digits}${space}?(?<sign>${anySign})(?![\\p{L}\\p{N}])`;

const signBefore = new RegExp(`${start}${before(signNotWord)}`, 'u');
const signAfter = new RegExp(`${start}${after}`, 'u');
const noSign = new RegExp(`${start}${minus}${twoDecimals}${end}`, 'u');
const signBeforeAtStart = new RegExp(`^${before(anySign)}`, 'u');
const signAfterAtStart = new RegExp(`^${after}`, 'u');

/**
 * Finds the first amount in a sentence: a number with a currency before or after it, else a number with two decimals
 * (`$1,234.50`, `1.234,50 €`, `Rs 500`, `-12.00`). Null without one.
 */
export function findMoney(text: string): Money | null {
  const marked = [signBefore.exec(text), signAfter.exec(text)].filter((match) => match !== null);
  return moneyOf(marked.toSorted((a, b) => a.index - b.index)[0] ?? noSign.exec(text));
}

/** Reads the amount that a text begins with, a number with a currency before or after it; null without one. */
export function readMoney(text: string): Money | null {
  return moneyOf(signBeforeAtStart.exec(text) ?? signAfterAtStart.exec(text));
}

function moneyOf(match: RegExpExecArray | null): Money | null {
  if (!match?.groups) return null;
  const { minus, inner, number = '', sign = '' } = match.groups;
  const plain = plainNumber(number);
  if (plain === null) return null;
  return {
    number: minus || inner ? `-${plain}` : plain,
    currency: certain[sign] ?? shared[sign] ?? sign,
    rest: match.input.slice(match.index + match[0].length),
  };
}

/**
 * The currency of an amount as written, if the writer's own currency is `code`: the code for an amount without a sign and for
 * a shared sign that this currency uses ($ for CAD, kr for SEK), else the currency as written.
 */
export function currencyOf(written: string, code: string): string {
  if (written === '') return code;
  const format = new Intl.NumberFormat('en', { style: 'currency', currency: code, currencyDisplay: 'narrowSymbol' });
  const sign = format.formatToParts(0).find(({ type }) => type === 'currency')?.value;
  return Object.values(shared).includes(written) && (written === sign || written === alsoWritten[code])
    ? code
    : written;
}

/** Joins alternatives into a pattern, the longest first, so that US$ is not read as $. */
function pattern(alternatives: readonly string[]): string {
  const byLength = alternatives.toSorted((a, b) => b.length - a.length);
  return byLength.map((text) => text.replace(/[.$]/g, '\\$&')).join('|');
}

/**
 * Digits with a decimal point. With both marks the last is the decimal mark; a mark that comes more than once groups.
 * One mark before exactly three digits groups too, because few amounts have three decimals (but 0.125 has).
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

/** A whole number's digits; null when its groups are malformed. */
function withoutGroups(written: string): string | null {
  if (/^\d+$/.test(written)) return written;
  const western = /^\d{1,3}(?:([.,'\u2019 \u00a0\u2009\u202f])\d{3})(?:\1\d{3})*$/;
  const indian = /^\d{1,2}(?:,\d{2})*,\d{3}$/;
  return western.test(written) || indian.test(written) ? written.replace(/\D/g, '') : null;
}
