import { and, desc, eq, gt, isNull, lte, ne, or, type SQL } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { countUpToLimit } from '../../db/query/paging.ts';
import { clients } from '../../db/schema/clients.ts';
import { healthFlips, healthMonitors } from '../../db/schema/health.ts';
import type { CoreDependencies } from '../dependencies.ts';
import { isNotOnline } from '../health/server-state.ts';
import { readNotified } from './notified.ts';

/** Offline servers that are listed one by one, those with the newest outage first. */
const maxListed = 8;

/** Servers that are offline and not in maintenance: the newest outages one by one, the others as a number. */
export async function serverItems({ db, now }: Pick<CoreDependencies, 'db' | 'now'>) {
  const isOffline = and(isNotOnline, eq(healthMonitors.status, 'offline'), notInMaintenance(now()));
  const rows = await offlineServers(db, isOffline);
  const { count, isCountExact } =
    rows.length > maxListed ? await countUpToLimit(db, healthMonitors, isOffline) : { count: 0, isCountExact: true };
  const listed = await Promise.all(
    rows.slice(0, maxListed).map(async ({ name, monitor, flip }) => ({
      kind: 'offlineServer' as const,
      id: monitor.clientId,
      name,
      since: monitor.statusSince,
      outage: flip && { cause: flip.cause, exitCode: flip.exitCode, detail: flip.detail, since: flip.since },
      notified: await readNotified(db, { monitor, flip }),
    })),
  );
  if (rows.length <= maxListed) return listed;
  return [...listed, { kind: 'moreOfflineServers' as const, count: count - maxListed, isCountExact }];
}

function notInMaintenance(now: Date) {
  const { maintenanceFrom, maintenanceUntil } = healthMonitors;
  return or(isNull(maintenanceUntil), lte(maintenanceUntil, now), gt(maintenanceFrom, now));
}

function offlineServers(db: Database, isOffline: SQL | undefined) {
  const { clientId, statusSince } = healthMonitors;
  const begunOutage = and(
    eq(healthFlips.clientId, clientId),
    eq(healthFlips.at, statusSince),
    eq(healthFlips.status, 'offline'),
  );
  return db
    .select({
      name: clients.name,
      monitor: healthMonitors,
      flip: healthFlips,
    })
    .from(healthMonitors)
    .innerJoin(clients, eq(clients.id, clientId))
    .leftJoin(healthFlips, begunOutage)
    .where(and(isOffline, ne(clients.healthCode, '')))
    .orderBy(desc(statusSince))
    .limit(maxListed + 1);
}
