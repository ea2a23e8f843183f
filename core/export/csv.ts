import { Decimal } from './decimal.ts';

/** What a cell may hold; null is an empty one. */
export type Cell = string | number | Decimal | Date | null;

/** Written first, so that spreadsheets read the file as UTF-8. */
export const byteOrderMark = '\uFEFF';

// What a spreadsheet takes for a formula, also behind white space and in full-width letters.
const formula = /^\s*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|^[\t\r\n]/;

/** One row of a CSV file (RFC 4180); text that a spreadsheet would run as a formula gets an apostrophe in front. */
export function csvRow(cells: readonly Cell[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

function csvCell(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'number' || cell instanceof Decimal) return String(cell);
  if (cell instanceof Date) return cell.toISOString();
  const text = withoutFormula(cell);
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** The text with an apostrophe in front when a spreadsheet would run it as a formula. */
export function withoutFormula(text: string): string {
  return formula.test(text) ? `'${text}` : text;
}
