import { expect, test } from 'vitest';
import { amountInName, amountOfField } from '../../core/boards/amount.ts';
import { Decimal } from '../../core/export/decimal.ts';

const written = (amount: ReturnType<typeof amountInName>) => amount && `${amount.value} ${amount.currency}`.trim();

test.each([
  ['Hotel $1,234.50', '1234.50 $'],
  ['1.234,50 €', '1234.50 EUR'],
  ['Rs 500', '500 Rs'],
  ['Refund -12.00', '-12.00'],
  ['−12.00 whole-width minus', '-12.00'],
  ['Taxi -€12', '-12 EUR'],
  ['€ -5,5', '-5.5 EUR'],
  ['Hotel - $120', '120 $'],
  ['Lunch Rs. 1,23,456.75', '123456.75 Rs'],
  ['CHF 1’234.50', '1234.50 CHF'],
  ['1 234,50 €', '1234.50 EUR'],
  ['USD 99', '99 USD'],
  ['US$12.00', '12.00 USD'],
  ['500 TRY', '500 TRY'],
  ['iPhone 12 $999', '999 $'],
  ['100 kr for 2', '100 kr'],
  ['$1.234', '1234 $'],
  ['$0.125', '0.125 $'],
  ['$12, tax', '12 $'],
  ['Lunch 12.00, tip 2.00', '12.00'],
  ['0.1 € and more', '0.1 EUR'],
])('%s costs %s', (name, amount) => {
  expect(written(amountInName(name))).toBe(amount);
});

test.each([
  'Meeting 3',
  'TOP 10 ideas',
  'v1.2.10',
  '12.05.2026 meeting',
  '10:30.00',
  'Discount 12.50%',
  '5kg',
  '12 KROW',
  'A4 paper',
  '$ 12.5K',
  '',
  '$12345678901234567',
])('%s costs nothing that is said', (name) => {
  expect(amountInName(name)).toBeNull();
});

test('a number field’s value keeps its digits', () => {
  expect(written(amountOfField('318.40'))).toBe('318.40');
  expect(written(amountOfField('-0.10'))).toBe('-0.10');
  for (const unreadable of ['', 'abc', '1e21', 'NaN', '1,5', '1234567890123456'])
    expect(amountOfField(unreadable)).toBeNull();
});

test('decimals add up exactly', () => {
  const sum = (...texts: string[]) =>
    String(texts.map((text) => Decimal.read(text) ?? new Decimal(0n, 0)).reduce((total, next) => total.plus(next)));
  expect(sum('0.1', '0.2')).toBe('0.3');
  expect(sum('0.10', '-0.3')).toBe('-0.20');
  expect(sum('999999999999.99', '0.01')).toBe('1000000000000.00');
  expect(sum('-0.05', '0.05')).toBe('0.00');
  expect(sum('5')).toBe('5');
});
