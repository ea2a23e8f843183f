import { eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { healthMaintenance, healthSettings } from '../../contract/health.ts';
import { healthMonitors } from '../../db/schema/health.ts';
import type { RecordChange } from '../audit/entries.ts';
import type { CoreDependencies } from '../dependencies.ts';
import { conflict, notFound } from '../errors.ts';
import type { Monitor } from './flip.ts';
import { restartDeadline } from './reconcile.ts';

/** Random bytes in a badge's URL. */
const badgeBytes = 12;
/** The record's name in the audit log. */
const record = 'Monitored server';

async function find({ db }: CoreDependencies, clientId: number): Promise<Monitor> {
  const [monitor] = await db.select().from(healthMonitors).where(eq(healthMonitors.clientId, clientId));
  if (!monitor) throw missing();
  return monitor;
}

const missing = () => notFound('This server');

/** Saves grace, reminders, badge and status page; a changed grace restarts the deadline. */
export async function saveSettings(
  deps: CoreDependencies,
  settings: z.output<typeof healthSettings>,
  recordChange: RecordChange,
): Promise<void> {
  const monitor = await find(deps, settings.clientId);
  const { graceSeconds, reminderHours, hasBadge, isOnStatusPage } = settings;
  if (graceSeconds !== monitor.graceSeconds) await restart(deps, monitor, { graceSeconds });
  const fresh = deps.randomBytes(badgeBytes).toString('base64url');
  const badge = hasBadge ? sql<string>`coalesce(${healthMonitors.badge}, ${fresh})` : null;
  const isReminderChanged = monitor.status === 'offline' && reminderHours !== monitor.reminderHours;
  const remindAt = reminderHours === 0 ? null : new Date(Number(deps.now()) + reminderHours * 3_600_000);
  await deps.db
    .update(healthMonitors)
    .set({ reminderHours, isOnStatusPage, badge, ...(isReminderChanged && { remindAt }) })
    .where(eq(healthMonitors.clientId, settings.clientId));
  const before = { ...monitor, hasBadge: monitor.badge !== null };
  recordChange({
    record,
    id: monitor.clientId,
    before,
    after: { graceSeconds, reminderHours, hasBadge, isOnStatusPage },
  });
}

/** Pauses or resumes monitoring of a server; a resumed server gets a whole interval. */
export async function setPaused(
  deps: CoreDependencies,
  clientId: number,
  isPaused: boolean,
  recordChange: RecordChange,
): Promise<void> {
  const monitor = await find(deps, clientId);
  if (monitor.isPaused !== isPaused) await restart(deps, monitor, { isPaused });
  recordChange({ record, id: clientId, before: { isPaused: monitor.isPaused }, after: { isPaused } });
}

async function restart(deps: CoreDependencies, monitor: Monitor, change: Parameters<typeof restartDeadline>[2]) {
  const isDone = await restartDeadline(deps.db, monitor, change, deps.now());
  if (!isDone) throw conflict('The server has just sent a ping or changed. Please try again.');
}

/** Starts or ends maintenance, during which alarms are held back. The next sweep after its end sends a summary. */
export async function setMaintenance(
  deps: CoreDependencies,
  { clientId, window }: z.output<typeof healthMaintenance>,
  recordChange: RecordChange,
): Promise<void> {
  const monitor = await find(deps, clientId);
  const { alarmAt } = healthMonitors;
  const summaryAt = sql.param(window?.until ?? deps.now(), alarmAt);
  const after = { maintenanceFrom: window?.from ?? null, maintenanceUntil: window?.until ?? null };
  const changed = await deps.db
    .update(healthMonitors)
    .set({ ...after, alarmAt: sql`case when ${alarmAt} is null then ${alarmAt} else ${summaryAt} end` })
    .where(eq(healthMonitors.clientId, clientId))
    .returning({ clientId: healthMonitors.clientId });
  if (changed.length === 0) throw missing();
  recordChange({ record, id: clientId, before: monitor, after });
}
