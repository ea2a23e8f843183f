import { and, asc, eq, gte, inArray, sum } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { checkHours, checks } from '../../db/schema/checks.ts';

/** Hours of the average and of the line. */
const hours = 24;
const hourMs = 3_600_000;

/** How long a server's HTTP checks took in the last 24 hours, in milliseconds. */
export interface ResponseTimes {
  average: number;
  /** The average of each hour, the oldest first; null for an hour without an attempt. */
  hours: readonly (number | null)[];
}

/** Reads the response times of servers that have an active HTTP check with attempts in the last 24 hours. */
export async function readResponseTimes(
  db: Database,
  clientIds: readonly number[],
  now: Date,
): Promise<ReadonlyMap<number, ResponseTimes>> {
  if (clientIds.length === 0) return new Map();
  const current = Math.floor(Number(now) / hourMs);
  const first = current - hours + 1;
  const rows = await db
    .select({
      clientId: checks.clientId,
      hour: checkHours.hour,
      attempts: sum(checkHours.attempts).mapWith(Number),
      totalMs: sum(checkHours.totalMs).mapWith(Number),
    })
    .from(checkHours)
    .innerJoin(checks, eq(checks.id, checkHours.checkId))
    .where(
      and(
        inArray(checks.clientId, [...clientIds]),
        eq(checks.kind, 'http'),
        eq(checks.isActive, true),
        gte(checkHours.hour, new Date(first * hourMs)),
      ),
    )
    .groupBy(checks.clientId, checkHours.hour)
    .orderBy(asc(checkHours.hour));
  const ofServer = Map.groupBy(rows, ({ clientId }) => clientId);
  return new Map(
    [...ofServer].map(([clientId, own]) => {
      const averages = new Map(own.map((row) => [Number(row.hour) / hourMs - first, row.totalMs / row.attempts]));
      const total = (column: 'attempts' | 'totalMs') => own.reduce((all, row) => all + row[column], 0);
      return [
        clientId,
        {
          average: total('totalMs') / total('attempts'),
          hours: Array.from({ length: hours }, (_, place) => averages.get(place) ?? null),
        },
      ];
    }),
  );
}
