import { formatDuration, formatTime } from '../../core/health/alarm-time.ts';
import type { DayOutage } from '../../core/status/day-history.ts';
import type { ListedServer } from '../../core/status/overview.ts';
import { type PublicStatus, statusLabels } from '../../core/status/public-status.ts';
import type { ResponseTimes } from '../../core/status/response-times.ts';

/** A server of the status page in words. */
export interface StatusServerView {
  name: string;
  status: PublicStatus;
  label: string;
  /** End of the maintenance. */
  until: string | null;
  /** As `99.98 %`; null without monitored time. */
  uptime: string | null;
  days: DayRun[];
  /** The outages of the days in words. */
  outages: string;
  /** Null if no HTTP check measured any. */
  responseTimes: ResponseTimesView | null;
}

interface ResponseTimesView {
  /** The average of 24 hours. */
  words: string;
  /** Runs of hours with attempts, for a line: each point is the hour from 0 to 23 and its height from 0 to 1. */
  lines: { x: number; y: number }[][];
}

/** Days in a row that look the same in a server's bar. */
interface DayRun {
  kind: 'up' | 'down' | 'none';
  /** Number of days. */
  length: number;
  words: string;
}

/** Days with outages that a server's text names. */
const maxNamedDays = 5;

/** Writes a server for readers, times in the company’s zone. */
export function serverView(
  { name, status, until, share, days, responseTimes }: ListedServer,
  zone: string,
): StatusServerView {
  return {
    name,
    status,
    label: statusLabels[status],
    until: until && formatTime(until, zone),
    // Rounded down: 100.00 % is said of no server with an outage.
    uptime: share === null ? null : `${(Math.floor(share * 10_000) / 100).toFixed(2)} %`,
    days: runsOf(days),
    outages: outageWords(days),
    responseTimes: responseTimes && responseTimesView(responseTimes),
  };
}

function responseTimesView({ average, hours }: ResponseTimes): ResponseTimesView {
  const highest = Math.max(...hours.map((hour) => hour ?? 0), 1);
  const lines: ResponseTimesView['lines'] = [[]];
  for (const [x, hour] of hours.entries()) {
    if (hour === null) lines.push([]);
    // Two decimals are finer than a pixel.
    else lines.at(-1)?.push({ x, y: Math.round((hour / highest) * 100) / 100 });
  }
  return { words: `${formatMilliseconds(average)} on average`, lines: lines.filter(({ length }) => length > 0) };
}

/** Writes `84 ms`, from a second on `1.2 s`. */
function formatMilliseconds(milliseconds: number): string {
  const whole = Math.round(milliseconds);
  return whole < 1000 ? `${whole} ms` : `${(whole / 1000).toFixed(1)} s`;
}

function outageWords(days: readonly DayOutage[]): string {
  if (!days.some(({ isMonitored }) => isMonitored)) return 'Not monitored in this time';
  const bad = days.filter(({ offlineMs }) => offlineMs > 0).toReversed();
  if (bad.length === 0) return 'No outage';
  const named = bad
    .slice(0, maxNamedDays)
    .map(({ day, offlineMs }) => `${shortDay(day.name)} (${formatDuration(offlineMs)})`);
  const others = bad.length > maxNamedDays ? ` and ${bad.length - maxNamedDays} more` : '';
  return `Outages on ${bad.length} ${bad.length === 1 ? 'day' : 'days'}: ${named.join(', ')}${others}`;
}

function runsOf(days: readonly DayOutage[]): DayRun[] {
  const runs: (DayRun & { first: string })[] = [];
  for (const { day, isMonitored, offlineMs } of days) {
    const kind = offlineMs > 0 ? 'down' : isMonitored ? 'up' : 'none';
    const last = runs.at(-1);
    const name = shortDay(day.name);
    if (last?.kind === kind && kind !== 'down') {
      last.length += 1;
      last.words = `${last.first} – ${name}: ${runWords[kind]}`;
    } else {
      const words = kind === 'down' ? `offline for ${formatDuration(offlineMs)}` : runWords[kind];
      runs.push({ kind, length: 1, first: name, words: `${name}: ${words}` });
    }
  }
  return runs.map(({ first: _, ...run }) => run);
}

const runWords = { up: 'no outage', none: 'not monitored' };

/** Writes a day as `Mar 2`. */
function shortDay(name: string): string {
  return shortDays.format(new Date(`${name}T00:00:00Z`));
}

const shortDays = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' });
