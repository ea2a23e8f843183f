/** Periods of the log; `days` are entered. */
export const periods = ['night', 'day', 'week', 'month', 'days'] as const;
export type Period = (typeof periods)[number];

/** Names of the periods. */
export const periodNames: Record<Period, string> = {
  night: 'Last night',
  day: 'Last 24 hours',
  week: 'Last 7 days',
  month: 'Last 30 days',
  days: 'Other dates',
};

/** A night begins at 18:00 of the day before and ends at 8:00, in the browser's time zone. */
const night = { from: 18, until: 8 } as const;
const dayMs = 86_400_000;

/** The start and the end of a period that ends at `now`; the end is left out for periods that are still open. */
export function daysAt(
  period: Period,
  { first, last }: { first?: string | undefined; last?: string | undefined },
  now: Date,
): { since?: string; until?: string } {
  // A fresh minute, so that the same filters are the same question to the server.
  const minute = Math.floor(Number(now) / 60_000) * 60_000;
  const before = (days: number) => ({ since: new Date(minute - days * dayMs).toISOString() });
  if (period === 'day') return before(1);
  if (period === 'week') return before(7);
  if (period === 'month') return before(30);
  if (period === 'days')
    return {
      ...(first !== undefined && { since: midnight(first, 0).toISOString() }),
      ...(last !== undefined && { until: midnight(last, 1).toISOString() }),
    };
  const [year, month, date] = [now.getFullYear(), now.getMonth(), now.getDate()];
  return {
    since: new Date(year, month, date - 1, night.from).toISOString(),
    until: new Date(year, month, date, night.until).toISOString(),
  };
}

/** Midnight of a day, such as 2026-03-02, or of a later one, in the browser's time zone. */
function midnight(day: string, later: number): Date {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date + later);
}
