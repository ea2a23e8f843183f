/** Digits a spreadsheet keeps of a number; an amount with more of them would be changed by it. */
export const maxSpreadsheetDigits = 15;

/** An exact decimal number: whole units of 10 to the power of minus `scale`. */
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

  /** The sum of both, exactly. */
  plus(other: Decimal): Decimal {
    const scale = Math.max(this.#scale, other.#scale);
    return new Decimal(this.#at(scale) + other.#at(scale), scale);
  }

  /** Digits that count, leading zeros aside. */
  get digits(): number {
    return String(this.#units).replace('-', '').length;
  }

  /** All digits, with the decimals it was written with. */
  toString(): string {
    const digits = String(this.#units)
      .replace('-', '')
      .padStart(this.#scale + 1, '0');
    const point = digits.length - this.#scale;
    const sign = this.#units < 0n ? '-' : '';
    return `${sign}${digits.slice(0, point)}${this.#scale > 0 ? '.' : ''}${digits.slice(point)}`;
  }

  /** The value for a spreadsheet's cell: up to `maxSpreadsheetDigits` digits it is written there as these very digits. */
  toCell(): number {
    return Number(this.toString());
  }

  #at(scale: number): bigint {
    return this.#units * 10n ** BigInt(scale - this.#scale);
  }
}
