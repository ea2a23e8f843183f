import { and, asc, eq, gte } from 'drizzle-orm';
import type { ResponsePeriod } from '../../contract/checks.ts';
import type { Database } from '../../db/database.ts';
import { checkHours, checks } from '../../db/schema/checks.ts';
import { notFound } from '../errors.ts';
import { requireMonitor, type Viewer } from '../health/monitor-queries.ts';

const hourMs = 3_600_000;

/** Spans of a period: their number and the length of each in hours. The oldest hours stored are 13 months old. */
const spansOf: Record<ResponsePeriod, { count: number; hours: number }> = {
  day: { count: 24, hours: 1 },
  month: { count: 30, hours: 24 },
  year: { count: 52, hours: 168 },
};

/** The attempts of a span: response times in milliseconds, null without an attempt. */
interface Span {
  start: Date;
  attempts: number;
  failures: number;
  averageMs: number | null;
  longestMs: number | null;
}

/**
 * The response times of a check in the spans of a period, the oldest first; the last span ends with the current hour. Throws
 * 404 for a check of a server that the viewer may not see.
 */
export async function readResponseTimes(
  db: Database,
  { id, period }: { id: number; period: ResponsePeriod },
  viewer: Viewer,
  now: Date,
): Promise<Span[]> {
  const [check] = await db.select({ clientId: checks.clientId }).from(checks).where(eq(checks.id, id));
  if (!check) throw notFound('This check');
  await requireMonitor(db, check.clientId, viewer);
  const { count, hours } = spansOf[period];
  const lengthMs = hours * hourMs;
  const end = (Math.floor(Number(now) / hourMs) + 1) * hourMs;
  const first = end - count * lengthMs;
  const rows = await db
    .select({
      hour: checkHours.hour,
      attempts: checkHours.attempts,
      failures: checkHours.failures,
      totalMs: checkHours.totalMs,
      maxMs: checkHours.maxMs,
    })
    .from(checkHours)
    .where(and(eq(checkHours.checkId, id), gte(checkHours.hour, new Date(first))))
    .orderBy(asc(checkHours.hour));
  const bySpan = Map.groupBy(rows, ({ hour }) => Math.floor((Number(hour) - first) / lengthMs));
  return Array.from({ length: count }, (_, place) => {
    const own = bySpan.get(place) ?? [];
    const sum = (column: 'attempts' | 'failures' | 'totalMs') => own.reduce((total, row) => total + row[column], 0);
    const attempts = sum('attempts');
    return {
      start: new Date(first + place * lengthMs),
      attempts,
      failures: sum('failures'),
      averageMs: attempts === 0 ? null : sum('totalMs') / attempts,
      longestMs: attempts === 0 ? null : Math.max(...own.map(({ maxMs }) => maxMs)),
    };
  });
}
