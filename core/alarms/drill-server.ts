import { asc, eq } from 'drizzle-orm';
import type { PolicyFields } from '../../contract/alarm-policies.ts';
import type { Database } from '../../db/database.ts';
import { type alarmPolicies, policyScopes } from '../../db/schema/alarm-policies.ts';
import { clients } from '../../db/schema/clients.ts';
import type { Incident } from './find-incident.ts';

type Policy = Pick<typeof alarmPolicies.$inferSelect, 'id' | 'drillServerId'>;
type Affected = Pick<Incident, 'drillServerId' | 'telephonyClientId'>;

/**
 * The server that a fire drill takes as offline, and its SMS account: the chosen server, or else the only server or account of the
 * policy's scopes. Both are null if nothing is chosen and the policy applies to several.
 */
export async function affectedByDrill(db: Database, policy: Policy): Promise<Affected> {
  if (policy.drillServerId !== null) return withAccount(db, policy.drillServerId);
  const scopes = await db
    .select()
    .from(policyScopes)
    .where(eq(policyScopes.policyId, policy.id))
    .orderBy(asc(policyScopes.id));
  const [only, second] = scopes;
  if (only?.kind === 'server' && !second) return withAccount(db, only.targetId);
  return { drillServerId: null, telephonyClientId: only?.kind === 'account' && !second ? only.targetId : null };
}

async function withAccount(db: Database, serverId: number): Promise<Affected> {
  const [server] = await db
    .select({ telephonyClientId: clients.telephonyClientId })
    .from(clients)
    .where(eq(clients.id, serverId));
  return { drillServerId: serverId, telephonyClientId: server?.telephonyClientId ?? null };
}

/** True for a fire drill that leaves out the contacts and channels of servers, although steps of its policy notify them. */
export function leavesServersOut(drill: Affected, { steps }: Pick<PolicyFields, 'steps'>): boolean {
  const isNamed = steps.some(({ recipients }) => recipients.some(({ kind }) => kind === 'server'));
  return isNamed && drill.drillServerId === null && drill.telephonyClientId === null;
}
