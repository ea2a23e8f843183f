/** A calendar day of a time zone. */
export interface Day {
  /** As `2026-03-02`. */
  name: string;
  from: Date;
  until: Date;
}

const dayMs = 86_400_000;
const formats = new Map<string, Intl.DateTimeFormat>();

/** The last `count` days of a zone, today included, the oldest first. Days on which clocks change have 23 or 25 hours. */
export function lastDays(now: Date, zone: string, count: number): Day[] {
  const today = Date.parse(wallClock(now, zone).toISOString().slice(0, 10));
  const starts = Array.from({ length: count + 1 }, (_, index) => today - (count - 1 - index) * dayMs);
  const midnights = starts.map((start) => midnight(start, zone));
  return starts.slice(0, -1).map((start, index) => ({
    name: new Date(start).toISOString().slice(0, 10),
    from: midnights[index] ?? now,
    until: midnights[index + 1] ?? now,
  }));
}

/** When a day begins in a zone; `day` is the same day's midnight in UTC. */
function midnight(day: number, zone: string): Date {
  const guess = day - offset(day, zone);
  // The clocks may have changed between the guess and UTC's midnight.
  return new Date(day - offset(guess, zone));
}

function offset(at: number, zone: string): number {
  return Number(wallClock(new Date(at), zone)) - at;
}

/** The time that a zone's clocks show, as if they showed UTC. */
function wallClock(at: Date, zone: string): Date {
  const parts = new Map(
    formatOf(zone)
      .formatToParts(at)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0;
  const milliseconds = at.getUTCMilliseconds();
  return new Date(
    Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'), milliseconds),
  );
}

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known) return known;
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
    hourCycle: 'h23',
  });
  formats.set(timeZone, format);
  return format;
}
