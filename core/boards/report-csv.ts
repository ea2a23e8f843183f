import { byteOrderMark, csvRow } from '../export/csv.ts';
import type { ExpenseReport } from './report.ts';
import { type Cell, columnsOf } from './report-columns.ts';

/** An expense report as CSV: the cards with an amount, then those without. */
export async function* reportCsv(report: ExpenseReport): AsyncGenerator<string> {
  const columns = columnsOf(report);
  yield byteOrderMark + csvRow(columns.map(({ header }) => header));
  for (const hasAmount of [true, false])
    for await (const expense of report.expenses())
      if ((expense.amount !== null) === hasAmount) yield csvRow(columns.map(({ value }) => plain(value(expense))));
}

function plain(cell: Cell) {
  if (cell instanceof Date) return cell.toISOString().slice(0, 10);
  return cell !== null && typeof cell === 'object' && 'link' in cell ? cell.link : cell;
}
