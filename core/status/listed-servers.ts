import { and, asc, count, desc, eq, gt, inArray, sql } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { given, prepared } from '../../db/query/prepared.ts';
import { clients } from '../../db/schema/clients.ts';
import { healthMonitors } from '../../db/schema/health.ts';
import { statusIncidentServers } from '../../db/schema/status.ts';
import { isInMaintenance } from '../health/flip.ts';
import { type PublicStatus, publicColumns } from './public-status.ts';

/** Servers on one page; a longer page is slow to load. */
export const pageSize = 100;
/** Maintenance windows on one page. */
const maxWindows = 20;

/** Servers that an incident's form offers. */
const maxChoices = 1000;

const isListed = and(eq(healthMonitors.isOnStatusPage, true), eq(clients.isActive, true));
const givenNow = given('now', healthMonitors.maintenanceFrom);

const statusCounts = prepared((db) =>
  db
    .select({
      status: healthMonitors.status,
      servers: count(),
      maintained: sql`sum(case when ${isInMaintenance(givenNow)} then 1 else 0 end)`.mapWith(Number),
    })
    .from(healthMonitors)
    .innerJoin(clients, eq(clients.id, healthMonitors.clientId))
    .where(isListed)
    .groupBy(healthMonitors.status),
);

/** Number of listed servers by public status. */
export async function countByStatus(db: Database, now: Date): Promise<ReadonlyMap<PublicStatus, number>> {
  const rows = await statusCounts(db, { now });
  const counts = new Map<PublicStatus, number>(rows.map((row) => [row.status, row.servers - row.maintained]));
  const inMaintenance = rows.reduce((sum, row) => sum + row.maintained, 0);
  return counts.set('maintenance', inMaintenance);
}

/** One page of the listed servers, offline ones first, then by Display Order; parameters `now` and `offset`. */
export const listedServers = prepared((db) => {
  // Not those whose outage is planned.
  const isOutage = sql`case when ${isInMaintenance(givenNow)} then 0 when ${eq(healthMonitors.status, 'offline')} then 1 else 0 end`;
  return db
    .select({ id: clients.id, name: clients.name, ...publicColumns })
    .from(healthMonitors)
    .innerJoin(clients, eq(clients.id, healthMonitors.clientId))
    .where(isListed)
    .orderBy(desc(isOutage), asc(clients.displayOrder), asc(clients.id))
    .limit(pageSize)
    .offset(sql.placeholder('offset'));
});

/** Current and planned maintenance of listed servers, the next first; parameter `now`. */
export const plannedMaintenance = prepared((db) =>
  db
    .select({ name: clients.name, from: healthMonitors.maintenanceFrom, until: healthMonitors.maintenanceUntil })
    .from(healthMonitors)
    .innerJoin(clients, eq(clients.id, healthMonitors.clientId))
    .where(and(isListed, gt(healthMonitors.maintenanceUntil, givenNow)))
    .orderBy(asc(healthMonitors.maintenanceFrom), asc(clients.displayOrder), asc(clients.id))
    .limit(maxWindows),
);

/** The listed servers of incidents by name; with `isPublic` false also those that were taken off the page. */
export function namedServers({ db }: { db: Database }, incidentIds: readonly number[], isPublic: boolean) {
  const { incidentId, clientId, isRemoved } = statusIncidentServers;
  return db
    .select({ incidentId, clientId, name: clients.name })
    .from(statusIncidentServers)
    .innerJoin(clients, eq(clients.id, clientId))
    .innerJoin(healthMonitors, eq(healthMonitors.clientId, clientId))
    .where(and(inArray(incidentId, [...incidentIds]), eq(isRemoved, false), isPublic ? isListed : undefined))
    .orderBy(asc(clients.displayOrder), asc(clients.id));
}

/** Servers that an incident can name. */
export function choosableServers(db: Database) {
  return db
    .select({ id: clients.id, name: clients.name, status: healthMonitors.status })
    .from(healthMonitors)
    .innerJoin(clients, eq(clients.id, healthMonitors.clientId))
    .where(isListed)
    .orderBy(asc(clients.displayOrder), asc(clients.id))
    .limit(maxChoices);
}
