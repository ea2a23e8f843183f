import { asc, eq } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { prepared } from '../../db/query/prepared.ts';
import { companies } from '../../db/schema/company.ts';

/** The active company's time zone: an IANA name, UTC without a company. */
export async function companyTimeZone(db: Database): Promise<string> {
  const [company] = await activeCompany(db, {});
  return company?.timeZone ?? 'UTC';
}

const activeCompany = prepared((db) =>
  db
    .select({ timeZone: companies.timeZone })
    .from(companies)
    .where(eq(companies.isActive, true))
    .orderBy(asc(companies.position), asc(companies.id))
    .limit(1),
);

const formats = new Map<string, Intl.DateTimeFormat>();

/** Writes a time in a zone, to the minute: `2026-03-02 09:15 CET`. */
export function formatTime(at: Date, zone: string): string {
  const parts = new Map(
    formatOf(zone)
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  );
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? '';
  return `${part('year')}-${part('month')}-${part('day')} ${part('hour')}:${part('minute')} ${part('timeZoneName')}`;
}

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known) return known;
  // British English has the short names of European zones and an offset for the others.
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZoneName: 'short',
  });
  formats.set(timeZone, format);
  return format;
}

const minuteMs = 60_000;

/** Writes a duration in at most two units, rounded down: `18 min`, `2 h 5 min`, `3 days 4 h`. */
export function formatDuration(milliseconds: number): string {
  const minutes = Math.floor(milliseconds / minuteMs);
  if (minutes < 1) return 'less than a minute';
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  if (hours < 48) return joined(`${hours} h`, minutes % 60, 'min');
  return joined(`${Math.floor(hours / 24)} days`, hours % 24, 'h');
}

function joined(larger: string, amount: number, unit: string): string {
  return amount === 0 ? larger : `${larger} ${amount} ${unit}`;
}
