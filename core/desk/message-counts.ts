import { type AnyColumn, and, count, gte, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { telephonyMessages as log } from '../../db/schema/telephony.ts';

/** Messages that one chart counts at most unless it sets another number, so that its time does not grow with the log. */
const defaultMax = 200_000;

/** The place of a point in time in a list of spans, of which each ends where the next one begins; the last one has no end. */
export function placeIn(starts: readonly Date[], column: AnyColumn): SQL.Aliased<number> {
  const ends = starts
    .slice(1)
    .map((end, place) => sql`when ${column} < ${sql.param(end, column)} then ${sql.raw(String(place))}`);
  return sql<number>`case ${sql.join(ends, sql` `)} else ${sql.raw(String(starts.length - 1))} end`.as('place');
}

/** Messages since the first of the spans by span and status. `isComplete` is false if there are more than are counted. */
export async function countMessages(db: Database, starts: readonly Date[], where: SQL | undefined, max = defaultMax) {
  const since = starts[0] ?? new Date(0);
  const some = db
    .select({ status: log.status, createdOn: log.createdOn })
    .from(log)
    .where(and(where, gte(log.createdOn, since)))
    .limit(max + 1)
    .as('some');
  const rows = await db
    .select({ place: placeIn(starts, some.createdOn), status: some.status, count: count() })
    .from(some)
    .groupBy(sql`place`, some.status);
  return { rows, isComplete: rows.reduce((total, row) => total + row.count, 0) <= max };
}
