import { eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { healthMaintenance, healthSettings } from '../../contract/health.ts';
import { healthMonitors } from '../../db/schema/health.ts';
import type { NoteChange } from '../audit/entries.ts';
import type { CoreDependencies } from '../dependencies.ts';
import { conflict, notFound } from '../errors.ts';
import type { Monitor } from './flip.ts';
import { restartClock } from './reconcile.ts';

/** Bytes of randomness in a badge's address. */
const badgeBytes = 12;
/** What the audit log calls it. */
const record = 'Monitored server';

async function find({ db }: CoreDependencies, clientId: number): Promise<Monitor> {
  const [monitor] = await db.select().from(healthMonitors).where(eq(healthMonitors.clientId, clientId));
  if (!monitor) throw missing();
  return monitor;
}

const missing = () => notFound('This server');

/** Saves grace, reminders, badge and status page; another grace counts from now on. */
export async function saveSettings(
  deps: CoreDependencies,
  settings: z.output<typeof healthSettings>,
  note: NoteChange,
): Promise<void> {
  const monitor = await find(deps, settings.clientId);
  const { graceSeconds, reminderHours, hasBadge, isOnStatusPage } = settings;
  if (graceSeconds !== monitor.graceSeconds) await restart(deps, monitor, { graceSeconds });
  const fresh = deps.randomBytes(badgeBytes).toString('base64url');
  const badge = hasBadge ? sql<string>`coalesce(${healthMonitors.badge}, ${fresh})` : null;
  const isAwaiting = monitor.status === 'offline' && reminderHours !== monitor.reminderHours;
  const remindAt = reminderHours === 0 ? null : new Date(Number(deps.now()) + reminderHours * 3_600_000);
  await deps.db
    .update(healthMonitors)
    .set({ reminderHours, isOnStatusPage, badge, ...(isAwaiting && { remindAt }) })
    .where(eq(healthMonitors.clientId, settings.clientId));
  const before = { ...monitor, hasBadge: monitor.badge !== null };
  note({ record, id: monitor.clientId, before, after: { graceSeconds, reminderHours, hasBadge, isOnStatusPage } });
}

/** Stops watching a server, or starts again: then it has a whole interval. */
export async function setPaused(
  deps: CoreDependencies,
  clientId: number,
  isHeld: boolean,
  note: NoteChange,
): Promise<void> {
  const monitor = await find(deps, clientId);
  if (monitor.isHeld !== isHeld) await restart(deps, monitor, { isHeld });
  note({ record, id: clientId, before: { isPaused: monitor.isHeld }, after: { isPaused: isHeld } });
}

async function restart(deps: CoreDependencies, monitor: Monitor, change: Parameters<typeof restartClock>[2]) {
  const isDone = await restartClock(deps.db, monitor, change, deps.now());
  if (!isDone) throw conflict('The server has just reported or changed. Please try again.');
}

/** Sets or ends the time in which alarms are held back; what was held when it ends is told at the next sweep. */
export async function setMaintenance(
  deps: CoreDependencies,
  { clientId, window }: z.output<typeof healthMaintenance>,
  note: NoteChange,
): Promise<void> {
  const monitor = await find(deps, clientId);
  const { alarmAt } = healthMonitors;
  const told = sql.param(window?.until ?? deps.now(), alarmAt);
  const after = { maintenanceFrom: window?.from ?? null, maintenanceUntil: window?.until ?? null };
  const changed = await deps.db
    .update(healthMonitors)
    .set({ ...after, alarmAt: sql`case when ${alarmAt} is null then ${alarmAt} else ${told} end` })
    .where(eq(healthMonitors.clientId, clientId))
    .returning({ clientId: healthMonitors.clientId });
  if (changed.length === 0) throw missing();
  note({ record, id: clientId, before: monitor, after });
}
