import { and, asc, eq, isNull, lte } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { isOneOf } from '../../db/query/json-rows.ts';
import { alarmIncidents, alarmNotices, incidentServers } from '../../db/schema/alarm-incidents.ts';
import { healthMonitors } from '../../db/schema/health.ts';
import type { CoreDependencies } from '../dependencies.ts';
import { maintenanceEnd } from '../health/flip.ts';
import { type AppliedPolicy, noPolicy, readPolicies } from './applied-policy.ts';
import { drillMessage } from './drills.ts';
import type { Incident } from './find-incident.ts';
import type { Bundle } from './grouping.ts';
import { type News, readNews } from './news.ts';
import { type AlarmMessage, messageOf } from './notify.ts';
import { type PlannedStep, planStep } from './plan.ts';
import { readReach, type Target } from './reach.ts';
import { stillOffline } from './still-offline.ts';

/** Incidents whose steps are taken together. */
const batchSize = 100;
/** After this time an incident is looked at again whose servers are all in maintenance or back. */
const waitMs = 60_000;

/** An incident whose step is due, and its messages. */
export interface DueStep {
  incident: Incident;
  policy: AppliedPolicy;
  plan: PlannedStep<Target>;
  messages: { target: Target; message: AlarmMessage }[];
}

/** Reads the steps that are due, with whom they notify of what. `hasMore`: there may be further ones. */
export async function readDueSteps(deps: CoreDependencies): Promise<{ due: DueStep[]; hasMore: boolean }> {
  const incidents = await dueIncidents(deps.db, deps.now());
  if (incidents.length === 0) return { due: [], hasMore: false };
  const due = await planned(deps, await withoutQuiet(deps, incidents));
  return { due, hasMore: incidents.length === batchSize };
}

function dueIncidents(db: Database, now: Date): PromiseLike<Incident[]> {
  return db
    .select()
    .from(alarmIncidents)
    .where(and(lte(alarmIncidents.stepAt, now), isNull(alarmIncidents.resolvedAt)))
    .orderBy(asc(alarmIncidents.stepAt), asc(alarmIncidents.id))
    .limit(batchSize);
}

interface WithPolicy {
  incident: Incident;
  policy: AppliedPolicy;
}

/** Incidents with their policies; the steps of those in quiet hours become due at the end of these. */
async function withoutQuiet({ db, now }: CoreDependencies, incidents: readonly Incident[]): Promise<WithPolicy[]> {
  const policies = await readPolicies(db, [...new Set(incidents.flatMap(({ policyId }) => policyId ?? []))], now());
  const found: WithPolicy[] = [];
  for (const incident of incidents) {
    const policy = policies.get(incident.policyId ?? 0) ?? noPolicy;
    if (policy.quietUntil === null) found.push({ incident, policy });
    else await postpone({ db, now }, [incident.id], policy.quietUntil);
  }
  return found;
}

/** Makes due steps due later, so that they do not hold up those of other incidents. */
async function postpone({ db, now }: Pick<CoreDependencies, 'db' | 'now'>, ids: readonly number[], until: Date) {
  if (ids.length === 0) return;
  await db
    .update(alarmIncidents)
    .set({ stepAt: until })
    .where(and(isOneOf(alarmIncidents.id, ids), lte(alarmIncidents.stepAt, now())));
}

async function planned(deps: CoreDependencies, incidents: readonly WithPolicy[]): Promise<DueStep[]> {
  const { db } = deps;
  const ids = incidents.map(({ incident }) => incident.id);
  const servers = await serversOf(db, ids);
  const notified = await incidentsWithNotices(db, ids);
  const all = incidents.map(({ incident, policy }) => {
    const { id, kind, step, telephonyClientId: account, drillServerId } = incident;
    // The first step says that servers went offline, a further one that the same outages last, without those in maintenance.
    const lasts = ({ row, monitor }: Server) =>
      monitor.status === 'offline' && monitor.statusSince <= row.at && maintenanceEnd(monitor, deps.now()) === null;
    const own = (servers.get(id) ?? []).filter((server) => step === 0 || lasts(server));
    const bundle = bundleOf(
      incident,
      own.map(({ row }) => readNews(row, account)),
    );
    const isWaiting = bundle === null && kind === 'outage';
    return { incident, policy, account, bundle, drillServerId, isWaiting };
  });
  const about = all.filter(({ isWaiting }) => !isWaiting);
  const waiting = all.flatMap(({ isWaiting, incident }) => (isWaiting ? [incident.id] : []));
  await postpone(deps, waiting, new Date(Number(deps.now()) + waitMs));
  const recipients = [...about.map(({ policy }) => policy), noPolicy].flatMap(({ steps }) =>
    steps.flatMap((step) => step.recipients),
  );
  const reach = await readReach(deps, recipients, about);
  const due: DueStep[] = [];
  for (const one of about) {
    const { incident, policy } = one;
    const isAnyoneNotified = notified.has(incident.id);
    const plan = planStep(policy, { position: incident.position, isAnyoneNotified }, reach(one));
    due.push({ incident, policy, plan, messages: await messagesOf(deps, incident, plan.targets) });
  }
  return due;
}

const stateColumns = {
  status: healthMonitors.status,
  statusSince: healthMonitors.statusSince,
  maintenanceFrom: healthMonitors.maintenanceFrom,
  maintenanceUntil: healthMonitors.maintenanceUntil,
};

type Server = Awaited<ReturnType<typeof openServers>>[number];

async function serversOf(db: Database, incidentIds: readonly number[]): Promise<ReadonlyMap<number, Server[]>> {
  return Map.groupBy(await openServers(db, incidentIds), ({ row }) => row.incidentId);
}

function openServers(db: Database, incidentIds: readonly number[]) {
  return db
    .select({ row: incidentServers, monitor: stateColumns })
    .from(incidentServers)
    .innerJoin(healthMonitors, eq(healthMonitors.clientId, incidentServers.clientId))
    .where(and(isOneOf(incidentServers.incidentId, incidentIds), isNull(incidentServers.backAt)))
    .orderBy(asc(incidentServers.at), asc(incidentServers.clientId));
}

async function incidentsWithNotices(db: Database, incidentIds: readonly number[]): Promise<ReadonlySet<number>> {
  const rows = await db
    .selectDistinct({ id: alarmNotices.incidentId })
    .from(alarmNotices)
    .where(isOneOf(alarmNotices.incidentId, incidentIds));
  return new Set(rows.map(({ id }) => id));
}

/** The servers of an incident as one notification. The first step has the key of the event, each further one its own. */
function bundleOf({ openKey, step }: Incident, news: readonly News[]): Bundle | null {
  const [first, ...others] = news;
  return first ? { key: keyOfStep(openKey, step), news: [first, ...others] } : null;
}

function keyOfStep(key: string, step: number): string {
  return step === 0 ? key : key.replace(/-\w+$/, `-step${step}`);
}

/** The messages for the targets: at first the news, later that servers are still offline. */
async function messagesOf(
  deps: CoreDependencies,
  incident: Incident,
  targets: readonly Target[],
): Promise<DueStep['messages']> {
  if (incident.kind === 'drill') return targets.map((target) => ({ target, message: drillMessage(incident) }));
  const messages: DueStep['messages'] = [];
  for (const target of targets) {
    for (const bundle of target.bundles) {
      const message = messageOf({ ...bundle, key: keyOfStep(bundle.key, incident.step) }, incident);
      const texts = incident.step === 0 ? message.texts : await stillOffline(deps, bundle);
      messages.push({ target, message: { ...message, texts } });
    }
  }
  return messages;
}
