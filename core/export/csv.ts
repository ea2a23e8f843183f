import { Decimal } from './decimal.ts';

/** Value of a cell; null for an empty cell. */
export type Cell = string | number | Decimal | Date | null;

/** First characters of a file, so that spreadsheets read the file as UTF-8. */
export const byteOrderMark = '\uFEFF';

// Starts of a formula in a spreadsheet, also after white space and as full-width characters.
const formula = /^\s*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|^[\t\r\n]/;

/** Writes a row of a CSV file (RFC 4180); an apostrophe precedes text that a spreadsheet would run as a formula. */
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

/** Returns the text, after an apostrophe if a spreadsheet would run it as a formula. */
export function withoutFormula(text: string): string {
  return formula.test(text) ? `'${text}` : text;
}
