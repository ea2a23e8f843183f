import { overallState, type StatusOverview } from '../../core/status/overview.ts';

/** The status page as JSON: times in ISO 8601, uptimes as shares from 0 to 1. */
export function statusJson(overview: StatusOverview): string {
  const { at, counts, servers, maintenance, incidents, page, pages } = overview;
  const { status, words } = overallState(overview);
  return JSON.stringify({
    status,
    description: words,
    updatedAt: at,
    counts: Object.fromEntries(counts),
    servers: servers.map(({ name, status: state, until, share, days }) => ({
      name,
      status: state,
      maintenanceUntil: until,
      uptime90Days: share,
      outages: days
        .filter(({ offlineMs }) => offlineMs > 0)
        .map(({ day, offlineMs }) => ({ day: day.name, offlineSeconds: Math.round(offlineMs / 1000) })),
    })),
    maintenance,
    incidents: incidents.map(({ id, title, state, startedAt, resolvedAt, updates, servers: affected }) => ({
      id,
      title,
      state,
      startedAt,
      resolvedAt,
      servers: affected.map(({ name }) => name),
      updates: updates.map(({ id: _, ...update }) => update),
    })),
    page,
    pages,
  });
}
