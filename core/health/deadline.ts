import { type CheckInterval, checkIntervals } from '../../contract/clients.ts';

/** How often a server pings and how late a ping may be. */
export interface PingSchedule {
  interval: CheckInterval;
  graceSeconds: number | null;
}

/** How often a server's job runs and how long a run may take. */
export interface RunSchedule {
  interval: CheckInterval;
  expectedRunSeconds: number | null;
}

/** The current run and the server's due time. */
interface Run {
  startedAt: Date | null;
  dueAt: Date | null;
}

const minute = 60_000;
const day = 86_400_000;

/** Lengths of the intervals in milliseconds, for the default grace; a month counts as 28 days. */
const intervalMs: Record<CheckInterval, number> = {
  none: 0,
  '15-minutes': 15 * minute,
  '30-minutes': 30 * minute,
  hour: 60 * minute,
  day,
  week: 7 * day,
  month: 28 * day,
};

/** Upper limit of the default grace. */
const maxDefaultGraceMs = 60 * minute;
/** Upper limit of the default expected run time. */
const maxDefaultRunMs = 6 * 60 * minute;

/** How late a ping may be, in milliseconds: the setting, else a fifth of the interval, at most an hour. */
export function graceOf({ interval, graceSeconds }: PingSchedule): number {
  return graceSeconds === null ? Math.min(intervalMs[interval] / 5, maxDefaultGraceMs) : graceSeconds * 1000;
}

/** How long a run may take from its start ping to its end, in milliseconds: the setting, else the interval, at most six hours. */
export function expectedRunOf({ interval, expectedRunSeconds }: RunSchedule): number {
  return expectedRunSeconds === null ? Math.min(intervalMs[interval], maxDefaultRunMs) : expectedRunSeconds * 1000;
}

/** When a run that started at `startedAt` counts as unfinished. */
export function runDeadline(startedAt: Date, schedule: RunSchedule): Date {
  return new Date(Number(startedAt) + expectedRunOf(schedule));
}

/** True if a server's due time is that of its run; false without a run and after downtime that extended the due time. */
export function isRunDue({ startedAt, dueAt, ...schedule }: RunSchedule & Run): boolean {
  return startedAt !== null && dueAt !== null && dueAt <= runDeadline(startedAt, schedule);
}

/** For each interval: one interval after `from`, and the default grace in seconds. */
export function nextPings(from: Date) {
  return checkIntervals
    .filter((interval) => interval !== 'none')
    .map((interval) => ({
      interval,
      next: addInterval(from, interval),
      graceSeconds: graceOf({ interval, graceSeconds: null }) / 1000,
    }));
}

/** When a server that pinged at `from` counts as offline without another ping; null if no ping is expected. */
export function deadline(from: Date, schedule: PingSchedule): Date | null {
  if (schedule.interval === 'none') return null;
  return new Date(Number(addInterval(from, schedule.interval)) + graceOf(schedule));
}

/**
 * Adds one interval. Days, weeks and months are calendar units in the process's time zone (`TZ`): the time of day stays
 * the same across clock changes, and a month without that day ends on its last day.
 */
function addInterval(from: Date, interval: CheckInterval): Date {
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
  return new Date(Number(from) + intervalMs[interval]);
}
