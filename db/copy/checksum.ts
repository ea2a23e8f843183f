import { hash } from 'node:crypto';

/** Number and content of a table's rows. The order of the rows changes nothing. */
export class Checksum {
  #rows = 0;
  /** Sums of the rows' hashes, 32 bits each. */
  readonly #sums = new Uint32Array(4);

  /** Rows so far. */
  get rows(): number {
    return this.#rows;
  }

  /** Adds a row as a tuple of the COPY format (tuples.ts). */
  add(tuple: Uint8Array): void {
    const digest = hash('sha256', tuple, 'buffer');
    this.#rows += 1;
    for (let place = 0; place < this.#sums.length; place += 1)
      this.#sums[place] = (this.#sums[place] ?? 0) + digest.readUInt32BE(place * 4);
  }

  /** Equal for equal rows. */
  toString(): string {
    return `${this.#rows} ${[...this.#sums].map((sum) => sum.toString(16).padStart(8, '0')).join('')}`;
  }
}
