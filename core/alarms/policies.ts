import { asc, eq, ne, sql } from 'drizzle-orm';
import type { PolicyFields, PolicyRecipient, PolicyScope } from '../../contract/alarm-policies.ts';
import type { Database } from '../../db/database.ts';
import { atomically } from '../../db/query/atomically.ts';
import { constraintErrorOf } from '../../db/query/constraint-errors.ts';
import { alarmPolicies, policyScopes } from '../../db/schema/alarm-policies.ts';
import type { RecordChange } from '../audit/entries.ts';
import type { CoreDependencies } from '../dependencies.ts';
import { conflict, invalid, notFound } from '../errors.ts';
import { namesOfRecipients, namesOfScopes } from './policy-names.ts';

type Deps = Pick<CoreDependencies, 'db' | 'now'>;

const record = 'Alarm policy';
/** Policies of an installation. */
const maxPolicies = 200;

/** All policies by name, with the names of their recipients and of what they apply to. */
export async function listPolicies(db: Database) {
  const rows = await db.select().from(alarmPolicies).orderBy(asc(alarmPolicies.name), asc(alarmPolicies.id));
  const scopes = await db.select().from(policyScopes).orderBy(asc(policyScopes.id));
  const recipients = await namesOfRecipients(db, rows.flatMap(recipientsOf));
  const drillServers = rows.flatMap(({ drillServerId: targetId }) =>
    targetId === null ? [] : [{ kind: 'server' as const, targetId }],
  );
  const targets = await namesOfScopes(db, [...scopes, ...drillServers]);
  return rows.map((row) => {
    const own = scopes.filter(({ policyId }) => policyId === row.id);
    return {
      ...row,
      drillServer: targets.get(`server ${row.drillServerId}`) ?? null,
      scopes: own.map(({ kind, targetId }) => ({ kind, targetId, name: targets.get(`${kind} ${targetId}`) ?? null })),
      /** Names by `contact 7`; those that are gone have none. */
      names: Object.fromEntries(
        recipientsOf(row).flatMap((recipient) => {
          const name = recipients.get(keyOf(recipient));
          return name === undefined ? [] : [[keyOf(recipient), name] as const];
        }),
      ),
    };
  });
}

function recipientsOf({ steps }: Pick<PolicyFields, 'steps'>): PolicyRecipient[] {
  return steps.flatMap(({ recipients }) => recipients);
}

function keyOf(recipient: PolicyRecipient): string {
  return 'id' in recipient ? `${recipient.kind} ${recipient.id}` : recipient.kind;
}

/** Creates or changes a policy; returns its id. Throws messages at `steps`, `scopes` and `drillServerId`, 404, and 409 over the limit. */
export async function savePolicy(deps: Deps, fields: PolicyFields, recordChange: RecordChange): Promise<number> {
  const { db } = deps;
  const { id, version, scopes, ...columns } = fields;
  await requireRecipients(db, columns);
  await requireScopes(db, scopes, id);
  await requireDrillServer(db, columns);
  const before = id === undefined ? undefined : await findPolicy(db, id);
  if (!before && (await db.$count(alarmPolicies)) >= maxPolicies)
    throw conflict(`There are ${maxPolicies} policies, which is the limit.`);
  if (before && version !== undefined && version !== before.version)
    throw conflict('Someone else has changed this policy in the meantime.', before);
  const policyId = before ? before.id : await addPolicy(deps, columns);
  const values = scopes.map((scope) => ({ ...scope, policyId }));
  try {
    await atomically(
      db,
      (tx) => [
        tx
          .update(alarmPolicies)
          .set({ ...columns, version: sql`${alarmPolicies.version} + 1` })
          .where(eq(alarmPolicies.id, policyId)),
        tx.delete(policyScopes).where(eq(policyScopes.policyId, policyId)),
        ...(values.length === 0 ? [] : [tx.insert(policyScopes).values(values)]),
      ],
      'alarm policies',
    );
  } catch (error) {
    if (constraintErrorOf(error) !== 'unique') throw error;
    throw invalid({ scopes: 'Another policy has just been given one of these places. Load the page again' });
  }
  recordChange({
    record,
    id: policyId,
    ...(before && { before: { name: before.name, steps: JSON.stringify(before.steps) } }),
    after: { name: columns.name, steps: JSON.stringify(columns.steps), scopes: JSON.stringify(scopes) },
  });
  return policyId;
}

async function addPolicy({ db, now }: Deps, columns: Omit<PolicyFields, 'id' | 'version' | 'scopes'>): Promise<number> {
  const [added] = await db
    .insert(alarmPolicies)
    .values({ ...columns, createdAt: now() })
    .returning({ id: alarmPolicies.id });
  if (!added) throw new Error('the policy was not stored');
  return added.id;
}

async function findPolicy(db: Database, id: number) {
  const [policy] = await db.select().from(alarmPolicies).where(eq(alarmPolicies.id, id));
  if (!policy) throw notFound('This policy');
  return policy;
}

async function requireRecipients(db: Database, fields: Pick<PolicyFields, 'steps'>): Promise<void> {
  const known = await namesOfRecipients(db, recipientsOf(fields));
  const missing = recipientsOf(fields).find((recipient) => 'id' in recipient && !known.has(keyOf(recipient)));
  if (missing && 'id' in missing) throw invalid({ steps: `There is no ${missing.kind} ${missing.id}` });
}

async function requireScopes(db: Database, scopes: readonly PolicyScope[], policyId: number | undefined) {
  const names = await namesOfScopes(db, scopes);
  const keys = scopes.map(({ kind, targetId }) => `${kind} ${targetId}`);
  const missing = keys.find((key) => !names.has(key));
  if (missing !== undefined) throw invalid({ scopes: `There is no ${missing}` });
  if (new Set(keys).size < keys.length) throw invalid({ scopes: 'One of these places is there twice' });
  if (scopes.length === 0) return;
  const taken = await db
    .select({ kind: policyScopes.kind, targetId: policyScopes.targetId, policy: alarmPolicies.name })
    .from(policyScopes)
    .innerJoin(alarmPolicies, eq(alarmPolicies.id, policyScopes.policyId))
    .where(ne(policyScopes.policyId, policyId ?? 0));
  const other = taken.find(({ kind, targetId }) => keys.includes(`${kind} ${targetId}`));
  if (other) {
    const name = names.get(`${other.kind} ${other.targetId}`) ?? '';
    throw invalid({ scopes: `${name} has the policy ${other.policy} already` });
  }
}

async function requireDrillServer(db: Database, { drillServerId }: Pick<PolicyFields, 'drillServerId'>): Promise<void> {
  if (drillServerId === null) return;
  const names = await namesOfScopes(db, [{ kind: 'server', targetId: drillServerId }]);
  if (!names.has(`server ${drillServerId}`)) throw invalid({ drillServerId: `There is no server ${drillServerId}` });
}

/** Deletes a policy; its servers then notify everyone at once. Throws 404. */
export async function removePolicy({ db }: Pick<Deps, 'db'>, id: number, recordChange: RecordChange): Promise<void> {
  const { name } = await findPolicy(db, id);
  await db.delete(alarmPolicies).where(eq(alarmPolicies.id, id));
  recordChange({ record, id, before: { name } });
}
