import type { ReportDate } from '../../../contract/board-report.ts';

/** A period of an expense report; the days of `own` are entered. */
export type Period = keyof typeof periods | 'own';

/** Names of the periods. */
export const periods = {
  all: 'All dates',
  thisMonth: 'This month',
  lastMonth: 'Last month',
  thisQuarter: 'This quarter',
  lastQuarter: 'Last quarter',
  thisYear: 'This year',
  lastYear: 'Last year',
} as const;

/** The choices of an expense report on the screen. Days are YYYY-MM-DD, empty without one. */
export interface Choices {
  date: ReportDate;
  period: Period;
  from: string;
  to: string;
  /** ISO 4217 code; empty: as written. */
  currency: string;
}

/** The choices of the report at first: every card, by its due date, with the currencies as written. */
export const firstChoices: Choices = { date: 'due', period: 'all', from: '', to: '', currency: '' };

/** The first and the last day of a period, in UTC as on the server; empty without one. */
export function daysOf(period: Period, now: Date): Pick<Choices, 'from' | 'to'> {
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()];
  const quarter = month - (month % 3);
  const span = (firstMonth: number, months: number) => ({
    from: dayText(Date.UTC(year, firstMonth, 1)),
    to: dayText(Date.UTC(year, firstMonth + months, 0)),
  });
  switch (period) {
    case 'thisMonth':
      return span(month, 1);
    case 'lastMonth':
      return span(month - 1, 1);
    case 'thisQuarter':
      return span(quarter, 3);
    case 'lastQuarter':
      return span(quarter - 3, 3);
    case 'thisYear':
      return span(0, 12);
    case 'lastYear':
      return span(-12, 12);
    default:
      return { from: '', to: '' };
  }
}

/** The part of a report's address after its path; `what` names the list or the board. */
export function reportQuery(what: Record<string, string>, { date, from, to, currency }: Choices): string {
  const given = Object.entries({ ...what, ...(date !== 'due' && { date }), from, to, currency });
  return String(new URLSearchParams(given.filter(([, value]) => value !== '')));
}

function dayText(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}
