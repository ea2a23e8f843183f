const units = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const;

const format = new Intl.RelativeTimeFormat('en', { numeric: 'always', style: 'short' });

/** How far an instant is from another one: `in 34 sec.`, `2 min. ago`; a dash for none. */
export function relative(instant: string | Date | null, now: string | Date): string {
  if (instant === null) return '–';
  const seconds = Math.round((Number(new Date(instant)) - Number(new Date(now))) / 1000);
  for (const [unit, length] of units)
    if (Math.abs(seconds) >= length) return format.format(Math.round(seconds / length), unit);
  return format.format(seconds, 'second');
}

/** A number of seconds in its largest whole unit: `every 15 minutes`, `every hour`. */
export function every(seconds: number): string {
  for (const [unit, length] of units) {
    if (seconds % length !== 0) continue;
    return seconds === length ? `every ${unit}` : `every ${seconds / length} ${unit}s`;
  }
  return seconds === 1 ? 'every second' : `every ${seconds} seconds`;
}

/** Seconds as people read them: `0 s`, `45 s`, `12 min`, `3 h`. */
export function span(seconds: number): string {
  if (seconds < 60) return `${Math.round(seconds)} s`;
  return seconds < 3600 ? `${Math.floor(seconds / 60)} min` : `${Math.floor(seconds / 3600)} h`;
}

/** Hour and minute. */
export function clock(instant: string | Date): string {
  return new Date(instant).toLocaleTimeString(undefined, { hour: '2-digit', minute: '2-digit' });
}
