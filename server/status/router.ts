import { z } from 'zod';
import { id } from '../../contract/fields.ts';
import { incidentFields, incidentUpdate } from '../../contract/status.ts';
import { discardDraft, listIncidents, postUpdate, saveIncident } from '../../core/status/incidents.ts';
import { choosableServers } from '../../core/status/listed-servers.ts';
import { permitted, router } from '../trpc/procedures.ts';
import { groupProcedures } from './group-procedures.ts';
import { subscriptionProcedures } from './subscription-procedures.ts';

/** Incidents, groups and subscribers of the status page. */
export const statusRouter = router({
  ...subscriptionProcedures,
  ...groupProcedures,
  /** The newest incidents, drafts included. */
  incidents: permitted('health:read').query(({ ctx: { deps } }) => listIncidents(deps)),
  /** Servers that an incident can name: those on the status page. */
  servers: permitted('health:read').query(({ ctx: { deps } }) => choosableServers(deps.db)),
  save: permitted('health:write')
    .input(incidentFields)
    .mutation(async ({ ctx, input }) => ({ id: await saveIncident(ctx.deps, input, ctx.recordChange) })),
  post: permitted('health:write')
    .input(incidentUpdate)
    .mutation(({ ctx, input }) => postUpdate(ctx.deps, input, ctx.recordChange)),
  discard: permitted('health:write')
    .input(z.object({ id }))
    .mutation(({ ctx, input }) => discardDraft(ctx.deps, input.id, ctx.recordChange)),
});
