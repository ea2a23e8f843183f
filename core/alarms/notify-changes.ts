import { constraintErrorOf } from '../../db/query/constraint-errors.ts';
import { alarmGroups } from '../../db/schema/alarms.ts';
import type { CoreDependencies } from '../dependencies.ts';
import type { Alarm } from '../health/alarm.ts';
import { type AppliedPolicy, noPolicy } from './applied-policy.ts';
import type { Incident } from './find-incident.ts';
import { type Bundle, bundlesOf } from './grouping.ts';
import { isSilenced, lastIncidents, notifiedOf } from './last-incidents.ts';
import { storeNotices, withinLimits } from './limits.ts';
import { type News, newsOf } from './news.ts';
import { type AlarmMessage, company, messageOf, notify } from './notify.ts';
import { groupRows } from './open-incidents.ts';
import { planWithoutPolicy } from './plan.ts';
import { readReach } from './reach.ts';
import { type Recipient, recipientsByKey } from './recipients.ts';
import { storeAndSend } from './store-and-send.ts';

/** A notification about servers whose incident, if any, is known. */
interface Notified {
  recipient: Recipient;
  message: AlarmMessage;
  incident: Incident | null;
}

/**
 * Notifies of recoveries, and that servers stay offline, in the transaction that marks the alarms as done: where a policy applies those who
 * were notified of the outage, otherwise everyone. Nobody is notified again of an acknowledged outage. False: another
 * worker was faster, and nothing is stored.
 */
export async function notifyChanges(
  deps: CoreDependencies,
  alarms: readonly Alarm[],
  policies: ReadonlyMap<number, AppliedPolicy>,
): Promise<boolean> {
  if (alarms.length === 0) return true;
  const { db, config } = deps;
  const now = deps.now();
  const all = newsOf(alarms);
  const incidents = await lastIncidents(
    db,
    all.map(({ clientId }) => clientId),
  );
  const isSilent = ({ type, clientId }: News) => {
    const incident = incidents.get(clientId);
    if (type === 'monitor.up' || incident === undefined) return false;
    return isSilenced(incident, now) || (policies.get(clientId) ?? noPolicy).quietUntil !== null;
  };
  const news = all.filter((one) => !isSilent(one));
  const hasPolicy = ({ clientId }: News) => (incidents.get(clientId)?.policyId ?? null) !== null;
  const changes = [
    ...(await toEveryone(
      deps,
      news.filter((one) => !hasPolicy(one)),
      incidents,
    )),
    ...(await toThoseNotified(deps, news.filter(hasPolicy), incidents)),
  ];
  const limitOf = ({ news: [first] }: AlarmMessage) => (policies.get(first?.clientId ?? 0) ?? noPolicy).maxPerHour;
  const notified = await withinLimits(
    db,
    changes.map((one) => ({ ...one, maxPerHour: one.incident?.policyId == null ? null : limitOf(one.message) })),
    now,
  );
  const recorded = notified.flatMap(({ incident, ...one }) =>
    incident === null || incident.policyId === null ? [] : [{ ...one, incidentId: incident.id }],
  );
  const bundles = new Map(notified.map(({ message }) => [message.key, message]));
  const groups = [...bundles.values()].filter((bundle) => bundle.news.length > 1);
  try {
    await storeAndSend(deps, (tx) => ({
      stored: notified.flatMap(({ recipient, message, summaryAt }) =>
        summaryAt === null ? notify(tx, config, [recipient], message, now) : [],
      ),
      further: [
        ...storeNotices(tx, recorded, now),
        // Without `on conflict`: a worker that knows of one server more must not take it for notified.
        ...groups.map((bundle) => tx.insert(alarmGroups).values(groupRows(bundle, bundle.key))),
        ...alarms.flatMap(({ markDone }) => markDone(tx)),
      ],
    }));
  } catch (error) {
    if (constraintErrorOf(error) === 'unique') return false;
    throw error;
  }
  return true;
}

/** News about servers without a policy, bundled by account. */
async function toEveryone(
  deps: CoreDependencies,
  news: readonly News[],
  incidents: ReadonlyMap<number, Incident>,
): Promise<Notified[]> {
  const about = [...Map.groupBy(news, ({ account }) => account)].flatMap(([account, ofAccount]) =>
    bundlesOf(ofAccount).map((bundle) => ({ account, bundle })),
  );
  const recipients = planWithoutPolicy.steps.flatMap((step) => step.recipients);
  const reach = await readReach(deps, recipients, about);
  return about.flatMap((one) =>
    recipients.flatMap(reach(one)).flatMap(({ recipient, bundles }) =>
      bundles.map((bundle) => {
        const incident = incidents.get(bundle.news[0].clientId) ?? null;
        return { recipient, incident, message: messageOf(bundle, acknowledgeable(bundle.news, incident)) };
      }),
    ),
  );
}

/** News about servers of incidents with a policy, bundled by incident. */
async function toThoseNotified(
  { db }: CoreDependencies,
  news: readonly News[],
  incidents: ReadonlyMap<number, Incident>,
): Promise<Notified[]> {
  if (news.length === 0) return [];
  const ofIncident = Map.groupBy(news, ({ clientId }) => incidents.get(clientId));
  const notified = await notifiedOf(
    db,
    [...ofIncident.keys()].flatMap((incident) => incident?.id ?? []),
  );
  const known = await recipientsByKey(db, [...new Set([...notified.values()].flat())]);
  return [...ofIncident].flatMap(([incident, ofOne]) => {
    if (!incident) return [];
    const recipients = (notified.get(incident.id) ?? []).flatMap((key) =>
      key === company.key ? [company] : (known.get(key) ?? []),
    );
    return bundlesOf(ofOne).flatMap((bundle) =>
      recipients.map((recipient) => ({
        recipient,
        incident,
        message: messageOf(bundle, acknowledgeable(bundle.news, incident)),
      })),
    );
  });
}

/** The incident, if the news is that a server is offline. */
function acknowledgeable([{ type }]: Bundle['news'], incident: Incident | null): Incident | null {
  return type === 'monitor.up' || incident?.resolvedAt !== null ? null : incident;
}
