import { type PolicyFields, scopeKinds } from '../../contract/alarm-policies.ts';
import type { Database } from '../../db/database.ts';
import { isOneOf } from '../../db/query/json-rows.ts';
import { alarmPolicies, policyScopes } from '../../db/schema/alarm-policies.ts';
import type { AlarmSubject } from '../health/alarm.ts';
import { planWithoutPolicy } from './plan.ts';

/** A policy as it applies to a server now. */
export interface AppliedPolicy extends Pick<PolicyFields, 'steps' | 'repeats' | 'repeatMinutes' | 'maxPerHour'> {
  /** Null: no policy applies, and everyone is notified at once. */
  id: number | null;
  name: string;
  /** When the quiet hours end, if it is in them. */
  quietUntil: Date | null;
}

/** What applies to servers without a policy. */
export const noPolicy: AppliedPolicy = { ...planWithoutPolicy, id: null, name: '', maxPerHour: null, quietUntil: null };

/** A server whose policy is looked up. */
type Server = Pick<AlarmSubject, 'telephonyClientId'> & {
  monitor: Pick<AlarmSubject['monitor'], 'clientId' | 'statusGroupId'>;
};

/** The policy of each server: the one with the nearest scope. */
export async function policiesOfServers(
  db: Database,
  servers: readonly Server[],
  now: Date,
): Promise<ReadonlyMap<number, AppliedPolicy>> {
  const scopes = await db.select().from(policyScopes);
  const byTarget = new Map(scopes.map(({ kind, targetId, policyId }) => [`${kind} ${targetId}`, policyId]));
  const chosen = new Map<number, number>();
  for (const { telephonyClientId, monitor } of scopes.length === 0 ? [] : servers) {
    const targets = { server: monitor.clientId, group: monitor.statusGroupId, account: telephonyClientId, all: 0 };
    const nearest = scopeKinds.map((kind) => byTarget.get(`${kind} ${targets[kind]}`)).find((id) => id !== undefined);
    if (nearest !== undefined) chosen.set(monitor.clientId, nearest);
  }
  const policies = await readPolicies(db, [...new Set(chosen.values())], now);
  return new Map(
    servers.map(({ monitor: { clientId } }) => [clientId, policies.get(chosen.get(clientId) ?? 0) ?? noPolicy]),
  );
}

/** Policies by their ids. */
export async function readPolicies(
  db: Database,
  ids: readonly number[],
  now: Date,
): Promise<ReadonlyMap<number, AppliedPolicy>> {
  if (ids.length === 0) return new Map();
  const rows = await db.select().from(alarmPolicies).where(isOneOf(alarmPolicies.id, ids));
  return new Map(await Promise.all(rows.map(async (row) => [row.id, await applied(row, now)] as const)));
}

async function applied(row: typeof alarmPolicies.$inferSelect, now: Date): Promise<AppliedPolicy> {
  const { id, name, steps, repeats, repeatMinutes, maxPerHour, quiet } = row;
  return { id, name, steps, repeats, repeatMinutes, maxPerHour, quietUntil: await endOf(quiet, now) };
}

/** Few installations have quiet hours: the calendar library is loaded when it is needed. */
async function endOf(quiet: (typeof alarmPolicies.$inferSelect)['quiet'], now: Date): Promise<Date | null> {
  if (quiet === null) return null;
  const { quietUntil } = await import('./quiet-hours.ts');
  return quietUntil(quiet, now);
}
