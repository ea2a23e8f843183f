import { describe, expect, test } from 'vitest';
import { parsePrice } from '../../web/landing/price.ts';

describe('a cost', () => {
  test.each([
    ['$49 a month', '49', 'USD', 'MON'],
    ['$1,140.50/year', '1140.50', 'USD', 'ANN'],
    ['1.140,50 €', '1140.50', 'EUR', null],
    ['€ 49,9 per month', '49.9', 'EUR', 'MON'],
    ['GBP 20 / week', '20', 'GBP', 'WEE'],
    ['12 000 UAH', '12000', 'UAH', null],
    ["CHF 1'200", '1200', 'CHF', null],
    ['CA$15 daily', '15', 'CAD', 'DAY'],
    ['99 zł/mo', '99', 'PLN', 'MON'],
    [' £0 ', '0', 'GBP', null],
  ])('%s is a price', (cost, amount, currency, unit) => {
    expect(parsePrice(cost)).toEqual({ amount, currency, unit });
  });

  test.each([
    'On request',
    'Free',
    '49',
    'from $49',
    '$49 - $99',
    '$49 per seat',
    '$49 or more',
    '49 XYZ',
    '¥4900',
    '$1,1400',
    '$',
    '€',
    '',
    'EUR',
    '$49 a month for 12 months',
    '49 EURO',
  ])('%s is not a price', (cost) => {
    expect(parsePrice(cost)).toBeNull();
  });
});
