import { Cron } from 'croner';
import { invalid } from '../errors.ts';

/** A cron expression of five fields or a nickname such as `@daily`, and the IANA time zone of its times. */
export interface CronTimes {
  expression: string;
  timeZone: string;
}

/** Times that are compared to find the shortest distance: more than a day of an expression for every half hour. */
const comparedTimes = 64;

/**
 * The next times after `from`, the soonest first. A time that the clocks skip counts as the end of the skipped hour; a fixed
 * time that occurs twice counts once, as in Debian's cron. Throws 400 for an expression that cannot be read or never occurs.
 */
export function nextTimes({ expression, timeZone }: CronTimes, from: Date, count: number): Date[] {
  const times = read(expression, timeZone, from, count);
  if (times.length === 0) throw invalid({ expression: 'This cron expression never occurs: no month has such a day' });
  return times;
}

/** The shortest distance between two of the next times, in whole seconds; at least a minute. */
export function shortestPeriod(times: CronTimes, from: Date): number {
  const next = nextTimes(times, from, comparedTimes).map(Number);
  const periods = next.slice(1).map((time, place) => time - (next[place] ?? time));
  return Math.max(60, Math.round(Math.min(...periods) / 1000));
}

function read(expression: string, timeZone: string, from: Date, count: number): Date[] {
  // More fields would be seconds and years, which cron does not have.
  if (!expression.startsWith('@') && expression.split(/\s+/).length !== 5)
    throw invalid({
      expression: 'A cron expression has five fields: minute, hour, day of the month, month, and day of the week',
    });
  try {
    return new Cron(expression, { timezone: timeZone, mode: '5-part', paused: true }).nextRuns(count, from);
  } catch (error) {
    if (error instanceof TypeError || error instanceof RangeError) throw invalid({ expression: reasonOf(error) });
    throw error;
  }
}

/** croner's reason without the name of its class. */
function reasonOf({ message }: Error): string {
  return `This cron expression cannot be read. ${message.replace(/^CronPattern: /, '')}`;
}
