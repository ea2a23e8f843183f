import { eq } from 'drizzle-orm';
import type { PolicyFields } from '../../contract/alarm-policies.ts';
import { alarmPolicies } from '../../db/schema/alarm-policies.ts';
import type { RecordChange } from '../audit/entries.ts';
import type { CoreDependencies } from '../dependencies.ts';
import { conflict } from '../errors.ts';
import { savePolicy } from './policies.ts';

/** Creates the policy with this name, or changes the known one; returns its id. Throws 409 if several have the name. */
export async function registerPolicy(
  deps: Pick<CoreDependencies, 'db' | 'now'>,
  fields: Omit<PolicyFields, 'id' | 'version'>,
  recordChange: RecordChange,
): Promise<number> {
  const { name } = fields;
  const [known, second] = await deps.db
    .select({ id: alarmPolicies.id })
    .from(alarmPolicies)
    .where(eq(alarmPolicies.name, name))
    .limit(2);
  if (second) throw conflict(`Several policies are called ${name}.`);
  return savePolicy(deps, { ...fields, ...(known && { id: known.id }) }, recordChange);
}
