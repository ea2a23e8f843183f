import { and, eq, isNull, type SQL } from 'drizzle-orm';
import type { AnySQLiteColumn } from 'drizzle-orm/sqlite-core';
import { type CheckInterval, checkIntervals } from '../../contract/clients.ts';
import type { HealthSchedule } from '../../contract/health-schedule.ts';
import { healthMonitors } from '../../db/schema/health.ts';
import { Refusal } from '../errors.ts';
import { nextTimes, shortestPeriod } from './cron.ts';

/** The columns that say when a server is expected to ping. */
const { interval, periodSeconds, cron, timeZone } = healthMonitors;
export const scheduleColumns = { interval, periodSeconds, cron, timeZone };

/** The schedule of a server's pings: its own period or cron expression, else the interval of its client. */
export type Schedule = Pick<typeof healthMonitors.$inferSelect, keyof typeof scheduleColumns>;

const minute = 60_000;
const day = 86_400_000;

/** A ping so little before a time of a cron expression counts for that time: clocks differ. In milliseconds. */
const maxEarlyMs = 30_000;

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

/** The schedule of a client's interval. */
export function ofInterval(chosen: CheckInterval): Schedule {
  return { interval: chosen, periodSeconds: null, cron: null, timeZone: null };
}

/** True if silence raises an alarm. */
export function isScheduled(schedule: Schedule): boolean {
  return schedule.interval !== 'none' || schedule.periodSeconds !== null;
}

/** The time between two pings in milliseconds, the shortest one of a cron expression; 0 if no ping is expected. */
export function periodOf(schedule: Schedule): number {
  return schedule.periodSeconds === null ? intervalMs[schedule.interval] : schedule.periodSeconds * 1000;
}

/** When the ping after one at `from` is expected; null if none is. */
export function nextPing(from: Date, schedule: Schedule): Date | null {
  const byPeriod = new Date(Number(from) + periodOf(schedule));
  if (schedule.cron !== null) {
    const early = Math.min(maxEarlyMs, periodOf(schedule) / 10);
    return firstTime(schedule.cron, schedule.timeZone, new Date(Number(from) + early)) ?? byPeriod;
  }
  if (schedule.periodSeconds !== null) return byPeriod;
  return schedule.interval === 'none' ? null : addInterval(from, schedule.interval);
}

/** For each interval: one interval after `from`, and its length in milliseconds. */
export function nextIntervals(from: Date) {
  return checkIntervals
    .filter((one) => one !== 'none')
    .map((one) => ({ interval: one, next: addInterval(from, one), ms: intervalMs[one] }));
}

/** The next `count` times at which a server pings that has pinged at `from`. Throws 400 for a cron expression without times. */
export function nextPings(schedule: Schedule, from: Date, count: number): Date[] {
  if (schedule.cron !== null) return nextTimes(cronOf(schedule.cron, schedule.timeZone), from, count);
  const times: Date[] = [];
  for (let next = nextPing(from, schedule); next !== null && times.length < count; next = nextPing(next, schedule))
    times.push(next);
  return times;
}

/** A schedule as the settings show it. */
export function toSettings(schedule: Schedule): HealthSchedule {
  if (schedule.cron !== null) {
    const { expression, timeZone: zone } = cronOf(schedule.cron, schedule.timeZone);
    return { kind: 'cron', expression, timeZone: zone };
  }
  return schedule.periodSeconds === null ? { kind: 'interval' } : { kind: 'period', seconds: schedule.periodSeconds };
}

/** The columns of a schedule from the settings. Throws 400 for a cron expression that cannot be read or never occurs. */
export function fromSettings(schedule: HealthSchedule, now: Date): Omit<Schedule, 'interval'> {
  if (schedule.kind === 'interval') return { periodSeconds: null, cron: null, timeZone: null };
  if (schedule.kind === 'period') return { periodSeconds: schedule.seconds, cron: null, timeZone: null };
  return {
    periodSeconds: shortestPeriod(schedule, now),
    cron: schedule.expression,
    timeZone: schedule.timeZone,
  };
}

/** Matches the servers that have this schedule. */
export function hasSchedule(schedule: Schedule): SQL | undefined {
  return and(
    eq(interval, schedule.interval),
    sameOrNull(periodSeconds, schedule.periodSeconds),
    sameOrNull(cron, schedule.cron),
    sameOrNull(timeZone, schedule.timeZone),
  );
}

/** Matches rows whose column has this value, which may be null. */
export function sameOrNull(column: AnySQLiteColumn, value: number | string | Date | null): SQL {
  return value === null ? isNull(column) : eq(column, value);
}

/** The next time of a stored expression; undefined if it can no longer be read, such as after a zone was renamed. */
function firstTime(expression: string, zone: string | null, from: Date): Date | undefined {
  try {
    return nextTimes(cronOf(expression, zone), from, 1)[0];
  } catch (error) {
    // One server's schedule must not fail the pings of others in the same batch.
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}

function cronOf(expression: string, zone: string | null) {
  return { expression, timeZone: zone ?? 'UTC' };
}

/**
 * Adds one interval. Days, weeks and months are calendar units in the process's time zone (`TZ`): the time of day stays
 * the same across clock changes, and a month without that day ends on its last day.
 */
function addInterval(from: Date, added: CheckInterval): Date {
  const later = new Date(from);
  if (added === 'month') {
    later.setMonth(later.getMonth() + 1);
    if (later.getDate() !== from.getDate()) later.setDate(0);
    return later;
  }
  if (added === 'week' || added === 'day') {
    later.setDate(later.getDate() + (added === 'week' ? 7 : 1));
    return later;
  }
  return new Date(Number(from) + intervalMs[added]);
}
