import { z } from 'zod';
import { trelloId } from './boards.ts';

/** Formats of an expense report. */
const reportFormats = ['xlsx', 'csv'] as const;

/** The date of a card that an expense report uses, and its name. */
export const reportDates = {
  due: 'Due date, else creation',
  created: 'Creation',
  activity: 'Last activity',
} as const;
export type ReportDate = keyof typeof reportDates;

const currencies = new Set(Intl.supportedValuesOf('currency'));

const day = (name: string) => z.iso.date(`${name} must be a date as YYYY-MM-DD`).optional();

/** The choices of an expense report, in the query of its address. Days are in UTC, and both belong to the range. */
const reportChoices = z.object({
  format: z.enum(reportFormats, 'format must be xlsx or csv').default('xlsx'),
  date: z.enum(['due', 'created', 'activity'], 'date must be due, created or activity').default('due'),
  from: day('from'),
  to: day('to'),
  /** Currency of amounts without a sign, and of signs that several currencies share. */
  currency: z
    .string()
    .refine((code) => currencies.has(code), 'currency must be an ISO 4217 code, for example USD')
    .optional(),
});
export type ReportChoices = z.output<typeof reportChoices>;

/** Query of a list's report. */
export const listReport = reportChoices.extend({ listId: trelloId('listId') });
/** Query of a board's report; without a board, of all boards that the caller may see. */
export const boardsReport = reportChoices.extend({ boardId: trelloId('boardId').optional() });

/** True if the range of days is not empty. */
export function isRange({ from, to }: Pick<ReportChoices, 'from' | 'to'>): boolean {
  return from === undefined || to === undefined || from <= to;
}
