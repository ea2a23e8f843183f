import { and, asc, count, desc, eq, gt, inArray, isNull, sql } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { given } from '../../db/query/prepared.ts';
import { clients } from '../../db/schema/clients.ts';
import { healthMonitors } from '../../db/schema/health.ts';
import { statusIncidentServers } from '../../db/schema/status.ts';
import { statusGroups } from '../../db/schema/status-groups.ts';
import { isInMaintenance } from '../health/flip.ts';
import { isInSecretGroup, isListed, isOnPage, ownGroup, type PublicPage, preparedForPages } from './page-servers.ts';
import { type PublicStatus, publicColumns } from './public-status.ts';

/** Servers on one page; a longer page is slow to load. */
export const pageSize = 100;
/** Maintenance windows on one page. */
const maxWindows = 20;

/** Servers that an incident's form offers. */
const maxChoices = 1000;

const givenNow = given('now', healthMonitors.maintenanceFrom);

const statusCounts = preparedForPages((db, isOnThePage) =>
  db
    .select({
      status: healthMonitors.status,
      servers: count(),
      maintained: sql`sum(case when ${isInMaintenance(givenNow)} then 1 else 0 end)`.mapWith(Number),
    })
    .from(healthMonitors)
    .innerJoin(clients, eq(clients.id, healthMonitors.clientId))
    .leftJoin(statusGroups, ownGroup)
    .where(isOnThePage)
    .groupBy(healthMonitors.status),
);

/** Number of a page's servers by public status. */
export async function countByStatus(
  db: Database,
  page: PublicPage,
  now: Date,
): Promise<ReadonlyMap<PublicStatus, number>> {
  const rows = await statusCounts(db, page, { now });
  const counts = new Map<PublicStatus, number>(rows.map((row) => [row.status, row.servers - row.maintained]));
  const inMaintenance = rows.reduce((sum, row) => sum + row.maintained, 0);
  return counts.set('maintenance', inMaintenance);
}

/** A hundred servers of a page by group, those without a group last; in each group offline ones first, then by Display Order.
 * Parameters `now` and `offset`. */
export const listedServers = preparedForPages((db, isOnThePage) => {
  // Not those whose outage is planned.
  const isOutage = sql`case when ${isInMaintenance(givenNow)} then 0 when ${eq(healthMonitors.status, 'offline')} then 1 else 0 end`;
  const isWithoutGroup = sql`case when ${isNull(healthMonitors.statusGroupId)} then 1 else 0 end`;
  return db
    .select({ id: clients.id, name: clients.name, groupId: healthMonitors.statusGroupId, ...publicColumns })
    .from(healthMonitors)
    .innerJoin(clients, eq(clients.id, healthMonitors.clientId))
    .leftJoin(statusGroups, ownGroup)
    .where(isOnThePage)
    .orderBy(
      asc(isWithoutGroup),
      asc(statusGroups.displayOrder),
      asc(statusGroups.id),
      desc(isOutage),
      asc(clients.displayOrder),
      asc(clients.id),
    )
    .limit(pageSize)
    .offset(sql.placeholder('offset'));
});

/** Current and planned maintenance of a page's servers, the next first; parameter `now`. */
export const plannedMaintenance = preparedForPages((db, isOnThePage) =>
  db
    .select({ name: clients.name, from: healthMonitors.maintenanceFrom, until: healthMonitors.maintenanceUntil })
    .from(healthMonitors)
    .innerJoin(clients, eq(clients.id, healthMonitors.clientId))
    .leftJoin(statusGroups, ownGroup)
    .where(and(isOnThePage, gt(healthMonitors.maintenanceUntil, givenNow)))
    .orderBy(asc(healthMonitors.maintenanceFrom), asc(clients.displayOrder), asc(clients.id))
    .limit(maxWindows),
);

/** The servers of incidents that are on a page, by name; without a page also those that were taken off all pages. */
export function namedServers({ db }: { db: Database }, incidentIds: readonly number[], page?: PublicPage) {
  const { incidentId, clientId, isRemoved } = statusIncidentServers;
  return db
    .select({ incidentId, clientId, name: clients.name })
    .from(statusIncidentServers)
    .innerJoin(clients, eq(clients.id, clientId))
    .innerJoin(healthMonitors, eq(healthMonitors.clientId, clientId))
    .leftJoin(statusGroups, ownGroup)
    .where(
      and(inArray(incidentId, [...incidentIds]), eq(isRemoved, false), page === undefined ? undefined : isOnPage(page)),
    )
    .orderBy(asc(clients.displayOrder), asc(clients.id));
}

/** Servers that an incident can name, with the secret group that hides them from others. */
export function choosableServers(db: Database) {
  return db
    .select({
      id: clients.id,
      name: clients.name,
      status: healthMonitors.status,
      secretGroup: sql<string | null>`case when ${isInSecretGroup} then ${statusGroups.name} end`,
    })
    .from(healthMonitors)
    .innerJoin(clients, eq(clients.id, healthMonitors.clientId))
    .leftJoin(statusGroups, ownGroup)
    .where(isListed)
    .orderBy(asc(clients.displayOrder), asc(clients.id))
    .limit(maxChoices);
}
