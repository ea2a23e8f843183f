import { z } from 'zod';
import { id } from '../../contract/fields.ts';
import { healthMaintenance, healthSettings } from '../../contract/health.ts';
import { monitorFields, snooze } from '../../contract/health-monitors.ts';
import { bulkChange, overviewQuery } from '../../contract/health-overview.ts';
import { healthSchedule } from '../../contract/health-schedule.ts';
import { readChecks } from '../../core/checks/check-list.ts';
import { markBlindTimeSeen } from '../../core/health/blind-times.ts';
import { changeServers } from '../../core/health/bulk.ts';
import { listMonitors, readMonitor, requireMonitor } from '../../core/health/monitor-queries.ts';
import { readOutages } from '../../core/health/outages.ts';
import { countOffline, readOverview } from '../../core/health/overview.ts';
import { readRecipients } from '../../core/health/recipients.ts';
import { registerMonitor, removeMonitor } from '../../core/health/register-monitor.ts';
import { previewSchedule } from '../../core/health/schedule-preview.ts';
import { saveSettings, setMaintenance, setPaused } from '../../core/health/settings.ts';
import { sendTestAlarm } from '../../core/health/test-alarm.ts';
import { editOf } from '../content/edit-of.ts';
import { permitted, router } from '../trpc/procedures.ts';
import { viewerOf } from './viewer.ts';

/** Schedule Tasks: clients see the servers of their account, operators see and configure all servers. */
export const healthRouter = router({
  list: permitted('health:read', 'health:own').query(({ ctx: { deps, session } }) =>
    listMonitors(deps.db, viewerOf(session), deps.now()),
  ),
  /** One page of servers with their states in words, those that need a person first, and the number in each state. */
  overview: permitted('health:read', 'health:own')
    .input(overviewQuery)
    .query(({ ctx: { deps, session }, input }) => readOverview(deps.db, input, viewerOf(session), deps.now())),
  offlineCount: permitted('health:read', 'health:own').query(({ ctx: { deps, session } }) =>
    countOffline(deps.db, viewerOf(session)),
  ),
  /** Pauses, resumes or maintains several servers. */
  change: permitted('health:write')
    .input(bulkChange)
    .mutation(({ ctx, input }) => changeServers(ctx.deps, input, ctx.recordChange)),
  detail: permitted('health:read', 'health:own')
    .input(z.object({ id }))
    .query(({ ctx: { deps, session }, input }) => readMonitor(deps.db, input.id, viewerOf(session), deps.now())),
  /** Outages with everyone who was notified, and who would be notified now. Throws 404 as `detail`. */
  outages: permitted('health:read', 'health:own')
    .input(z.object({ id }))
    .query(async ({ ctx: { deps, session }, input }) => {
      const viewer = viewerOf(session);
      await requireMonitor(deps.db, input.id, viewer);
      return {
        outages: await readOutages(deps.db, input.id, { now: deps.now(), scope: viewer.scope }),
        recipients: await readRecipients(deps, input.id, viewer.scope),
      };
    }),
  /** Takes a downtime of this product from the dashboard. */
  markBlindTimeSeen: permitted('health:write')
    .input(z.object({ id }))
    .mutation(({ ctx: { deps }, input }) => markBlindTimeSeen(deps.db, input.id, deps.now())),
  /** Sends a test to everyone who would be notified of an outage. */
  testAlarm: permitted('telephony:send')
    .input(z.object({ id, requestId: z.string().regex(/^[\w-]{8,64}$/) }))
    .mutation(({ ctx, input }) => sendTestAlarm(ctx.deps, input, ctx.recordChange)),
  save: permitted('health:write')
    .input(healthSettings)
    .mutation(({ ctx, input }) => saveSettings(ctx.deps, input, ctx.recordChange)),
  /** The next times of a schedule before it is saved. */
  previewSchedule: permitted('health:write')
    .input(z.object({ clientId: id, schedule: healthSchedule }))
    .query(({ ctx: { deps }, input }) => previewSchedule(deps.db, input.clientId, input.schedule, deps.now())),
  /** The checks of all servers; a client gets those of its own servers. */
  checks: permitted('health:read', 'health:own').query(({ ctx: { deps, session } }) =>
    readChecks(deps.db, { account: viewerOf(session).scope }),
  ),
  /** Creates a server by its name, or changes the known one. */
  register: permitted('health:write')
    .input(monitorFields)
    .mutation(({ ctx, input }) => registerMonitor(ctx.deps, input, editOf(ctx))),
  /** Ends the monitoring of a server. */
  remove: permitted('health:write')
    .input(z.object({ id }))
    .mutation(({ ctx, input }) => removeMonitor(ctx.deps, input.id, editOf(ctx))),
  /** Holds alarms back for some minutes; returns the end. */
  snooze: permitted('health:write')
    .input(snooze)
    .mutation(async ({ ctx, input: { clientId, minutes } }) => {
      const from = ctx.deps.now();
      const until = new Date(Number(from) + minutes * 60_000);
      await setMaintenance(ctx.deps, { clientId, window: minutes === 0 ? null : { from, until } }, ctx.recordChange);
      return until;
    }),
  pause: permitted('health:write')
    .input(z.object({ id, isPaused: z.boolean() }))
    .mutation(({ ctx, input }) => setPaused(ctx.deps, input.id, input.isPaused, ctx.recordChange)),
  maintain: permitted('health:write')
    .input(healthMaintenance)
    .mutation(({ ctx, input }) => setMaintenance(ctx.deps, input, ctx.recordChange)),
});
