import { and, asc, gt, inArray } from 'drizzle-orm';
import type { HealthStatus } from '../../contract/health.ts';
import type { Database } from '../../db/database.ts';
import { healthFlips } from '../../db/schema/health.ts';
import { uptime } from '../health/uptime.ts';
import { type DayOutage, dayHistory } from './day-history.ts';
import { lastDays } from './days.ts';
import { type ResponseTimes, readResponseTimes } from './response-times.ts';

/** Period of the uptime figures and bars. */
const historyDays = 90;
/** A history is cached this long: the page is public, and histories change slowly. */
const cacheMs = 60_000;
/** Servers in the cache. */
const maxCached = 10_000;

/** A server's last 90 days. */
export interface ServerHistory {
  /** Share of the monitored time online: 0 to 1; null if no time counts. */
  share: number | null;
  days: readonly DayOutage[];
  /** Null if no HTTP check measured any. */
  responseTimes: ResponseTimes | null;
}

type HistoryReader = (
  rows: readonly { id: number; status: HealthStatus }[],
  zone: string,
) => Promise<ReadonlyMap<number, ServerHistory>>;

/** Returns a function that reads histories of servers, each at most once a minute. */
export function createHistoryCache({ db, now }: { db: Database; now(): Date }): HistoryReader {
  const cached = new Map<number, ServerHistory & { until: number }>();
  return async (rows, zone) => {
    const at = now();
    const stale = rows.filter(({ id }) => (cached.get(id)?.until ?? 0) <= Number(at));
    if (cached.size + stale.length > maxCached) cached.clear();
    const days = lastDays(at, zone, historyDays);
    const ids = stale.map(({ id }) => id);
    const [changes, times] = await Promise.all([
      changesOf(db, ids, days[0]?.from ?? at),
      readResponseTimes(db, ids, at),
    ]);
    const until = Number(at) + cacheMs;
    for (const row of stale) {
      const own = changes.get(row.id) ?? [];
      cached.set(row.id, {
        share: uptime(own, row, at, historyDays),
        days: dayHistory(own, row, days, at),
        responseTimes: times.get(row.id) ?? null,
        until,
      });
    }
    return cached;
  };
}

async function changesOf(db: Database, ids: readonly number[], from: Date) {
  const { clientId, at, status, previous } = healthFlips;
  if (ids.length === 0) return new Map<number, never[]>();
  // A day before the first one: the uptime counts full days back from now.
  const earliest = new Date(Number(from) - 86_400_000);
  const flips = await db
    .select({ clientId, at, status, previous })
    .from(healthFlips)
    .where(and(inArray(clientId, [...ids]), gt(at, earliest)))
    .orderBy(asc(at));
  return Map.groupBy(flips, (flip) => flip.clientId);
}
