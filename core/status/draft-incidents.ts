import { and, asc, eq, exists, gt, inArray, isNull, lte, not, or, sql } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { atomically } from '../../db/query/atomically.ts';
import { insertSelected } from '../../db/query/insert-selected.ts';
import { clients } from '../../db/schema/clients.ts';
import { healthMonitors } from '../../db/schema/health.ts';
import { statusIncidentServers, statusIncidents } from '../../db/schema/status.ts';
import { statusGroups } from '../../db/schema/status-groups.ts';
import { isInMaintenance } from '../health/flip.ts';
import { isNotOnline } from '../health/server-state.ts';
import { isInSecretGroup, ownGroup } from './page-servers.ts';

/** Outages that began earlier get no draft: the server was put on the status page later. */
const maxAgeMs = 86_400_000;
/** Servers of one draft. */
const maxServers = 200;

/**
 * Makes one draft of an incident for the servers of the status page that are offline and in no open incident, and one for those of
 * each secret group, so that no draft says something of servers that its readers must not know. Returns the number of servers.
 */
export async function draftIncidents(db: Database, now: Date): Promise<number> {
  const offline = await offlineServers(db, now);
  let drafted = 0;
  for (const [, servers] of Map.groupBy(offline, ({ secretGroupId }) => secretGroupId))
    drafted += await draftIncident(db, servers, now);
  return drafted;
}

/** Makes a draft. A lock and the outage's key make it exactly once, however many workers sweep. */
async function draftIncident(
  db: Database,
  offline: readonly { clientId: number; name: string; since: Date }[],
  now: Date,
): Promise<number> {
  const [first] = offline;
  if (!first) return 0;
  const startedAt = new Date(Math.min(...offline.map(({ since }) => Number(since))));
  const outageKey = `${first.clientId}-${Number(first.since)}`;
  const title =
    offline.length === 1 ? `${first.name.slice(0, 105)} is offline` : `${offline.length} servers are offline`;
  const ids = offline.map(({ clientId }) => clientId);
  const isOfDraft = and(
    eq(statusIncidents.outageKey, outageKey),
    inArray(healthMonitors.clientId, ids),
    isUnnoted(db, now),
  );
  const [drafts] = await atomically(
    db,
    (tx) => [
      tx
        .insert(statusIncidents)
        .values({ outageKey, title, state: 'investigating', isDraft: true, startedAt })
        .onConflictDoNothing()
        .returning({ id: statusIncidents.id }),
      insertSelected(
        tx,
        statusIncidentServers,
        { incidentId: statusIncidents.id, clientId: healthMonitors.clientId, outageAt: healthMonitors.statusSince },
        sql`${statusIncidents} cross join ${healthMonitors} where ${isOfDraft}`,
      ),
    ],
    'status drafts',
  );
  return drafts.length === 0 ? 0 : offline.length;
}

function offlineServers(db: Database, now: Date) {
  return db
    .select({
      clientId: clients.id,
      name: clients.name,
      since: healthMonitors.statusSince,
      secretGroupId: sql<number | null>`case when ${isInSecretGroup} then ${statusGroups.id} end`,
    })
    .from(healthMonitors)
    .innerJoin(clients, eq(clients.id, healthMonitors.clientId))
    .leftJoin(statusGroups, ownGroup)
    .where(and(eq(clients.isActive, true), isUnnoted(db, now)))
    .orderBy(asc(healthMonitors.statusSince), asc(clients.id))
    .limit(maxServers);
}

/** Matches servers of the status page whose outage no incident notes, and that are in no open incident. */
function isUnnoted(db: Pick<Database, 'select'>, now: Date) {
  const incident = db
    .select({ one: sql`1` })
    .from(statusIncidentServers)
    .innerJoin(statusIncidents, eq(statusIncidents.id, statusIncidentServers.incidentId))
    .where(
      and(
        eq(statusIncidentServers.clientId, healthMonitors.clientId),
        or(
          eq(statusIncidentServers.outageAt, healthMonitors.statusSince),
          and(
            eq(statusIncidentServers.isRemoved, false),
            eq(statusIncidents.isDiscarded, false),
            isNull(statusIncidents.resolvedAt),
          ),
        ),
      ),
    );
  return and(
    isNotOnline,
    eq(healthMonitors.status, 'offline'),
    gt(healthMonitors.statusSince, new Date(Number(now) - maxAgeMs)),
    lte(healthMonitors.statusSince, now),
    eq(healthMonitors.isOnStatusPage, true),
    or(isNull(healthMonitors.maintenanceUntil), not(isInMaintenance(now) ?? sql`false`)),
    not(exists(incident)),
  );
}
