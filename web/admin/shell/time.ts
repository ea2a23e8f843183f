/** A point in time as the server sends it. */
export type Instant = string | Date;

const twoDigits = (part: number) => String(part).padStart(2, '0');

// One format for each kind: days and the times of lists of events are the specification's; a time in a sentence is formatDateTime, with
// formatExactTime as its tooltip; a distance is formatRelative, a length formatLength.

/** MM/dd/yyyy (specification, section 9). */
export function formatDay(instant: Instant): string {
  const at = new Date(instant);
  return `${twoDigits(at.getMonth() + 1)}/${twoDigits(at.getDate())}/${at.getFullYear()}`;
}

/** MM/dd/yyyy hh:mm:ss a (specification, section 9). */
export function formatTimestamp(instant: Instant): string {
  const at = new Date(instant);
  const time = [at.getHours() % 12 || 12, at.getMinutes(), at.getSeconds()].map(twoDigits).join(':');
  return `${formatDay(at)} ${time} ${at.getHours() < 12 ? 'AM' : 'PM'}`;
}

const dateTime = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

/** Date and time in the browser's language, where the specification names no format. */
export function formatDateTime(instant: Instant): string {
  return dateTime.format(new Date(instant));
}

const exact = new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeStyle: 'long' });

/** Date, time and time zone in the browser's language, for a tooltip. */
export function formatExactTime(instant: Instant): string {
  return exact.format(new Date(instant));
}

/** Weekday, date, time and zone in the browser's language, in a zone that may not be the browser's. */
export function formatZonedTime(instant: Instant, timeZone: string | undefined): string {
  const parts = { weekday: 'short', day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' } as const;
  return new Intl.DateTimeFormat(undefined, { ...parts, timeZone, timeZoneName: 'short' }).format(new Date(instant));
}

const longDay = new Intl.DateTimeFormat(undefined, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' });

/** Today, Yesterday, or the date with its weekday in the browser's language. */
export function formatLongDay(instant: Instant, now: Instant): string {
  const midnight = (of: Instant) => new Date(of).setHours(0, 0, 0, 0);
  const days = Math.round((midnight(now) - midnight(instant)) / 86_400_000);
  if (days === 0) return 'Today';
  return days === 1 ? 'Yesterday' : longDay.format(new Date(instant));
}

const clock = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' });

/** Hour and minute in the browser's language. */
export function formatClock(instant: Instant): string {
  return clock.format(new Date(instant));
}

const units = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const;

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'always', style: 'short' });

/** Distance between an instant and `now`: `in 34 sec.`, `2 min. ago`; a dash for null. */
export function formatRelative(instant: Instant | null, now: Instant): string {
  if (instant === null) return '–';
  const seconds = Math.round((Number(new Date(instant)) - Number(new Date(now))) / 1000);
  for (const [unit, length] of units)
    if (Math.abs(seconds) >= length) return relative.format(Math.round(seconds / length), unit);
  return relative.format(seconds, 'second');
}

/** Seconds between two runs, in the largest whole unit: `every 15 minutes`, `every hour`. */
export function formatInterval(seconds: number): string {
  for (const [unit, length] of units) {
    if (seconds % length !== 0) continue;
    return seconds === length ? `every ${unit}` : `every ${seconds / length} ${unit}s`;
  }
  return seconds === 1 ? 'every second' : `every ${seconds} seconds`;
}

/** An age in seconds, rounded down to one unit: `45 s`, `12 min`, `3 h`. */
export function formatAge(seconds: number): string {
  if (seconds < 60) return `${Math.round(seconds)} s`;
  return seconds < 3600 ? `${Math.floor(seconds / 60)} min` : `${Math.floor(seconds / 3600)} h`;
}

/** A length of time in its two largest units: `45 s`, `12 min`, `3 h 5 min`, `2 days 4 h`. */
export function formatLength(milliseconds: number): string {
  const minutes = Math.floor(Math.max(0, milliseconds) / 60_000);
  if (minutes < 1) return `${Math.floor(Math.max(0, milliseconds) / 1000)} s`;
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return minutes % 60 === 0 ? `${hours} h` : `${hours} h ${minutes % 60} min`;
  const days = Math.floor(hours / 24);
  const whole = days === 1 ? '1 day' : `${days} days`;
  return hours % 24 === 0 ? whole : `${whole} ${hours % 24} h`;
}

/** A measured duration in milliseconds: `340 ms`, `4.2 s`, `3 min 20 s`. */
export function formatDuration(milliseconds: number): string {
  if (milliseconds < 1000) return `${milliseconds} ms`;
  const seconds = milliseconds / 1000;
  if (seconds < 60) return `${seconds.toFixed(1)} s`;
  return `${Math.floor(seconds / 60)} min ${Math.floor(seconds % 60)} s`;
}
