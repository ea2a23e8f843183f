import { and, desc, eq, isNull } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { alarmIncidents, incidentServers } from '../../db/schema/alarm-incidents.ts';
import { clients } from '../../db/schema/clients.ts';
import { healthMonitors } from '../../db/schema/health.ts';
import { notFound } from '../errors.ts';
import { noPolicy, policiesOfServers } from './applied-policy.ts';

/** The policy that applies to a server, and its open incident; null: none. Throws 404. */
export async function policyOfServer(db: Database, clientId: number, now: Date) {
  const { statusGroupId } = healthMonitors;
  const [server] = await db
    .select({ telephonyClientId: clients.telephonyClientId, monitor: { clientId: clients.id, statusGroupId } })
    .from(clients)
    .innerJoin(healthMonitors, eq(healthMonitors.clientId, clients.id))
    .where(eq(clients.id, clientId));
  if (!server) throw notFound('This server');
  const { id, name } = (await policiesOfServers(db, [server], now)).get(clientId) ?? noPolicy;
  const { acknowledgedBy, acknowledgedAt, snoozedUntil } = alarmIncidents;
  const [incident] = await db
    .select({ id: alarmIncidents.id, acknowledgedBy, acknowledgedAt, snoozedUntil })
    .from(incidentServers)
    .innerJoin(alarmIncidents, eq(alarmIncidents.id, incidentServers.incidentId))
    .where(and(eq(incidentServers.clientId, clientId), isNull(alarmIncidents.resolvedAt)))
    .orderBy(desc(alarmIncidents.id))
    .limit(1);
  return { policy: id === null ? null : { id, name }, incident: incident ?? null };
}
