import { and, asc, eq, isNull, lte, sql } from 'drizzle-orm';
import type { Database, Statement, Transaction } from '../../db/database.ts';
import { constraintErrorOf } from '../../db/query/constraint-errors.ts';
import { isOneOf } from '../../db/query/json-rows.ts';
import { yieldToEventLoop } from '../../db/query/paging.ts';
import { alarmIncidents, alarmNotices, incidentEntries, incidentServers } from '../../db/schema/alarm-incidents.ts';
import { alarmGroups } from '../../db/schema/alarms.ts';
import { healthMonitors } from '../../db/schema/health.ts';
import type { CoreDependencies } from '../dependencies.ts';
import { maintenanceEnd } from '../health/flip.ts';
import { type AppliedPolicy, noPolicy, readPolicies } from './applied-policy.ts';
import { drillMessage } from './drills.ts';
import type { Incident } from './find-incident.ts';
import type { Bundle } from './grouping.ts';
import { storeNotices, withinLimits } from './limits.ts';
import { type News, readNews } from './news.ts';
import { type AlarmMessage, messageOf, notify } from './notify.ts';
import { groupRows } from './open-incidents.ts';
import { type PlannedStep, planStep } from './plan.ts';
import { readReach, type Target } from './reach.ts';
import { stillOffline } from './still-offline.ts';
import { storeAndSend } from './store-and-send.ts';

/** Incidents whose steps are taken together. */
const batchSize = 100;
/** Recipients that an entry of the timeline names. */
const maxNames = 20;

/** An incident whose step is due, and its messages. */
interface Due {
  incident: Incident;
  policy: AppliedPolicy;
  plan: PlannedStep<Target>;
  messages: { target: Target; message: AlarmMessage }[];
}

/** Takes the steps of incidents that are due, each once however many workers do. True: there may be more. */
export async function takeSteps(deps: CoreDependencies): Promise<boolean> {
  const incidents = await dueIncidents(deps.db, deps.now());
  if (incidents.length === 0) return false;
  const due = await planned(deps, await withoutQuiet(deps, incidents));
  // Another worker may have taken one of them; alone, the others are not lost with it.
  if (due.length > 0 && !(await take(deps, due))) for (const one of due) await take(deps, [one]);
  await yieldToEventLoop();
  return due.length > 0 && incidents.length === batchSize;
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
    else
      await db
        .update(alarmIncidents)
        .set({ stepAt: policy.quietUntil })
        .where(and(eq(alarmIncidents.id, incident.id), lte(alarmIncidents.stepAt, now())));
  }
  return found;
}

async function planned(deps: CoreDependencies, incidents: readonly WithPolicy[]): Promise<Due[]> {
  const { db } = deps;
  const ids = incidents.map(({ incident }) => incident.id);
  const servers = await serversOf(db, ids);
  const notified = await incidentsWithNotices(db, ids);
  const about = incidents.flatMap(({ incident, policy }) => {
    const { id, kind, step, telephonyClientId: account, drillServerId } = incident;
    // The first step says that servers went offline, a further one that the same outages last, without those in maintenance.
    const lasts = ({ row, monitor }: Server) =>
      monitor.status === 'offline' && monitor.statusSince <= row.at && maintenanceEnd(monitor, deps.now()) === null;
    const own = (servers.get(id) ?? []).filter((server) => step === 0 || lasts(server));
    const bundle = bundleOf(
      incident,
      own.map(({ row }) => readNews(row, account)),
    );
    return bundle === null && kind === 'outage' ? [] : [{ incident, policy, account, bundle, drillServerId }];
  });
  const recipients = [...about.map(({ policy }) => policy), noPolicy].flatMap(({ steps }) =>
    steps.flatMap((step) => step.recipients),
  );
  const reach = await readReach(deps, recipients, about);
  const due: Due[] = [];
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
): Promise<Due['messages']> {
  if (incident.kind === 'drill') return targets.map((target) => ({ target, message: drillMessage(incident) }));
  const messages: Due['messages'] = [];
  for (const target of targets) {
    for (const bundle of target.bundles) {
      const message = messageOf({ ...bundle, key: keyOfStep(bundle.key, incident.step) }, incident);
      const texts = incident.step === 0 ? message.texts : await stillOffline(deps, bundle);
      messages.push({ target, message: { ...message, texts } });
    }
  }
  return messages;
}

/** Takes steps in one transaction. False: another worker was faster with one, or someone has acknowledged; then none is taken. */
async function take(deps: CoreDependencies, due: readonly Due[]): Promise<boolean> {
  const { db, config } = deps;
  const now = deps.now();
  const notified = due.flatMap(({ incident, policy: { maxPerHour }, messages }) =>
    messages.map(({ target: { recipient }, message }) => ({ incidentId: incident.id, recipient, message, maxPerHour })),
  );
  const all = await withinLimits(db, notified, now);
  const groups = all.flatMap(({ message: { key, news } }) => (news.length > 1 ? groupRows({ news }, key) : []));
  try {
    await storeAndSend(deps, (tx) => ({
      stored: all.flatMap(({ recipient, message, summaryAt }) =>
        summaryAt === null ? notify(tx, config, [recipient], message, now) : [],
      ),
      further: [
        ...due.flatMap((one) => claim(tx, one, now)),
        ...storeNotices(tx, all, now),
        ...(groups.length === 0 ? [] : [tx.insert(alarmGroups).values(groups).onConflictDoNothing()]),
      ],
    }));
  } catch (error) {
    const constraint = constraintErrorOf(error);
    if (constraint === 'missing' || constraint === 'unique') return false;
    throw error;
  }
  return true;
}

/**
 * Statements that record a step as taken and make the next one due. The entry fails the transaction if the incident has no such step any
 * more: its number then is null.
 */
function claim(tx: Transaction, { incident, policy, plan, messages }: Due, now: Date): Statement[] {
  const { id, step } = incident;
  const isDue = and(
    eq(alarmIncidents.id, id),
    eq(alarmIncidents.step, step),
    lte(alarmIncidents.stepAt, now),
    isNull(alarmIncidents.resolvedAt),
  );
  const incidentId = sql<number>`(select ${alarmIncidents.id} from ${alarmIncidents} where ${isDue})`;
  const onceKey = `step-${id}-${step}`;
  const names = [...new Map(messages.map(({ target: { key, recipient } }) => [key, recipient.name])).values()];
  const who = `${names.slice(0, maxNames).join(', ')}${names.length > maxNames ? ` and ${names.length - maxNames} more` : ''}`;
  const { next, unreached } = plan;
  const missed = unreached.map((place) => `Step ${place + 1} reaches nobody.`).join(' ');
  const event = names.length === 0 ? ('unreached' as const) : ('notified' as const);
  const place =
    policy.id === null || plan.isFallback
      ? ''
      : `Step ${(plan.position % policy.steps.length) + 1} of ${policy.name}. `;
  return [
    tx.insert(incidentEntries).values({ incidentId, at: now, event, who, text: `${place}${missed}`.trim(), onceKey }),
    tx
      .update(alarmIncidents)
      .set({
        step: step + 1,
        ...(next && { position: next.position }),
        stepAt: next && new Date(Number(now) + next.afterMs),
      })
      .where(isDue),
  ];
}
