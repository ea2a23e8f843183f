/** A price as a plan's cost words it. */
export interface Price {
  /** Digits with a point before the decimals, as schema.org wants it. */
  amount: string;
  /** ISO 4217. */
  currency: string;
  /** What the amount pays for, as a UN/CEFACT unit; null for a price without a period. */
  unit: 'DAY' | 'WEE' | 'MON' | 'ANN' | null;
}

// Signs that name one currency, and the dollar alone, which an English page uses for the US one. Shared signs (¥, kr) are
// left out: a wrong price in a search result is worse than none.
const signs: Record<string, string> = {
  $: 'USD',
  US$: 'USD',
  CA$: 'CAD',
  C$: 'CAD',
  A$: 'AUD',
  AU$: 'AUD',
  NZ$: 'NZD',
  HK$: 'HKD',
  S$: 'SGD',
  R$: 'BRL',
  '€': 'EUR',
  '£': 'GBP',
  '₹': 'INR',
  '₺': 'TRY',
  '₽': 'RUB',
  '₴': 'UAH',
  '₪': 'ILS',
  '₩': 'KRW',
  '₫': 'VND',
  zł: 'PLN',
};

const codes = new Set(Intl.supportedValuesOf('currency'));

const sign = String.raw`[A-Z]{0,3}[^\s\d.,]{1,2}|[A-Z]{3}`;
const number = String.raw`\d[\d.,'\u00a0\u202f ]*`;
const signFirst = new RegExp(`^(?<sign>${sign})\\s?(?<number>${number})(?<rest>.*)$`, 'u');
const numberFirst = new RegExp(`^(?<number>${number}?)\\s?(?<sign>${sign})(?<rest>(?![A-Za-z]).*)$`, 'u');

const units = [
  [/^(\/|a|per|each|every)\s?day$|^daily$/, 'DAY'],
  [/^(\/|a|per|each|every)\s?(week|wk)$|^weekly$/, 'WEE'],
  [/^(\/|a|per|each|every)\s?(month|mo)\.?$|^monthly$/, 'MON'],
  [/^(\/|a|per|each|every)\s?(year|yr|annum)\.?$|^(yearly|annually)$/, 'ANN'],
] as const;

/**
 * Reads a cost such as `$49 a month`, `1.140,50 €` or `GBP 20/year`. Null for anything that is not exactly one amount of
 * one known currency with a known period or none: `from $49`, `$49 per seat`, `On request`.
 */
export function parsePrice(cost: string): Price | null {
  const text = cost.trim();
  const parts = signFirst.exec(text)?.groups ?? numberFirst.exec(text)?.groups;
  if (!parts) return null;
  const currency = signs[parts.sign ?? ''] ?? (codes.has(parts.sign ?? '') ? parts.sign : undefined);
  const amount = parseAmount((parts.number ?? '').trim());
  const unit = parseUnit((parts.rest ?? '').trim().toLowerCase());
  return currency && amount !== null && unit !== undefined ? { amount, currency, unit } : null;
}

/** Undefined for words that are no period. */
function parseUnit(rest: string): Price['unit'] | undefined {
  if (rest === '') return null;
  return units.find(([words]) => words.test(rest))?.[1];
}

/** Reads digits in groups of three, or in none, with one or two decimals after the last point or comma. */
function parseAmount(text: string): string | null {
  const parts =
    /^(?<whole>\d+|\d{1,3}(?:(?<mark>[.,'\u00a0\u202f ])\d{3})(?:\k<mark>\d{3})*)(?:[.,](?<decimals>\d{1,2}))?$/.exec(
      text,
    )?.groups;
  const whole = parts?.whole?.replace(/\D/g, '');
  if (whole === undefined) return null;
  return parts?.decimals ? `${whole}.${parts.decimals}` : whole;
}
