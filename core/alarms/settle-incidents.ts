import { and, asc, eq, exists, gt, isNull, ne, notExists, or, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import type { Database } from '../../db/database.ts';
import { atomically } from '../../db/query/atomically.ts';
import { isOneOf } from '../../db/query/json-rows.ts';
import { alarmIncidents, incidentEntries, incidentServers } from '../../db/schema/alarm-incidents.ts';
import { clients } from '../../db/schema/clients.ts';
import { healthMonitors } from '../../db/schema/health.ts';

/** Servers, and incidents, of one round; the next sweep continues. */
const batchSize = 500;

/** What happened to a server whose outage is over. */
const wordsOf = {
  online: '',
  offline: 'It has gone offline again since.',
  paused: 'No longer monitored.',
  new: 'No longer monitored.',
} as const;

/** Notes the servers that are back, and resolves the incidents whose servers all are; their further steps are not taken. */
export async function settleIncidents(db: Database, now: Date): Promise<void> {
  await noteReturns(db, now);
  await resolveSettled(db, now);
}

async function noteReturns(db: Database, now: Date): Promise<void> {
  const back = await db
    .select({
      eventKey: incidentServers.eventKey,
      incidentId: incidentServers.incidentId,
      name: clients.name,
      status: healthMonitors.status,
      since: healthMonitors.statusSince,
    })
    .from(incidentServers)
    .innerJoin(healthMonitors, eq(healthMonitors.clientId, incidentServers.clientId))
    .innerJoin(clients, eq(clients.id, incidentServers.clientId))
    .where(and(isNull(incidentServers.backAt), or(ne(healthMonitors.status, 'offline'), hasNewerOutage(db))))
    .limit(batchSize);
  if (back.length === 0) return;
  const keys = back.map(({ eventKey }) => eventKey);
  const entries = back.map(({ eventKey, incidentId, name, status, since }) => ({
    incidentId,
    at: since,
    event: 'back' as const,
    who: name,
    text: wordsOf[status],
    onceKey: `back-${eventKey}`,
  }));
  await atomically(db, (tx) => [
    tx.insert(incidentEntries).values(entries).onConflictDoNothing(),
    tx
      .update(incidentServers)
      .set({ backAt: now })
      .where(and(isOneOf(incidentServers.eventKey, keys), isNull(incidentServers.backAt))),
  ]);
}

/** True if a newer incident contains the server. */
function hasNewerOutage(db: Database) {
  const newer = alias(incidentServers, 'newer');
  const isNewer = and(eq(newer.clientId, incidentServers.clientId), gt(newer.at, incidentServers.at));
  return exists(db.select({ one: sql`1` }).from(newer).where(isNewer));
}

async function resolveSettled(db: Database, now: Date): Promise<void> {
  const isOffline = and(eq(incidentServers.incidentId, alarmIncidents.id), isNull(incidentServers.backAt));
  const isOpen = and(
    isNull(alarmIncidents.resolvedAt),
    eq(alarmIncidents.kind, 'outage'),
    notExists(db.select({ one: sql`1` }).from(incidentServers).where(isOffline)),
  );
  const settled = await db
    .select({ id: alarmIncidents.id })
    .from(alarmIncidents)
    .where(isOpen)
    .orderBy(asc(alarmIncidents.id))
    .limit(batchSize);
  if (settled.length === 0) return;
  const entries = settled.map(({ id: incidentId }) => ({
    incidentId,
    at: now,
    event: 'resolved' as const,
    onceKey: `resolved-${incidentId}`,
  }));
  const ids = settled.map(({ id }) => id);
  await atomically(db, (tx) => [
    tx.insert(incidentEntries).values(entries).onConflictDoNothing(),
    tx
      .update(alarmIncidents)
      .set({ resolvedAt: now, stepAt: null })
      .where(and(isOneOf(alarmIncidents.id, ids), isNull(alarmIncidents.resolvedAt))),
  ]);
}
