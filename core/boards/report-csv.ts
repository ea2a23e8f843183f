import { byteOrderMark, csvRow } from '../export/csv.ts';
import { dayOf, type Expense, type ExpenseReport } from './report.ts';

const header = ['Date', 'Card', 'Description', 'Labels', 'Category', 'Amount', 'Currency', 'Link', 'Archived'];

/** An expense report as CSV: the cards with an amount, then those without. */
export async function* reportCsv(report: ExpenseReport): AsyncGenerator<string> {
  yield byteOrderMark + csvRow(header);
  for (const hasAmount of [true, false]) {
    for await (const expense of report.expenses()) {
      if ((expense.amount !== null) === hasAmount) yield row(expense);
    }
  }
}

function row({ date, card, description, labels, category, amount, url, isArchived }: Expense): string {
  const value = amount?.value ?? null;
  const archived = isArchived ? 'Yes' : 'No';
  const day = dayOf(date).toISOString().slice(0, 10);
  return csvRow([day, card, description, labels, category, value, amount?.currency ?? '', url, archived]);
}
