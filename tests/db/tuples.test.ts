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
  ['a negative number of more than 32 bits', { number: -(2 ** 31) - 1 }, /has the number -2147483649\.$/],
  ['a fraction', { number: 1.5 }, /^samples cannot be copied: \w+ has the number 1\.5\.$/],
  ['bytes as a text', { text: Buffer.from('a') }, /^samples cannot be copied: \w+ has bytes\.$/],
  ['a text as bytes', { bytes: 'secret' }, /^samples cannot be copied: \w+ has a text\.$/],
  ['a text as a flag', { flag: 'secret' }, /^samples cannot be copied: \w+ has a text\.$/],
  ['a number as a text', { text: 5 }, /^samples cannot be copied: \w+ has the number 5\.$/],
  ['a number as JSON', { json: 5 }, /^samples cannot be copied: \w+ has the number 5\.$/],
  ['a number as bytes', { bytes: 5 }, /^samples cannot be copied: \w+ has the number 5\.$/],
  ['bytes as JSON', { json: Buffer.from('{}') }, /^samples cannot be copied: \w+ has bytes\.$/],
  ['a text as a number', { number: 'secret' }, /^samples cannot be copied: \w+ has a text\.$/],
  ['bytes as a time', { at: Buffer.from('a') }, /^samples cannot be copied: \w+ has bytes\.$/],
  ['a text as a time', { at: 'secret' }, /^samples cannot be copied: \w+ has a text\.$/],
])('%s is refused', (_name, change, message) => {
  expect(() => sumOf({ ...row, ...change })).toThrow(message);
});

/** A value as the protocol describes it: its length in bytes, then the bytes. */
function encoded(bytes: Uint8Array): Buffer {
  const length = Buffer.alloc(4);
  length.writeInt32BE(bytes.length);
  return Buffer.concat([length, bytes]);
}

test('a tuple has the bytes that Postgres documents for each type', () => {
  const instant = (at: number) => {
    const bytes = Buffer.alloc(8);
    bytes.writeBigInt64BE((BigInt(at) - 946_684_800_000n) * 1000n);
    return encoded(bytes);
  };
  const expected = (at: number, flag: number, number: number[]) => [
    Buffer.from([0, 8]),
    ...[encoded(Buffer.from('Harbour')), encoded(Buffer.from('Quay')), encoded(Buffer.from(number))],
    ...[encoded(Buffer.from([flag])), instant(at), encoded(Buffer.from([1, 2, 3]))],
    ...[encoded(Buffer.from('{"a":[1,null]}')), Buffer.from([0xff, 0xff, 0xff, 0xff])],
  ];
  const writer = new TupleWriter(described);
  const tuple = (change: Partial<Row>) => Buffer.from(writer.add(Object.values({ ...row, ...change })));
  expect(tuple({})).toEqual(Buffer.concat(expected(1_000, 1, [0, 0, 0, 7])));
  const far = 946_684_800_000 + (2 * Number.MAX_SAFE_INTEGER) / 1000;
  for (const at of [0, 946_684_799_999, 946_684_800_001, 1_772_438_400_123, Math.floor(far), Math.ceil(-far)])
    expect(tuple({ at, flag: 0, number: -2 }), String(at)).toEqual(
      Buffer.concat(expected(at, 0, [0xff, 0xff, 0xff, 0xfe])),
    );
  // SQLite stores a fraction of a millisecond that an older version wrote.
  expect(tuple({ at: 1_000.7 })).toEqual(tuple({ at: 1_000 }));
});

test('rows larger than a buffer, and more rows than a buffer holds, are whole', () => {
  const writer = new TupleWriter(described);
  const header = 2 + 3 * 4;
  const large = '€'.repeat(120_000);
  for (const text of [large, `a${large}`, `${'b'.repeat(319_990)}€€€€€€`]) {
    const tuple = Buffer.from(writer.add([text, '', null, null, null, null, null, null]));
    expect(tuple.length).toBe(header + Buffer.byteLength(text) + 5 * 4);
    expect(tuple.toString('utf8', 6, 6 + Buffer.byteLength(text))).toBe(text);
    writer.take();
  }
  const tuples: Buffer[] = [];
  for (let number = 0; number < 20_000; number += 1) {
    const values = [null, null, number, 1, null, number % 7 === 0 ? Buffer.alloc(number % 50, 9) : null, null, null];
    tuples.push(Buffer.from(writer.add(values)));
  }
  const all = Buffer.concat(tuples);
  expect(all.length).toBeGreaterThan(640 * 1024);
  expect(writer.length).toBe(all.length);
  const taken = writer.take();
  expect(all.equals(taken)).toBe(true);
  expect(writer.length).toBe(0);
  // The next rows do not change the ones taken.
  writer.add(Object.values(row));
  expect(all.equals(taken)).toBe(true);
});

test('tuples are found in chunks of any size, as soon as they are complete', () => {
  const writer = new TupleWriter(described);
  const rows = [row, { ...row, text: '' }, { ...row, bytes: Buffer.alloc(3000, 7) }, { ...row, number: -1 }];
  const tuples = rows.map((values) => Buffer.from(writer.add(Object.values(values))));
  const stream = Buffer.concat([copyHeader, ...tuples, copyTrailer]);
  for (const size of [1, 2, 3, 7, 19, 20, 100, 1000, stream.length]) {
    const found: Buffer[] = [];
    const reader = new TupleReader((tuple) => found.push(Buffer.from(tuple)));
    const ends = tuples.map((_, place) => Buffer.concat([copyHeader, ...tuples.slice(0, place + 1)]).length);
    for (let start = 0; start < stream.length; start += size) {
      reader.push(stream.subarray(start, start + size));
      expect(found.length).toBe(ends.filter((end) => end <= start + size).length);
    }
    expect(found).toEqual(tuples);
  }
});
