import { and, count, eq, gte, inArray, sql } from 'drizzle-orm';
import { outcomeOf } from '../../contract/message-outcomes.ts';
import { messageStatuses } from '../../contract/telephony.ts';
import type { Database } from '../../db/database.ts';
import { healthFlips } from '../../db/schema/health.ts';
import { telephonyMessages as log } from '../../db/schema/telephony.ts';
import { may } from '../accounts/permissions.ts';
import type { Session } from '../accounts/sessions.ts';
import { countMessages, placeIn } from './message-counts.ts';
import { hourOf, readPingHours } from './ping-hours.ts';

const hourMs = 3_600_000;
/** Hours of the charts, the current one included. */
const hours = 24;

/** Starts of the hours of the charts, the oldest first. */
function hoursUntil(now: Date): Date[] {
  const last = Number(hourOf(now));
  return Array.from({ length: hours }, (_, place) => new Date(last - (hours - 1 - place) * hourMs));
}

/** The last 24 hours by hour: messages by outcome, pings and outages. A part that the caller may not read is null. */
export async function readLastDay(db: Database, session: Session, now: Date) {
  const starts = hoursUntil(now);
  const mayHealth = may(session, 'health:read');
  const [messages, pings, outages] = await Promise.all([
    may(session, 'telephony:read') ? messageHours(db, starts) : null,
    mayHealth ? pingCounts(db, starts) : null,
    mayHealth ? outageCounts(db, starts) : null,
  ]);
  return { hours: starts, messages, pings, outages };
}

async function messageHours(db: Database, starts: readonly Date[]) {
  const counts = starts.map(() => ({ delivered: 0, pending: 0, failed: 0, received: 0 }));
  const { rows, isComplete } = await countMessages(db, starts, inArray(log.status, [...messageStatuses]));
  for (const { place, status, count } of rows) {
    const hour = counts[place];
    if (hour) hour[outcomeOf(status)] += count;
  }
  return { counts, isComplete };
}

async function pingCounts(db: Database, starts: readonly Date[]) {
  const stored = await readPingHours(db, starts[0] ?? new Date(0));
  const known = new Map(stored.map(({ hour, pings }) => [Number(hour), pings]));
  return starts.map((start) => known.get(Number(start)) ?? 0);
}

/** Outages that began in each hour. */
async function outageCounts(db: Database, starts: readonly Date[]) {
  const since = starts[0] ?? new Date(0);
  const rows = await db
    .select({ place: placeIn(starts, healthFlips.at), count: count() })
    .from(healthFlips)
    .where(and(gte(healthFlips.at, since), eq(healthFlips.status, 'offline')))
    .groupBy(sql`place`);
  const known = new Map(rows.map((row) => [row.place, row.count]));
  return starts.map((_, place) => known.get(place) ?? 0);
}
