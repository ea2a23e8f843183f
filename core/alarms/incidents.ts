import { and, asc, desc, eq, inArray, isNotNull, isNull, lt, lte, or } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { isOneOf } from '../../db/query/json-rows.ts';
import { alarmIncidents, alarmNotices, incidentEntries, incidentServers } from '../../db/schema/alarm-incidents.ts';
import { alarmPolicies } from '../../db/schema/alarm-policies.ts';
import { clients } from '../../db/schema/clients.ts';
import { statusIncidentServers, statusIncidents } from '../../db/schema/status.ts';
import { noticesAbout } from '../health/notices.ts';
import { eventOf } from '../telephony/message-event.ts';
import { findIncident } from './find-incident.ts';

/** Open incidents that are listed, and those of one page that are over. */
const maxOpen = 200;
const pageSize = 50;
/** Servers, and recipients, of one incident that are listed. */
const maxListed = 300;

const shown = {
  id: alarmIncidents.id,
  kind: alarmIncidents.kind,
  title: alarmIncidents.title,
  openedAt: alarmIncidents.openedAt,
  resolvedAt: alarmIncidents.resolvedAt,
  acknowledgedAt: alarmIncidents.acknowledgedAt,
  acknowledgedBy: alarmIncidents.acknowledgedBy,
  snoozedUntil: alarmIncidents.snoozedUntil,
  stepAt: alarmIncidents.stepAt,
  policyId: alarmIncidents.policyId,
  policy: alarmPolicies.name,
};

/** Open incidents, the newest first, and a page of those that are over, before an id. */
export async function listIncidents(db: Database, { before }: { before?: number | undefined }) {
  const page = (where: ReturnType<typeof and>, limit: number) =>
    db
      .select(shown)
      .from(alarmIncidents)
      .leftJoin(alarmPolicies, eq(alarmPolicies.id, alarmIncidents.policyId))
      .where(where)
      .orderBy(desc(alarmIncidents.id))
      .limit(limit);
  const { id, resolvedAt } = alarmIncidents;
  const open = before === undefined ? await page(isNull(resolvedAt), maxOpen) : [];
  const over = await page(and(isNotNull(resolvedAt), before === undefined ? undefined : lt(id, before)), pageSize + 1);
  return { open, over: over.slice(0, pageSize), hasMore: over.length > pageSize };
}

/** Number of open outages of which nobody takes care. */
export function countAlarming(db: Database, now: Date): Promise<number> {
  const { kind, resolvedAt, acknowledgedAt, snoozedUntil } = alarmIncidents;
  const isLoud = or(isNull(snoozedUntil), lte(snoozedUntil, now));
  return db.$count(alarmIncidents, and(isNull(resolvedAt), eq(kind, 'outage'), isNull(acknowledgedAt), isLoud));
}

/** One incident with its servers, its timeline, everyone who was notified, and what the status page says. Throws 404. */
export async function readIncident(db: Database, id: number) {
  const incident = await findIncident(db, id);
  const [[row], servers, entries, notices] = await Promise.all([
    db
      .select(shown)
      .from(alarmIncidents)
      .leftJoin(alarmPolicies, eq(alarmPolicies.id, alarmIncidents.policyId))
      .where(eq(alarmIncidents.id, id)),
    db
      .select({
        id: clients.id,
        name: clients.name,
        at: incidentServers.at,
        backAt: incidentServers.backAt,
      })
      .from(incidentServers)
      .innerJoin(clients, eq(clients.id, incidentServers.clientId))
      .where(eq(incidentServers.incidentId, id))
      .orderBy(asc(incidentServers.at), asc(clients.id))
      .limit(maxListed),
    db.select().from(incidentEntries).where(eq(incidentEntries.incidentId, id)).orderBy(asc(incidentEntries.id)),
    db
      .select()
      .from(alarmNotices)
      .where(eq(alarmNotices.incidentId, id))
      .orderBy(asc(alarmNotices.id))
      .limit(maxListed),
  ]);
  return {
    ...(row ?? { ...incident, policy: null }),
    servers,
    entries,
    notified: await notifiedOfIncident(db, notices),
    /** Those over the limit of the hour, which a summary lists, and the answers to a fire drill. */
    notices: notices.map(({ recipient, name, at, isHeldBack, answeredAt }) => ({
      recipient,
      name,
      at,
      isHeldBack,
      answeredAt,
    })),
    onStatusPage: await onStatusPage(db, servers),
  };
}

type Notice = typeof alarmNotices.$inferSelect;

async function notifiedOfIncident(db: Database, notices: readonly Notice[]) {
  const keys = [...new Set(notices.map(({ eventKey }) => eventKey))];
  if (keys.length === 0) return [];
  const found = await noticesAbout(
    db,
    {
      isOne: (key) => isOneOf(key, keys),
      aboutOf(key) {
        const event = eventOf(key);
        const at = event !== null && 'at' in event ? event.at : new Date(0);
        const isBack = event?.kind === 'status' && event.status === 'online';
        return { about: isBack ? 'online' : event?.kind === 'reminder' ? 'reminder' : 'offline', eventAt: at };
      },
    },
    null,
  );
  return found.map(({ eventAt: _eventAt, ...notified }) => notified).toSorted((a, b) => Number(a.at) - Number(b.at));
}

/** Incidents of the status page about the same outages. */
async function onStatusPage(db: Database, servers: readonly { id: number; at: Date }[]) {
  if (servers.length === 0) return [];
  const ids = servers.map(({ id }) => id);
  const rows = await db
    .selectDistinct({ id: statusIncidents.id, title: statusIncidents.title, isDraft: statusIncidents.isDraft })
    .from(statusIncidentServers)
    .innerJoin(statusIncidents, eq(statusIncidents.id, statusIncidentServers.incidentId))
    .where(
      and(
        inArray(statusIncidentServers.clientId, ids),
        inArray(
          statusIncidentServers.outageAt,
          servers.map(({ at }) => at),
        ),
        eq(statusIncidents.isDiscarded, false),
        eq(statusIncidentServers.isRemoved, false),
      ),
    );
  return rows;
}
