import { DatabaseError } from '../database.ts';
import { storableText } from '../dialect.ts';
import type { CopiedTable } from './tables.ts';

// The binary format of COPY: each row is a tuple of length-prefixed values, so no value needs an escape, and equal rows
// have equal bytes whether this program or the server wrote them.

/** What precedes the tuples: signature, flags and the length of an empty extension. */
export const copyHeader = Buffer.from('PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0', 'latin1');
/** What follows the tuples. */
export const copyTrailer = Buffer.from([0xff, 0xff]);

/** Milliseconds from 1970 to 2000, where Postgres counts from. */
const epochMs = 946_684_800_000;
/** Length of a null. */
const nullLength = -1;
/** Bytes of the first buffer of a chunk; a larger row makes the buffer grow. */
const bufferSize = 320 * 1024;

type Column = CopiedTable['columns'][string];

/** Writes rows of a SQLite table as tuples. */
export class TupleWriter {
  readonly #name: string;
  readonly #columns: readonly Column[];
  #buffer = Buffer.allocUnsafeSlow(bufferSize);
  #length = 0;
  #replaced = 0;

  constructor({ name, columns }: CopiedTable) {
    this.#name = name;
    this.#columns = Object.values(columns);
  }

  /** Bytes since the last `take`. */
  get length(): number {
    return this.#length;
  }

  /** Texts so far with a NUL, which Postgres stores as U+FFFD. */
  get replaced(): number {
    return this.#replaced;
  }

  /**
   * Writes a row with the values that SQLite stores, and returns its tuple. Throws a DatabaseError if Postgres cannot store
   * a value in its column.
   */
  add(row: readonly unknown[]): Uint8Array {
    const start = this.#length;
    this.#reserve(2);
    this.#length = this.#buffer.writeInt16BE(this.#columns.length, start);
    for (const [place, column] of this.#columns.entries()) this.#write(column, row[place] ?? null);
    return this.#buffer.subarray(start, this.#length);
  }

  /** The tuples since the last `take`, in memory of their own. */
  take(): Uint8Array<ArrayBuffer> {
    const tuples = this.#buffer.subarray(0, this.#length);
    this.#buffer = Buffer.allocUnsafeSlow(bufferSize);
    this.#length = 0;
    return tuples;
  }

  #write(column: Column, value: unknown): void {
    const { dataType } = column;
    if (value === null) this.#writeLength(nullLength);
    else if (typeof value === 'string' && (dataType === 'string' || dataType === 'json')) this.#writeText(value);
    else if (value instanceof Uint8Array && dataType === 'buffer') this.#writeBytes(value);
    else if (typeof value === 'number' && dataType === 'number' && value === (value | 0)) {
      this.#writeLength(4);
      this.#length = this.#buffer.writeInt32BE(value, this.#length);
    } else if (typeof value === 'number' && dataType === 'boolean') {
      this.#writeLength(1);
      this.#length = this.#buffer.writeUInt8(value === 1 ? 1 : 0, this.#length);
    } else if (typeof value === 'number' && dataType === 'date') {
      this.#writeLength(8);
      this.#writeInstant(Math.trunc(value));
    } else throw new DatabaseError(`${this.#name} cannot be copied: ${column.name} has ${kindOf(value)}.`);
  }

  #writeBytes(value: Uint8Array): void {
    this.#writeLength(value.length);
    this.#reserve(value.length);
    this.#buffer.set(value, this.#length);
    this.#length += value.length;
  }

  /** Writes the length of a value and makes room for a short value. */
  #writeLength(length: number): void {
    this.#reserve(12);
    this.#length = this.#buffer.writeInt32BE(length, this.#length);
  }

  #writeText(value: string): void {
    const text = storableText(value);
    if (text !== value) this.#replaced += 1;
    // UTF-8 has at most three bytes for each UTF-16 unit.
    this.#reserve(4 + text.length * 3);
    const length = this.#buffer.write(text, this.#length + 4);
    this.#buffer.writeInt32BE(length, this.#length);
    this.#length += 4 + length;
  }

  /** Writes microseconds since 2000 as 64 bits. */
  #writeInstant(milliseconds: number): void {
    const microseconds = (milliseconds - epochMs) * 1000;
    if (!Number.isSafeInteger(microseconds)) {
      this.#length = this.#buffer.writeBigInt64BE(BigInt(milliseconds - epochMs) * 1000n, this.#length);
      return;
    }
    const high = Math.floor(microseconds / 2 ** 32);
    this.#length = this.#buffer.writeInt32BE(high, this.#length);
    this.#length = this.#buffer.writeUInt32BE(microseconds - high * 2 ** 32, this.#length);
  }

  #reserve(bytes: number): void {
    if (this.#length + bytes <= this.#buffer.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(this.#buffer.length * 2, this.#length + bytes));
    larger.set(this.#buffer.subarray(0, this.#length));
    this.#buffer = larger;
  }
}

/** What a refused value is, without its content. */
function kindOf(value: unknown): string {
  if (typeof value === 'number') return `the number ${value}`;
  return typeof value === 'string' ? 'a text' : 'bytes';
}

/** Finds the tuples in the chunks that the server sends. */
export class TupleReader {
  readonly #onTuple: (tuple: Uint8Array) => void;
  /** Chunks that end within the header or a tuple. */
  #waiting: Uint8Array[] = [];
  #waitingBytes = 0;
  /** Bytes without which the header or the next tuple is incomplete. */
  #needed = copyHeader.length;
  #hasHeader = false;

  constructor(onTuple: (tuple: Uint8Array) => void) {
    this.#onTuple = onTuple;
  }

  /** Passes on the tuples that the chunk completes. */
  push(chunk: Uint8Array): void {
    this.#waiting.push(chunk);
    this.#waitingBytes += chunk.length;
    if (this.#waitingBytes < this.#needed) return;
    const bytes = Buffer.concat(this.#waiting);
    const rest = bytes.subarray(this.#readTuples(bytes));
    this.#waiting = [rest];
    this.#waitingBytes = rest.length;
  }

  /** Returns the offset of the first incomplete tuple. */
  #readTuples(bytes: Uint8Array): number {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    let start = this.#hasHeader ? 0 : copyHeader.length;
    this.#hasHeader = true;
    for (;;) {
      const end = endOfTuple(view, start);
      this.#needed = end - start;
      if (end > bytes.length) return start;
      // The trailer has a negative number of values.
      if (view.getInt16(start) >= 0) this.#onTuple(bytes.subarray(start, end));
      start = end;
    }
  }
}

/** The end of the tuple that starts here; if the tuple is incomplete, an offset behind the bytes that it needs at least. */
function endOfTuple(view: DataView, start: number): number {
  let end = start + 2;
  if (end > view.byteLength) return end;
  const values = view.getInt16(start);
  for (let place = 0; place < values; place += 1) {
    if (end + 4 > view.byteLength) return end + 4;
    end += 4 + Math.max(view.getInt32(end), 0);
  }
  return end;
}
