import { z } from 'zod';
import { id } from '../../contract/fields.ts';
import { healthMaintenance, healthSettings } from '../../contract/health.ts';
import type { Session } from '../../core/accounts/sessions.ts';
import { listMonitors, readMonitor, type Viewer } from '../../core/health/monitor-queries.ts';
import { saveSettings, setMaintenance, setPaused } from '../../core/health/settings.ts';
import { ownAccount } from '../../core/telephony/scope.ts';
import { adminProcedure, router, signedInProcedure } from '../trpc/procedures.ts';

function viewerOf(session: Session): Viewer {
  return { isAdmin: session.role === 'Admin', scope: ownAccount(session) };
}

/** Schedule Tasks: clients see the servers of their account; Admins see and configure all servers. */
export const healthRouter = router({
  list: signedInProcedure.query(({ ctx: { deps, session } }) => listMonitors(deps.db, viewerOf(session), deps.now())),
  detail: signedInProcedure
    .input(z.object({ id }))
    .query(({ ctx: { deps, session }, input }) => readMonitor(deps.db, input.id, viewerOf(session), deps.now())),
  save: adminProcedure
    .input(healthSettings)
    .mutation(({ ctx, input }) => saveSettings(ctx.deps, input, ctx.recordChange)),
  pause: adminProcedure
    .input(z.object({ id, isPaused: z.boolean() }))
    .mutation(({ ctx, input }) => setPaused(ctx.deps, input.id, input.isPaused, ctx.recordChange)),
  maintain: adminProcedure
    .input(healthMaintenance)
    .mutation(({ ctx, input }) => setMaintenance(ctx.deps, input, ctx.recordChange)),
});
