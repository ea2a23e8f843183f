import { eq, sql } from 'drizzle-orm';
import { atomically } from '../../db/query/atomically.ts';
import { constraintErrorOf } from '../../db/query/constraint-errors.ts';
import { alarmIncidents, incidentServers } from '../../db/schema/alarm-incidents.ts';
import { alarmGroups } from '../../db/schema/alarms.ts';
import type { CoreDependencies } from '../dependencies.ts';
import type { Alarm } from '../health/alarm.ts';
import { headline } from '../health/alarm-text.ts';
import { type AppliedPolicy, noPolicy } from './applied-policy.ts';
import { type Bundle, bundlesOf, textsOf } from './grouping.ts';
import { type News, newsOf, storedNews } from './news.ts';

/**
 * Opens an incident for each outage, or for several that are one notification, in the transaction that marks the alarms as done; the
 * incident's first step is due at once. False: another worker was faster with one of them, and none is open.
 */
export async function openIncidents(
  deps: Pick<CoreDependencies, 'db' | 'now' | 'randomBytes'>,
  alarms: readonly Alarm[],
  policies: ReadonlyMap<number, AppliedPolicy>,
): Promise<boolean> {
  if (alarms.length === 0) return true;
  const now = deps.now();
  const policyOf = (clientId: number) => (policies.get(clientId) ?? noPolicy).id;
  const alike = Map.groupBy(newsOf(alarms), ({ account, clientId }) => `${account} ${policyOf(clientId)}`);
  const incidents = [...alike.values()].flatMap(bundlesOf).map((bundle) => ({
    bundle,
    row: {
      kind: 'outage' as const,
      openKey: bundle.key,
      telephonyClientId: bundle.news[0].account,
      policyId: policyOf(bundle.news[0].clientId),
      title: headline(textsOf(bundle).long),
      openedAt: now,
      linkKey: deps.randomBytes(16).toString('base64url'),
      stepAt: now,
    },
  }));
  const groups = incidents.flatMap(({ bundle }) => (bundle.news.length > 1 ? groupRows(bundle, bundle.key) : []));
  try {
    await atomically(deps.db, (tx) => [
      tx.insert(alarmIncidents).values(incidents.map(({ row }) => row)),
      tx.insert(incidentServers).values(incidents.flatMap(({ bundle }) => serverRows(bundle))),
      ...(groups.length === 0 ? [] : [tx.insert(alarmGroups).values(groups).onConflictDoNothing()]),
      ...alarms.flatMap(({ markDone }) => markDone(tx)),
    ]);
  } catch (error) {
    if (constraintErrorOf(error) === 'unique') return false;
    throw error;
  }
  return true;
}

function serverRows({ key, news }: Bundle) {
  return news.map((one) => ({
    incidentId: sql<number>`(select ${alarmIncidents.id} from ${alarmIncidents} where ${eq(alarmIncidents.openKey, key)})`,
    clientId: one.clientId,
    eventKey: one.key,
    at: one.at,
    news: storedNews(one),
  }));
}

/** Rows that say which servers a notification is about. */
export function groupRows({ news }: { news: readonly News[] }, groupKey: string) {
  return news.map(({ clientId, at }) => ({ groupKey, clientId, at }));
}
