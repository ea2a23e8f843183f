import { z } from 'zod';
import { checkSettings, responsePeriods } from '../../contract/checks.ts';
import { id } from '../../contract/fields.ts';
import { deleteServerCheck, saveServerCheck, tryServerCheck } from '../../core/checks/edit-checks.ts';
import { readResponseTimes } from '../../core/checks/response-times.ts';
import { listChecks } from '../../core/checks/save.ts';
import { viewerOf } from '../health/viewer.ts';
import { permitted, router } from '../trpc/procedures.ts';

const edited = z.object({ clientId: id, id: id.optional(), settings: checkSettings });

/** Active checks of servers; `health.detail` has their states for everyone who sees the server. */
export const checksRouter = router({
  /** The settings of a server's checks, with masked headers and body. */
  ofServer: permitted('health:write')
    .input(z.object({ clientId: id }))
    .query(({ ctx: { deps }, input }) => listChecks(deps, input.clientId)),
  /** The response times of a check in the spans of a period. Throws 404 for a check of a server that the session may not see. */
  responseTimes: permitted('health:read', 'health:own')
    .input(z.object({ id, period: z.enum(responsePeriods) }))
    .query(({ ctx: { deps, session }, input }) => readResponseTimes(deps.db, input, viewerOf(session), deps.now())),
  /** Adds a check without an id, else changes it; a masked header or body keeps the stored one. */
  save: permitted('health:write')
    .input(edited)
    .mutation(async ({ ctx, input }) => ({ id: await saveServerCheck(ctx.deps, input, ctx.recordChange) })),
  remove: permitted('health:write')
    .input(z.object({ id }))
    .mutation(({ ctx, input }) => deleteServerCheck(ctx.deps, input.id, ctx.recordChange)),
  /** Makes one attempt with settings that are not saved. */
  attempt: permitted('health:write')
    .input(edited)
    .mutation(({ ctx: { deps }, input }) => tryServerCheck(deps, input)),
});
