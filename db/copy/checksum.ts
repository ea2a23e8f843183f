import { createHash } from 'node:crypto';
import type { Database } from '../database.ts';
import { storableText } from '../dialect.ts';
import { batchesOf, type Row } from './rows.ts';
import { tablesInOrder } from './tables.ts';

const modulus = 1n << 128n;

/** Checksum of the content of every table. */
export async function checksums(db: Database): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const table of tablesInOrder()) {
    const checksum = new Checksum();
    for await (const rows of batchesOf(db, table)) checksum.add(rows);
    found[table.name] = `${checksum}`;
  }
  return found;
}

/** Number and content of rows. The order of the rows and the database that holds them change nothing. */
export class Checksum {
  #rows = 0;
  #sum = 0n;
  #replaced = 0;

  /** Rows so far. */
  get rows(): number {
    return this.#rows;
  }

  /** Texts so far with a NUL, which Postgres stores as U+FFFD. */
  get replaced(): number {
    return this.#replaced;
  }

  add(rows: readonly Row[]): void {
    for (const row of rows) {
      this.#rows += 1;
      this.#sum = (this.#sum + this.#hash(row)) % modulus;
    }
  }

  /** Equal for equal rows. */
  toString(): string {
    return `${this.#rows} ${this.#sum.toString(16).padStart(32, '0')}`;
  }

  #hash(row: Row): bigint {
    const hash = createHash('sha256');
    for (const name of Object.keys(row).sort()) {
      const bytes = this.#bytesOf(row[name]);
      // The length separates values: 'a', 'bc' and 'ab', 'c' have different hashes.
      hash.update(`${name} ${bytes.kind} ${bytes.content.length} `).update(bytes.content);
    }
    return BigInt(`0x${hash.digest('hex').slice(0, 32)}`);
  }

  #bytesOf(value: unknown): { kind: string; content: Uint8Array } {
    if (value === null) return { kind: 'null', content: Buffer.alloc(0) };
    if (value instanceof Uint8Array) return { kind: 'bytes', content: value };
    if (value instanceof Date) return { kind: 'instant', content: Buffer.from(String(Number(value))) };
    if (typeof value === 'string') {
      const stored = storableText(value);
      if (stored !== value) this.#replaced += 1;
      return { kind: 'text', content: Buffer.from(stored) };
    }
    return { kind: 'json', content: Buffer.from(JSON.stringify(value)) };
  }
}
