import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { incidentFields, incidentUpdate } from '../../contract/status.ts';
import { atomically } from '../../db/query/atomically.ts';
import { insertSelected } from '../../db/query/insert-selected.ts';
import { healthMonitors } from '../../db/schema/health.ts';
import { statusIncidentServers, statusIncidents, statusUpdates } from '../../db/schema/status.ts';
import type { RecordChange } from '../audit/entries.ts';
import type { CoreDependencies } from '../dependencies.ts';
import { conflict, invalid, notFound } from '../errors.ts';
import { isPublishedOn, isShownOn } from './incident-pages.ts';
import { namedServers } from './listed-servers.ts';
import type { PublicPage } from './page-servers.ts';
import { announceUpdate } from './subscription-mails.ts';
import { takesSubscriptions } from './subscriptions.ts';

type Deps = Pick<CoreDependencies, 'db' | 'now'>;

const record = 'Incident';

async function find({ db }: Deps, id: number) {
  const [incident] = await db.select().from(statusIncidents).where(eq(statusIncidents.id, id));
  if (!incident) throw notFound('This incident');
  if (incident.isDiscarded) throw conflict('This draft was discarded.');
  return incident;
}

/** Creates a draft, or changes the title and servers of an incident; returns its id. */
export async function saveIncident(
  deps: Deps,
  { id, title, clientIds }: z.output<typeof incidentFields>,
  recordChange: RecordChange,
): Promise<number> {
  const ids = [...new Set(clientIds)];
  await requireListed(deps, ids);
  const incident = id === undefined ? await createDraft(deps, title) : await find(deps, id);
  // An incident that loses its last server stays on /status if it is there, and does not become public otherwise.
  const isGeneral = ids.length === 0 && (id === undefined || (await isShownOn(deps.db, id, 'status')));
  const { incidentId, clientId } = statusIncidentServers;
  await atomically(deps.db, (tx) => [
    tx.update(statusIncidents).set({ title, isGeneral }).where(eq(statusIncidents.id, incident.id)),
    tx.update(statusIncidentServers).set({ isRemoved: true }).where(eq(incidentId, incident.id)),
    // With the outage that a server has now, for which no draft is made any more.
    insertSelected(
      tx,
      statusIncidentServers,
      {
        incidentId: incident.id,
        clientId: healthMonitors.clientId,
        outageAt: sql`case when ${eq(healthMonitors.status, 'offline')} then ${healthMonitors.statusSince} end`,
      },
      sql`${healthMonitors} where ${inArray(healthMonitors.clientId, [0, ...ids])}`,
    ).onConflictDoUpdate({ target: [incidentId, clientId], set: { isRemoved: false } }),
  ]);
  recordChange({ record, id: incident.id, before: { title: incident.title }, after: { title } });
  return incident.id;
}

async function requireListed({ db }: Deps, wanted: readonly number[]) {
  if (wanted.length === 0) return;
  const found = await db
    .select({ clientId: healthMonitors.clientId })
    .from(healthMonitors)
    .where(and(inArray(healthMonitors.clientId, [...wanted]), eq(healthMonitors.isOnStatusPage, true)));
  if (found.length < wanted.length) throw invalid({ clientIds: 'Choose servers that are on the status page' });
}

async function createDraft({ db, now }: Deps, title: string) {
  const [created] = await db
    .insert(statusIncidents)
    .values({ title, state: 'investigating', isDraft: true, startedAt: now() })
    .returning();
  if (!created) throw new Error('the incident was not stored');
  return created;
}

/** Adds an update and gives the incident its state. The first update publishes the incident, `resolved` ends it. Subscribers get it by mail. */
export async function postUpdate(
  deps: Deps & Pick<CoreDependencies, 'config' | 'queue' | 'log'>,
  { id, state, text }: z.output<typeof incidentUpdate>,
  recordChange: RecordChange,
): Promise<void> {
  const { title, ...before } = await find(deps, id);
  const at = deps.now();
  const resolvedAt = state === 'resolved' ? (before.resolvedAt ?? at) : null;
  // Subscribers get what /status shows.
  const isMailed = takesSubscriptions(deps.config) && (await isShownOn(deps.db, id, 'status'));
  const mailsStoredTo = isMailed ? 0 : null;
  const [, stored] = await atomically(deps.db, (tx) => [
    tx.update(statusIncidents).set({ state, isDraft: false, resolvedAt }).where(eq(statusIncidents.id, id)),
    tx
      .insert(statusUpdates)
      .values({ incidentId: id, state, text, at, mailsStoredTo })
      .returning({ id: statusUpdates.id }),
  ]);
  if (isMailed) for (const update of stored) await announceUpdate(deps, update.id);
  const { isDraft } = before;
  recordChange({
    record,
    id,
    before: { title, state: before.state, isDraft },
    after: { title, state, isDraft: false },
  });
}

/** Discards a draft. Throws 409 for a published incident, which is resolved instead. */
export async function discardDraft(deps: Deps, id: number, recordChange: RecordChange): Promise<void> {
  const { title, isDraft } = await find(deps, id);
  const [discarded] = await deps.db
    .update(statusIncidents)
    .set({ isDiscarded: true })
    .where(and(eq(statusIncidents.id, id), eq(statusIncidents.isDraft, true)))
    .returning({ id: statusIncidents.id });
  if (!isDraft || !discarded) throw conflict('This incident is published. Resolve it with an update.');
  recordChange({ record, id, before: { title, isDiscarded: false }, after: { title, isDiscarded: true } });
}

/** Incidents of the screen and of the page. */
const maxListed = 100;

/** Incidents with their updates and servers, the newest first: those that visitors of a page see, or all with the drafts. */
export async function listIncidents({ db }: Pick<Deps, 'db'>, page?: PublicPage) {
  const found = await db
    .select()
    .from(statusIncidents)
    .where(page === undefined ? eq(statusIncidents.isDiscarded, false) : isPublishedOn(db, page))
    .orderBy(desc(statusIncidents.startedAt), desc(statusIncidents.id))
    .limit(maxListed);
  if (found.length === 0) return [];
  const ids = found.map(({ id }) => id);
  const [updates, servers] = await Promise.all([
    db.select().from(statusUpdates).where(inArray(statusUpdates.incidentId, ids)).orderBy(desc(statusUpdates.id)),
    namedServers({ db }, ids, page),
  ]);
  const updatesOf = Map.groupBy(updates, ({ incidentId }) => incidentId);
  const serversOf = Map.groupBy(servers, ({ incidentId }) => incidentId);
  return found.map(({ outageKey: _, isDiscarded: __, isGeneral: ___, ...incident }) => ({
    ...incident,
    updates: (updatesOf.get(incident.id) ?? []).map(({ id, state, text, at }) => ({ id, state, text, at })),
    servers: (serversOf.get(incident.id) ?? []).map(({ clientId, name }) => ({ id: clientId, name })),
  }));
}
