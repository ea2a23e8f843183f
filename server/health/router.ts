import { z } from 'zod';
import { id } from '../../contract/fields.ts';
import { healthMaintenance, healthSettings } from '../../contract/health.ts';
import { ownAccount } from '../../core/accounts/own-account.ts';
import { may } from '../../core/accounts/permissions.ts';
import type { Session } from '../../core/accounts/sessions.ts';
import { listMonitors, readMonitor, type Viewer } from '../../core/health/monitor-queries.ts';
import { saveSettings, setMaintenance, setPaused } from '../../core/health/settings.ts';
import { permitted, router } from '../trpc/procedures.ts';

function viewerOf(session: Session): Viewer {
  return { mayWrite: may(session, 'health:write'), scope: ownAccount(session, 'health:read') };
}

/** Schedule Tasks: clients see the servers of their account, operators see and configure all servers. */
export const healthRouter = router({
  list: permitted('health:read', 'health:own').query(({ ctx: { deps, session } }) =>
    listMonitors(deps.db, viewerOf(session), deps.now()),
  ),
  detail: permitted('health:read', 'health:own')
    .input(z.object({ id }))
    .query(({ ctx: { deps, session }, input }) => readMonitor(deps.db, input.id, viewerOf(session), deps.now())),
  save: permitted('health:write')
    .input(healthSettings)
    .mutation(({ ctx, input }) => saveSettings(ctx.deps, input, ctx.recordChange)),
  pause: permitted('health:write')
    .input(z.object({ id, isPaused: z.boolean() }))
    .mutation(({ ctx, input }) => setPaused(ctx.deps, input.id, input.isPaused, ctx.recordChange)),
  maintain: permitted('health:write')
    .input(healthMaintenance)
    .mutation(({ ctx, input }) => setMaintenance(ctx.deps, input, ctx.recordChange)),
});
