import type { CheckInterval } from '../../contract/clients.ts';

/** What a deadline is worked out from. */
export interface Rhythm {
  interval: CheckInterval;
  graceSeconds: number | null;
}

const minute = 60_000;
const day = 86_400_000;

/** Lengths of the intervals in milliseconds; of a month the shortest one's, for its grace alone. */
const lengths: Record<CheckInterval, number> = {
  none: 0,
  '15-minutes': 15 * minute,
  '30-minutes': 30 * minute,
  hour: 60 * minute,
  day,
  week: 7 * day,
  month: 28 * day,
};

/** Longest default grace in milliseconds. */
const longestDefaultGrace = 60 * minute;

/** How late a report may be, in milliseconds: as set, else a fifth of the interval, at most an hour. */
export function graceOf({ interval, graceSeconds }: Rhythm): number {
  return graceSeconds === null ? Math.min(lengths[interval] / 5, longestDefaultGrace) : graceSeconds * 1000;
}

/** When a server that reported at `from` is offline if it does not report again; null: nothing is expected of it. */
export function deadline(from: Date, rhythm: Rhythm): Date | null {
  if (rhythm.interval === 'none') return null;
  return new Date(Number(next(from, rhythm.interval)) + graceOf(rhythm));
}

/**
 * One interval later. Days, weeks and months are the calendar's, in the time zone of the product (`TZ`): the same time
 * of day also when the clocks change between, and the last of a month that has no such day.
 */
function next(from: Date, interval: CheckInterval): Date {
  const later = new Date(from);
  if (interval === 'month') {
    later.setMonth(later.getMonth() + 1);
    if (later.getDate() !== from.getDate()) later.setDate(0);
    return later;
  }
  if (interval === 'week' || interval === 'day') {
    later.setDate(later.getDate() + (interval === 'week' ? 7 : 1));
    return later;
  }
  return new Date(Number(from) + lengths[interval]);
}
