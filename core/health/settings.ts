import { eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { healthMaintenance, healthSettings } from '../../contract/health.ts';
import type { HealthSchedule } from '../../contract/health-schedule.ts';
import { healthMonitors } from '../../db/schema/health.ts';
import type { RecordChange } from '../audit/entries.ts';
import type { CoreDependencies } from '../dependencies.ts';
import { conflict, notFound } from '../errors.ts';
import { requireGroup } from '../status/groups.ts';
import { type Monitor, maintenanceEnd } from './flip.ts';
import { restartDeadline } from './reconcile.ts';
import { fromSettings, type Schedule, toSettings } from './schedule.ts';

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

/**
 * Saves schedule, grace, expected run time, reminders, badge and status page. A changed schedule or grace restarts the
 * deadline, a changed expected run time that of the current run.
 */
export async function saveSettings(
  deps: CoreDependencies,
  settings: z.output<typeof healthSettings>,
  recordChange: RecordChange,
): Promise<void> {
  const monitor = await find(deps, settings.clientId);
  const { graceSeconds, reminderHours, hasBadge, isOnStatusPage } = settings;
  const { expectedRunSeconds = monitor.expectedRunSeconds, statusGroupId = monitor.statusGroupId } = settings;
  if (statusGroupId !== null) await requireGroup(deps.db, statusGroupId);
  const isRunChanged = monitor.startedAt !== null && expectedRunSeconds !== monitor.expectedRunSeconds;
  const schedule = changedSchedule(monitor, settings.schedule, deps.now());
  if (schedule || graceSeconds !== monitor.graceSeconds || isRunChanged)
    await restart(deps, monitor, { ...schedule, graceSeconds, expectedRunSeconds });
  const fresh = deps.randomBytes(badgeBytes).toString('base64url');
  const badge = hasBadge ? sql<string>`coalesce(${healthMonitors.badge}, ${fresh})` : null;
  const isReminderChanged = monitor.status === 'offline' && reminderHours !== monitor.reminderHours;
  const remindAt = reminderHours === 0 ? null : new Date(Number(deps.now()) + reminderHours * 3_600_000);
  await deps.db
    .update(healthMonitors)
    .set({
      expectedRunSeconds,
      reminderHours,
      isOnStatusPage,
      statusGroupId,
      badge,
      ...(isReminderChanged && { remindAt }),
    })
    .where(eq(healthMonitors.clientId, settings.clientId));
  const before = { ...monitor, schedule: wordsOf(monitor), hasBadge: monitor.badge !== null };
  recordChange({
    record,
    id: monitor.clientId,
    before,
    after: {
      schedule: wordsOf({ ...monitor, ...schedule }),
      graceSeconds,
      expectedRunSeconds,
      reminderHours,
      hasBadge,
      isOnStatusPage,
      statusGroupId,
    },
  });
}

/** The columns of a schedule that differs from the stored one; undefined without a change. */
function changedSchedule(monitor: Monitor, schedule: HealthSchedule | undefined, now: Date) {
  if (!schedule) return undefined;
  const next = fromSettings(schedule, now);
  const isSame =
    next.cron === monitor.cron &&
    next.timeZone === monitor.timeZone &&
    // The shortest distance of an expression's times may differ from day to day.
    (next.cron !== null || next.periodSeconds === monitor.periodSeconds);
  return isSame ? undefined : next;
}

/** A schedule as the audit log shows it. */
function wordsOf(monitor: Schedule): string {
  const schedule = toSettings(monitor);
  if (schedule.kind === 'cron') return `${schedule.expression} (${schedule.timeZone})`;
  return schedule.kind === 'period' ? `every ${schedule.seconds} seconds` : 'the interval of the client';
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

/**
 * Starts or ends maintenance, during which alarms are held back. The next sweep after its end sends a summary. A window
 * that begins later does not delay alarms that are held back already.
 */
export async function setMaintenance(
  deps: CoreDependencies,
  { clientId, window }: z.output<typeof healthMaintenance>,
  recordChange: RecordChange,
): Promise<void> {
  const now = deps.now();
  const monitor = await find(deps, clientId);
  const after = maintenanceOf(window, now);
  const summaryAt = maintenanceEnd(after, now) ?? (maintenanceEnd(monitor, now) === null ? null : now);
  const { alarmAt } = healthMonitors;
  const moved = sql`case when ${alarmAt} is null then ${alarmAt} else ${sql.param(summaryAt, alarmAt)} end`;
  const changed = await deps.db
    .update(healthMonitors)
    .set({ ...after, ...(summaryAt !== null && { alarmAt: moved, heldUntil: null }) })
    .where(eq(healthMonitors.clientId, clientId))
    .returning({ clientId: healthMonitors.clientId });
  if (changed.length === 0) throw missing();
  recordChange({ record, id: clientId, before: monitor, after });
}

function maintenanceOf(window: z.output<typeof healthMaintenance>['window'], now: Date) {
  if (window === null) return { maintenanceFrom: null, maintenanceUntil: null };
  if ('from' in window) return { maintenanceFrom: window.from, maintenanceUntil: window.until };
  return { maintenanceFrom: now, maintenanceUntil: new Date(Number(now) + window.hours * 3_600_000) };
}
