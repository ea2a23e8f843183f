import { createHash } from 'node:crypto';
import { storable } from '../query/storable.ts';
import type { Row } from './rows.ts';

const modulus = 1n << 128n;

/** How many rows there are, and what is in them, whatever their order and whichever database they are in. */
export class Checksum {
  #rows = 0;
  #sum = 0n;
  #replaced = 0;

  /** Rows so far. */
  get rows(): number {
    return this.#rows;
  }

  /** Texts so far with a NUL, in whose place Postgres keeps a replacement character. */
  get replaced(): number {
    return this.#replaced;
  }

  add(rows: readonly Row[]): void {
    for (const row of rows) {
      this.#rows += 1;
      this.#sum = (this.#sum + this.#hash(row)) % modulus;
    }
  }

  /** The same for the same rows. */
  toString(): string {
    return `${this.#rows} ${this.#sum.toString(16).padStart(32, '0')}`;
  }

  #hash(row: Row): bigint {
    const hash = createHash('sha256');
    for (const name of Object.keys(row).sort()) {
      const bytes = this.#bytesOf(row[name]);
      // The length keeps two values that follow each other from looking like two others.
      hash.update(`${name} ${bytes.kind} ${bytes.content.length} `).update(bytes.content);
    }
    return BigInt(`0x${hash.digest('hex').slice(0, 32)}`);
  }

  #bytesOf(value: unknown): { kind: string; content: Uint8Array } {
    if (value === null) return { kind: 'null', content: Buffer.alloc(0) };
    if (value instanceof Uint8Array) return { kind: 'bytes', content: value };
    if (value instanceof Date) return { kind: 'instant', content: Buffer.from(String(Number(value))) };
    if (typeof value === 'string') {
      const stored = storable(value);
      if (stored !== value) this.#replaced += 1;
      return { kind: 'text', content: Buffer.from(stored) };
    }
    return { kind: 'json', content: Buffer.from(JSON.stringify(value)) };
  }
}
