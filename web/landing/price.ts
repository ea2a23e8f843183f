import { readMoney } from '../../contract/money.ts';

/** A plan's price for search engines. */
export interface Price {
  /** Digits with a decimal point, as schema.org requires. */
  amount: string;
  /** ISO 4217. */
  currency: string;
  /** The period that the amount pays for, as a UN/CEFACT unit; null for a price without a period. */
  unit: 'DAY' | 'WEE' | 'MON' | 'ANN' | null;
}

const units = [
  [/^(\/|a|per|each|every)\s?day$|^daily$/, 'DAY'],
  [/^(\/|a|per|each|every)\s?(week|wk)$|^weekly$/, 'WEE'],
  [/^(\/|a|per|each|every)\s?(month|mo)\.?$|^monthly$/, 'MON'],
  [/^(\/|a|per|each|every)\s?(year|yr|annum)\.?$|^(yearly|annually)$/, 'ANN'],
] as const;

/**
 * Reads a cost such as `$49 a month`, `1.140,50 €` or `GBP 20/year`. Null for a text that is not exactly one amount of
 * one known currency with a known period or none: `from $49`, `$49 per seat`, `On request`.
 */
export function parsePrice(cost: string): Price | null {
  const money = readMoney(cost.trim());
  if (!money || !/^\d+(\.\d\d?)?$/.test(money.number)) return null;
  // On an English page the dollar alone is the US one. A shared sign (¥, kr) gives no price: better none than a wrong one.
  const currency = money.currency === '$' ? 'USD' : money.currency;
  const unit = parseUnit(money.rest.trim().toLowerCase());
  return /^[A-Z]{3}$/.test(currency) && unit !== undefined ? { amount: money.number, currency, unit } : null;
}

/** Undefined for words that are no period. */
function parseUnit(rest: string): Price['unit'] | undefined {
  if (rest === '') return null;
  return units.find(([words]) => words.test(rest))?.[1];
}
