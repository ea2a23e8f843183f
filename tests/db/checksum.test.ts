import { expect, test } from 'vitest';
import { Checksum } from '../../db/copy/checksum.ts';
import type { Row } from '../../db/copy/rows.ts';

function sumOf(...rows: Row[]): string {
  const checksum = new Checksum();
  checksum.add(rows);
  return `${checksum}`;
}

const row = {
  text: 'Harbour',
  other: 'Quay',
  number: 7,
  flag: true,
  at: new Date(1_000),
  bytes: Buffer.from([1, 2, 3]),
  json: { a: [1, null] },
  empty: null,
};

test.each<[string, Row]>([
  ['text', { text: 'harbour' }],
  ['swapped texts', { text: 'Quay', other: 'Harbour' }],
  ['characters moved to the next column', { other: 'QuayH', text: 'arbour' }],
  ['number', { number: 8 }],
  ['number as text', { number: '7' }],
  ['flag', { flag: false }],
  ['time by a millisecond', { at: new Date(1_001) }],
  ['last byte', { bytes: Buffer.from([1, 2, 4]) }],
  ['JSON', { json: { a: [1, 0] } }],
  ['null to an empty text', { empty: '' }],
])('a changed %s changes the checksum', (_name, change) => {
  expect(sumOf({ ...row, ...change })).not.toBe(sumOf(row));
});

test('the order of rows and of columns does not matter, their number does', () => {
  const second = { ...row, text: 'Pier' };
  expect(sumOf(second, row)).toBe(sumOf(row, second));
  expect(sumOf(Object.fromEntries(Object.entries(row).toReversed()))).toBe(sumOf(row));
  expect(sumOf(row, row)).not.toBe(sumOf(row));
  expect(sumOf(row, row)).not.toBe(sumOf(second, second));
});

test('rows and texts with a NUL are counted', () => {
  const checksum = new Checksum();
  expect([checksum.rows, checksum.replaced]).toEqual([0, 0]);
  checksum.add([row, { ...row, text: 'a\0b', other: '\0' }]);
  checksum.add([row]);
  expect([checksum.rows, checksum.replaced]).toEqual([3, 2]);
});

test('bytes equal bytes, in a Buffer or not', () => {
  expect(sumOf({ bytes: new Uint8Array([1, 2, 3]) })).toBe(sumOf({ bytes: Buffer.from([1, 2, 3]) }));
});

test('a NUL equals the character that Postgres stores for it', () => {
  expect(sumOf({ text: 'a\0b' })).toBe(sumOf({ text: 'a\ufffdb' }));
  expect(sumOf({ text: 'a\0b' })).not.toBe(sumOf({ text: 'ab' }));
});
