import { sql } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { isOneOf } from '../../db/query/json-rows.ts';
import { alarmIncidents, alarmNotices, incidentServers } from '../../db/schema/alarm-incidents.ts';
import type { Incident } from './find-incident.ts';

/** The latest incident of each server, open or resolved; servers that had none are left out. */
export async function lastIncidents(
  db: Database,
  clientIds: readonly number[],
): Promise<ReadonlyMap<number, Incident>> {
  if (clientIds.length === 0) return new Map();
  const { clientId, incidentId } = incidentServers;
  const rows = await db
    .select({ clientId, incidentId: sql<number>`max(${incidentId})`.mapWith(Number) })
    .from(incidentServers)
    .where(isOneOf(clientId, [...new Set(clientIds)]))
    .groupBy(clientId);
  const ids = [...new Set(rows.map((row) => row.incidentId))];
  const incidents = await db.select().from(alarmIncidents).where(isOneOf(alarmIncidents.id, ids));
  const byId = new Map(incidents.map((incident) => [incident.id, incident]));
  const latest = new Map<number, Incident>();
  for (const row of rows) {
    const incident = byId.get(row.incidentId);
    if (incident) latest.set(row.clientId, incident);
  }
  return latest;
}

/** Keys of those who were notified of incidents, by incident. */
export async function notifiedOf(db: Database, incidentIds: readonly number[]): Promise<ReadonlyMap<number, string[]>> {
  if (incidentIds.length === 0) return new Map();
  const { incidentId, recipient } = alarmNotices;
  const rows = await db
    .selectDistinct({ incidentId, recipient })
    .from(alarmNotices)
    .where(isOneOf(incidentId, incidentIds));
  const notified = new Map<number, string[]>();
  for (const row of rows) notified.set(row.incidentId, [...(notified.get(row.incidentId) ?? []), row.recipient]);
  return notified;
}

/** True while an incident sends nothing further: someone has acknowledged it, or has put it off. */
export function isSilenced({ resolvedAt, acknowledgedAt, snoozedUntil }: Incident, now: Date): boolean {
  if (resolvedAt !== null) return false;
  return acknowledgedAt !== null || (snoozedUntil !== null && snoozedUntil > now);
}
