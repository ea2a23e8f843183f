import { nextIntervals, nextPing, periodOf, type Schedule } from './schedule.ts';

/** When a server pings and how late a ping may be. */
export interface PingSchedule extends Schedule {
  graceSeconds: number | null;
}

/** When a server's job runs and how long a run may take. */
export interface RunSchedule extends Schedule {
  expectedRunSeconds: number | null;
}

/** The current run and the server's due time. */
interface Run {
  startedAt: Date | null;
  dueAt: Date | null;
}

/** The default grace is the period divided by this. */
export const gracesPerPeriod = 5;
/** Upper limit of the default grace, in seconds. */
export const maxDefaultGraceSeconds = 3600;
/** Upper limit of the default expected run time. */
const maxDefaultRunMs = 6 * 3_600_000;

/** How late a ping may be, in milliseconds: the setting, else a fifth of the period, at most an hour. */
export function graceOf(schedule: PingSchedule): number {
  return schedule.graceSeconds === null ? defaultGrace(periodOf(schedule)) : schedule.graceSeconds * 1000;
}

function defaultGrace(periodMs: number): number {
  return Math.min(periodMs / gracesPerPeriod, maxDefaultGraceSeconds * 1000);
}

/** How long a run may take from its start ping to its end, in milliseconds: the setting, else the period, at most six hours. */
export function expectedRunOf(schedule: RunSchedule): number {
  const { expectedRunSeconds } = schedule;
  return expectedRunSeconds === null ? Math.min(periodOf(schedule), maxDefaultRunMs) : expectedRunSeconds * 1000;
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
export function intervalDeadlines(from: Date) {
  return nextIntervals(from).map(({ interval, next, ms }) => ({
    interval,
    next,
    graceSeconds: defaultGrace(ms) / 1000,
  }));
}

/** When a server that pinged at `from` counts as offline without another ping; null if no ping is expected. */
export function deadline(from: Date, schedule: PingSchedule): Date | null {
  const next = nextPing(from, schedule);
  return next && new Date(Number(next) + graceOf(schedule));
}
