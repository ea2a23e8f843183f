import { expect, test } from 'vitest';
import { Checksum } from '../../db/copy/checksum.ts';
import { tablesInOrder } from '../../db/copy/tables.ts';
import { copyHeader, copyTrailer, TupleReader, TupleWriter } from '../../db/copy/tuples.ts';

const tables = tablesInOrder();

/** Any column of the type. */
function columnOf(dataType: string) {
  const found = tables.flatMap(({ columns }) => Object.values(columns)).find((column) => column.dataType === dataType);
  if (!found) throw new Error(`no column of the type ${dataType}`);
  return found;
}

/** A table with a column of each type, as `row` fills them. */
const [someTable] = tables;
if (!someTable) throw new Error('no table');
const described = {
  ...someTable,
  name: 'samples',
  columns: {
    text: columnOf('string'),
    other: columnOf('string'),
    number: columnOf('number'),
    flag: columnOf('boolean'),
    at: columnOf('date'),
    bytes: columnOf('buffer'),
    json: columnOf('json'),
    empty: columnOf('string'),
  },
};

const row = {
  text: 'Harbour',
  other: 'Quay',
  number: 7,
  flag: 1,
  at: 1_000,
  bytes: Buffer.from([1, 2, 3]),
  json: '{"a":[1,null]}',
  empty: null,
};
type Row = { [Name in keyof typeof row]: unknown };

function sumOf(...rows: Row[]): string {
  const checksum = new Checksum();
  const writer = new TupleWriter(described);
  for (const values of rows) checksum.add(writer.add(Object.values(values)));
  return `${checksum}`;
}

test.each<[string, Partial<Row>]>([
  ['text', { text: 'harbour' }],
  ['swapped texts', { text: 'Quay', other: 'Harbour' }],
  ['characters moved to the next column', { other: 'QuayH', text: 'arbour' }],
  ['number', { number: 8 }],
  ['flag', { flag: 0 }],
  ['time by a millisecond', { at: 1_001 }],
  ['last byte', { bytes: Buffer.from([1, 2, 4]) }],
  ['JSON', { json: '{"a":[1,0]}' }],
  ['null to an empty text', { empty: '' }],
])('a changed %s changes the checksum', (_name, change) => {
  expect(sumOf({ ...row, ...change })).not.toBe(sumOf(row));
});

test('the order of rows does not matter, their number does', () => {
  const second = { ...row, text: 'Pier' };
  expect(sumOf(second, row)).toBe(sumOf(row, second));
  expect(sumOf(row, row)).not.toBe(sumOf(row));
  expect(sumOf(row, row)).not.toBe(sumOf(second, second));
});

test('a NUL equals the character that Postgres stores for it, and is counted', () => {
  expect(sumOf({ ...row, text: 'a\0b' })).toBe(sumOf({ ...row, text: 'a\ufffdb' }));
  expect(sumOf({ ...row, text: 'a\0b' })).not.toBe(sumOf({ ...row, text: 'ab' }));
  const writer = new TupleWriter(described);
  for (const text of ['a\0b', 'ab', '\0\0']) writer.add(Object.values({ ...row, text }));
  expect(writer.replaced).toBe(2);
});

test.each([
  ['a number of more than 32 bits', { number: 2 ** 31 }, /^samples cannot be copied: \w+ has the number 2147483648\.$/],
  ['a fraction', { number: 1.5 }, /^samples cannot be copied: \w+ has the number 1\.5\.$/],
  ['bytes as a text', { text: Buffer.from('a') }, /^samples cannot be copied: \w+ has bytes\.$/],
  ['a text as a time', { at: 'secret' }, /^samples cannot be copied: \w+ has a text\.$/],
])('%s is refused', (_name, change, message) => {
  expect(() => sumOf({ ...row, ...change })).toThrow(message);
});

test('tuples are found in chunks of any size, and an incomplete stream has not ended', () => {
  const writer = new TupleWriter(described);
  const rows = [row, { ...row, text: '' }, { ...row, bytes: Buffer.alloc(3000, 7) }, { ...row, number: -1 }];
  const tuples = rows.map((values) => Buffer.from(writer.add(Object.values(values))));
  const stream = Buffer.concat([copyHeader, ...tuples, copyTrailer]);
  for (const size of [1, 2, 3, 7, 19, 20, 100, 1000, stream.length]) {
    const found: Buffer[] = [];
    const reader = new TupleReader((tuple) => found.push(Buffer.from(tuple)));
    for (let start = 0; start < stream.length; start += size) {
      expect(reader.hasEnded).toBe(false);
      reader.push(stream.subarray(start, start + size));
    }
    expect(reader.hasEnded).toBe(true);
    expect(found).toEqual(tuples);
  }
});
