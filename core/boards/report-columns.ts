import type { Decimal } from '../export/decimal.ts';
import { dayOf, type Expense, type ExpenseReport } from './report.ts';

/** What a cell holds. */
export type Cell = Date | Decimal | { link: string } | string | null;

/** A column of an expense report. */
export interface ReportColumn {
  header: string;
  /** Width in a workbook, in characters. */
  width: number;
  /** Number format in a workbook. */
  format?: string;
  /** Text of an empty cell in a workbook, so that a filter can name it. */
  blank?: string;
  value(expense: Expense): Cell;
}

/** Format of amounts in a workbook. */
export const money = '#,##0.00####';

const board: ReportColumn = { header: 'Board', width: 28, value: (expense) => expense.board };
const list: ReportColumn = { header: 'List', width: 28, value: (expense) => expense.list };

/** Headings that the formulas of the totals need. */
export const totalled = { category: 'Category', amount: 'Amount', currency: 'Currency' } as const;

const common: readonly ReportColumn[] = [
  { header: 'Date', width: 12, format: 'yyyy-mm-dd', value: ({ date }) => dayOf(date) },
  { header: 'Date Used', width: 14, value: ({ dateUsed }) => dateUsed },
  { header: 'Card', width: 44, value: ({ card }) => card },
  { header: 'Description', width: 50, value: ({ description }) => description },
  { header: 'Labels', width: 24, value: ({ labels }) => labels },
  { header: totalled.category, width: 24, blank: 'No category', value: ({ category }) => category },
  { header: totalled.amount, width: 14, format: money, value: ({ amount }) => amount?.value ?? null },
  { header: totalled.currency, width: 10, blank: 'not given', value: ({ amount }) => amount?.currency ?? '' },
  { header: 'Link', width: 34, value: ({ url }) => ({ link: url }) },
  { header: 'Archived', width: 10, value: ({ isArchived }) => (isArchived ? 'Yes' : 'No') },
];

/** The columns of a report: what its cards have in common is in its title. */
export function columnsOf({ scope }: Pick<ExpenseReport, 'scope'>): readonly ReportColumn[] {
  return [...(scope === 'boards' ? [board] : []), ...(scope === 'list' ? [] : [list]), ...common];
}
