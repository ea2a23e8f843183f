/** Digits that a spreadsheet keeps of a number; it would change an amount with more. */
export const maxSpreadsheetDigits = 15;

/** An exact decimal number with the decimals as written: `units` times 10 to the power of minus `scale`. */
export class Decimal {
  readonly #units: bigint;
  readonly #scale: number;

  constructor(units: bigint, scale: number) {
    this.#units = units;
    this.#scale = scale;
  }

  /** Reads digits with an optional sign and decimal point, such as -1234.50; null for anything else. */
  static read(text: string): Decimal | null {
    const [, sign = '', whole = '', part = ''] = /^([+-]?)(\d+)(?:\.(\d+))?$/.exec(text.trim()) ?? [];
    if (whole === '') return null;
    const units = BigInt(whole + part);
    return new Decimal(sign === '-' ? -units : units, part.length);
  }

  /** The exact sum of both. */
  plus(other: Decimal): Decimal {
    const scale = Math.max(this.#scale, other.#scale);
    return new Decimal(this.#at(scale) + other.#at(scale), scale);
  }

  /** Number of digits without leading zeros. */
  get digits(): number {
    return String(this.#units).replace('-', '').length;
  }

  /** All digits, with the decimals as written. */
  toString(): string {
    const digits = String(this.#units)
      .replace('-', '')
      .padStart(this.#scale + 1, '0');
    const point = digits.length - this.#scale;
    const sign = this.#units < 0n ? '-' : '';
    return `${sign}${digits.slice(0, point)}${this.#scale > 0 ? '.' : ''}${digits.slice(point)}`;
  }

  /** The value for a spreadsheet's cell, exact up to `maxSpreadsheetDigits` digits. */
  toCell(): number {
    return Number(this.toString());
  }

  #at(scale: number): bigint {
    return this.#units * 10n ** BigInt(scale - this.#scale);
  }
}
