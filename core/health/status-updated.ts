import type { healthMonitors } from '../../db/schema/health.ts';

type Monitor = typeof healthMonitors.$inferSelect;

/** When a server's status was last confirmed or changed (System Status Updated On); null: it never reported. */
export function updatedOn(monitor: Pick<Monitor, 'lastHitAt' | 'statusSince' | 'status'> | undefined): Date | null {
  if (!monitor || (monitor.lastHitAt === null && monitor.status !== 'offline')) return null;
  const { lastHitAt, statusSince } = monitor;
  return lastHitAt !== null && lastHitAt > statusSince ? lastHitAt : statusSince;
}
