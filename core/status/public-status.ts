import type { HealthStatus } from '../../contract/health.ts';
import { healthMonitors } from '../../db/schema/health.ts';
import { type Monitor, maintenanceEnd } from '../health/flip.ts';

/** Status as the public sees it: an outage during maintenance is part of the maintenance. */
export type PublicStatus = HealthStatus | 'maintenance';

export const statusLabels: Record<PublicStatus, string> = {
  online: 'online',
  offline: 'offline',
  maintenance: 'maintenance',
  new: 'new',
  paused: 'paused',
};

/** The columns that the public status depends on. */
export const publicColumns = {
  status: healthMonitors.status,
  maintenanceFrom: healthMonitors.maintenanceFrom,
  maintenanceUntil: healthMonitors.maintenanceUntil,
};

/** A server's public status and, during maintenance, when that ends. */
export function publicStatus(
  monitor: Pick<Monitor, keyof typeof publicColumns>,
  now: Date,
): { status: PublicStatus; until: Date | null } {
  const until = maintenanceEnd(monitor, now);
  return { status: until === null ? monitor.status : 'maintenance', until };
}
