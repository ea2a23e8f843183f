import { and, eq, exists, or, sql } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { clients } from '../../db/schema/clients.ts';
import { healthMonitors } from '../../db/schema/health.ts';
import { statusIncidentServers, statusIncidents } from '../../db/schema/status.ts';
import { statusGroups } from '../../db/schema/status-groups.ts';
import { isOnPage, ownGroup, type PublicPage } from './page-servers.ts';

/** Matches the incidents of a page, drafts included: those that affect one of its servers, and on /status general incidents. */
function belongsTo(db: Pick<Database, 'select'>, page: PublicPage) {
  const { incidentId, clientId, isRemoved } = statusIncidentServers;
  const server = db
    .select({ one: sql`1` })
    .from(statusIncidentServers)
    .innerJoin(clients, eq(clients.id, clientId))
    .innerJoin(healthMonitors, eq(healthMonitors.clientId, clientId))
    .leftJoin(statusGroups, ownGroup)
    .where(and(eq(incidentId, statusIncidents.id), eq(isRemoved, false), isOnPage(page)));
  return page === 'status' ? or(eq(statusIncidents.isGeneral, true), exists(server)) : exists(server);
}

/** Matches the incidents that visitors of a page see. */
export function isPublishedOn(db: Pick<Database, 'select'>, page: PublicPage) {
  return and(eq(statusIncidents.isDraft, false), eq(statusIncidents.isDiscarded, false), belongsTo(db, page));
}

/** True if the page shows the incident, or will once it is published. */
export async function isShownOn(db: Database, id: number, page: PublicPage): Promise<boolean> {
  return (await db.$count(statusIncidents, and(eq(statusIncidents.id, id), belongsTo(db, page)))) > 0;
}
