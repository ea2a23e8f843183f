import { findMoney } from '../../contract/money.ts';
import { Decimal, maxSpreadsheetDigits } from '../export/decimal.ts';

/** What a card cost. */
export interface Amount {
  value: Decimal;
  /** ISO 4217 code where it is certain, else the sign as written ($, Rs, kr); empty without one. */
  currency: string;
}

/** Names of the number fields that hold an amount; the first field with a value counts. */
export const amountFieldNames = ['amount', 'cost', 'expense', 'price'] as const;

/** The amount in a number field of Trello; null for a value that a spreadsheet cannot hold. */
export function amountOfField(text: string): Amount | null {
  return amountOf(Decimal.read(text), '');
}

/** The first amount in a card's name; null without one. */
export function amountInName(name: string): Amount | null {
  const money = findMoney(name);
  return money && amountOf(Decimal.read(money.number), money.currency);
}

function amountOf(value: Decimal | null, currency: string): Amount | null {
  return value === null || value.digits > maxSpreadsheetDigits ? null : { value, currency };
}
