import type { Decimal } from '../export/decimal.ts';

/** Total cost of the cards of one category in one currency. */
export interface Total {
  category: string;
  currency: string;
  cards: number;
  sum: Decimal;
}

/** Exact sums by category and currency; one entry for each pair, whatever the number of cards. */
export class Totals {
  readonly #totals = new Map<string, Total>();

  add(category: string, currency: string, value: Decimal): void {
    const key = JSON.stringify([category, currency]);
    const total = this.#totals.get(key);
    if (total) Object.assign(total, { cards: total.cards + 1, sum: total.sum.plus(value) });
    else this.#totals.set(key, { category, currency, cards: 1, sum: value });
  }

  /** Every pair, by category and currency. */
  list(): Total[] {
    return [...this.#totals.values()].toSorted(
      (a, b) => a.category.localeCompare(b.category, 'en') || a.currency.localeCompare(b.currency, 'en'),
    );
  }
}
