import { z } from 'zod';
import { policyFields } from '../../contract/alarm-policies.ts';
import { id } from '../../contract/fields.ts';
import { startDrill } from '../../core/alarms/drills.ts';
import { listPolicies, removePolicy, savePolicy } from '../../core/alarms/policies.ts';
import { policyChoices } from '../../core/alarms/policy-names.ts';
import { registerPolicy } from '../../core/alarms/register-policy.ts';
import { policyOfServer } from '../../core/alarms/server-policy.ts';
import { permitted, router } from '../trpc/procedures.ts';

/** Who is notified when. */
export const policiesRouter = router({
  list: permitted('health:read').query(({ ctx: { deps } }) => listPolicies(deps.db)),
  /** Everything that a policy can name. */
  choices: permitted('health:read').query(({ ctx: { deps } }) => policyChoices(deps.db)),
  /** The policy that applies to a server, and its open incident. */
  ofServer: permitted('health:read')
    .input(z.object({ clientId: id }))
    .query(({ ctx: { deps }, input }) => policyOfServer(deps.db, input.clientId, deps.now())),
  save: permitted('health:write')
    .input(policyFields)
    .mutation(async ({ ctx: { deps, recordChange }, input }) => ({ id: await savePolicy(deps, input, recordChange) })),
  /** Creates a policy by its name, or changes the known one. */
  register: permitted('health:write')
    .input(policyFields.omit({ id: true, version: true }))
    .mutation(async ({ ctx: { deps, recordChange }, input }) => ({
      id: await registerPolicy(deps, input, recordChange),
    })),
  remove: permitted('health:write')
    .input(z.object({ id }))
    .mutation(({ ctx: { deps, recordChange }, input }) => removePolicy(deps, input.id, recordChange)),
  /** Starts a fire drill: a test through the real steps that asks everyone for an answer. */
  drill: permitted('health:write')
    .input(z.object({ id }))
    .mutation(async ({ ctx: { deps, recordChange }, input }) => ({
      incidentId: await startDrill(deps, input.id, recordChange),
    })),
});
