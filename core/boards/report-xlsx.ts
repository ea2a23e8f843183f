import type { Readable } from 'node:stream';
import type { stream, Worksheet } from 'exceljs';
import { withoutFormula } from '../export/csv.ts';
import { PackedFile } from '../export/packed-file.ts';
import type { Expense, ExpenseReport } from './report.ts';
import { type Cell, columnsOf, money, type ReportColumn, totalled } from './report-columns.ts';
import { Totals } from './totals.ts';

type WorkbookWriter = stream.xlsx.WorkbookWriter;

/** Rows written before the writer waits for the reader. */
const batchSize = 100;
/** Characters in a cell. */
const maxCellLength = 32_000;
/** Characters of a text in a formula. */
const maxFormulaTextLength = 255;
/** The row of the column headings; the cards follow. */
const headingRow = 5;

/** A4, as wide as one page, with the column headings on each page. */
const printing = {
  orientation: 'landscape',
  paperSize: 9,
  fitToPage: true,
  fitToWidth: 1,
  fitToHeight: 0,
  printTitlesRow: `${headingRow}:${headingRow}`,
} as const;

const expensesSheet = 'Expenses';

/**
 * An expense report as an .xlsx file, written while it is read: cards with an amount, totals by category as formulas,
 * cards without an amount. A failure calls `onFailure` and ends the stream with the same error.
 */
export function reportXlsx(report: ExpenseReport, onFailure: (error: unknown) => void): Readable {
  const out = new PackedFile();
  write(report, out).catch((error: unknown) => {
    if (!out.destroyed) onFailure(error);
    out.destroy(error instanceof Error ? error : undefined);
  });
  return out;
}

async function write(report: ExpenseReport, out: PackedFile): Promise<void> {
  // Load the library with the first report: many installations never export one.
  const { default: exceljs } = await import('exceljs');
  const workbook = new exceljs.stream.xlsx.WorkbookWriter({
    stream: out,
    useStyles: true,
    useSharedStrings: false,
  });
  workbook.created = report.madeAt;
  workbook.modified = report.madeAt;
  const totals = new Totals();
  const all = columnsOf(report);

  const withAmount = startSheet(workbook, expensesSheet, report, all);
  let last = headingRow;
  for await (const expense of report.expenses()) {
    const { amount } = expense;
    if (amount === null) continue;
    const named = (header: string) => String(cellOf(columnNamed(all, header), expense));
    totals.add(named(totalled.category), named(totalled.currency), amount.value);
    withAmount.addRow(all.map((column) => cellOf(column, expense))).commit();
    last += 1;
    if (last % batchSize === 0) await out.drained();
  }
  addFilter(withAmount, last);
  withAmount.commit();

  writeTotals(workbook, report, totals, last);

  const columns = all.filter(({ header }) => header !== totalled.amount && header !== totalled.currency);
  const without = startSheet(workbook, 'Without amount', report, columns);
  let count = 0;
  for await (const expense of report.expenses()) {
    if (expense.amount !== null) continue;
    without.addRow(columns.map((column) => cellOf(column, expense))).commit();
    count += 1;
    if (count % batchSize === 0) await out.drained();
  }
  if (count === 0) without.addRow([null, 'Every card has an amount.']).commit();
  addFilter(without, headingRow + count);
  without.commit();
  await workbook.commit();
}

/** Adds a sheet with the title, the choices and the time above the column headings. */
function startSheet(
  workbook: WorkbookWriter,
  name: string,
  { title, subtitle, notes, madeAt }: ExpenseReport,
  columns: readonly Pick<ReportColumn, 'header' | 'width' | 'format'>[],
): Worksheet {
  const sheet = workbook.addWorksheet(name, {
    views: [{ state: 'frozen', ySplit: headingRow }],
    pageSetup: printing,
    headerFooter: { oddFooter: '&L&A&RPage &P of &N' },
  });
  forgetFormulas(sheet);
  sheet.columns = columns.map(({ width, format }) => ({ width, ...(format && { style: { numFmt: format } }) }));
  const top = sheet.addRow([text(title)]);
  top.font = { bold: true, size: 14 };
  top.commit();
  sheet.addRow([text(subtitle)]).commit();
  sheet.addRow([`Made on ${madeAt.toISOString().slice(0, 16).replace('T', ' ')} UTC`]).commit();
  sheet.addRow([text(notes)]).commit();
  const headings = sheet.addRow(columns.map(({ header }) => header));
  headings.font = { bold: true };
  headings.commit();
  return sheet;
}

/** Adds the totals by category and currency, then by currency, as formulas over the first sheet and their results. */
function writeTotals(workbook: WorkbookWriter, report: ExpenseReport, totals: Totals, last: number): void {
  const sheet = startSheet(workbook, 'Totals', report, [
    { header: 'Category', width: 34 },
    { header: 'Currency', width: 12 },
    { header: 'Cards', width: 10, format: '0' },
    { header: 'Total', width: 18, format: money },
  ]);
  const all = columnsOf(report);
  const column = (header: string) => {
    const letter = letterOf(all.indexOf(columnNamed(all, header)));
    return `${expensesSheet}!$${letter}$${headingRow + 1}:$${letter}$${last}`;
  };
  // SUMPRODUCT compares the texts; SUMIFS would read a category named >5 or A* as a condition.
  const rowsOf = (row: number, whole: boolean) =>
    `${whole ? '' : `(${column(totalled.category)}=A${row})*`}(${column(totalled.currency)}=B${row})`;
  const byCurrency = new Totals();
  let row = headingRow;
  const add = (category: string, currency: string, cards: number, sum: number, whole: boolean) => {
    row += 1;
    const added = sheet.addRow([
      category,
      currency,
      { formula: `SUMPRODUCT(${rowsOf(row, whole)}*1)`, result: cards },
      { formula: `SUMPRODUCT(${rowsOf(row, whole)}*${column(totalled.amount)})`, result: sum },
    ]);
    if (whole) added.font = { bold: true };
    added.commit();
  };
  const byCategory = totals.list();
  for (const { category, currency, cards, sum } of byCategory) {
    add(category, currency, cards, sum.toCell(), false);
    byCurrency.add('', currency, sum);
  }
  for (const { currency, sum } of byCurrency.list()) {
    const cards = byCategory.reduce((count, total) => count + (total.currency === currency ? total.cards : 0), 0);
    add('All', currency, cards, sum.toCell(), true);
  }
  if (byCategory.length === 0) sheet.addRow(['No card has an amount.']).commit();
  addFilter(sheet, headingRow + byCategory.length);
  sheet.commit();
}

/** Lets the reader filter and sort by each column, from the headings to the last row. */
function addFilter(sheet: Worksheet, lastRow: number): void {
  if (lastRow > headingRow)
    sheet.autoFilter = { from: { row: headingRow, column: 1 }, to: { row: lastRow, column: sheet.columns.length } };
}

/**
 * Stops the library from keeping every formula for later cells that share it: no cell here does. `_formulae` is a
 * private property; tests/boards/large-report fails if the name changes and memory grows with the cards again.
 */
function forgetFormulas(sheet: Worksheet): void {
  Reflect.set(sheet, '_formulae', new Proxy({}, { set: () => true }));
}

function columnNamed(columns: readonly ReportColumn[], header: string): ReportColumn {
  const column = columns.find((one) => one.header === header);
  if (!column) throw new TypeError(`no column ${header}`);
  return column;
}

/** Letter of a column from 0; a report has fewer than 26. */
function letterOf(index: number): string {
  return String.fromCharCode(65 + index);
}

function cellOf({ value, blank }: ReportColumn, expense: Expense) {
  const cell: Cell = value(expense) || blank || null;
  if (cell === null || cell instanceof Date) return cell;
  if (typeof cell === 'string') return text(cell);
  return 'link' in cell ? link(cell.link) : cell.toCell();
}

function text(value: string): string {
  const safe = withoutFormula(value);
  return safe.length > maxCellLength ? `${safe.slice(0, maxCellLength)}…` : safe;
}

/** A clickable link as a formula: the library holds hyperlinks in memory until the sheet ends. */
function link(url: string) {
  if (!/^https?:\/\/[^\s"]+$/.test(url) || url.length > maxFormulaTextLength) return text(url);
  return { formula: `HYPERLINK("${url}")`, result: url };
}
