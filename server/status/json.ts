import { overallState, type StatusOverview } from '../../core/status/overview.ts';

/** A status page as JSON, on /status each server with the address of its group: times in ISO 8601, uptimes as shares from 0 to 1. */
export function statusJson(overview: StatusOverview): string {
  const { at, group, groups, counts, servers, maintenance, incidents, page, pages } = overview;
  const slugs = new Map(groups.map(({ id, slug }) => [id, slug]));
  const { status, words } = overallState(overview);
  return JSON.stringify({
    status,
    description: words,
    updatedAt: at,
    group: group && { name: group.name, slug: group.slug, description: group.description },
    ...(group === null && { groups: groups.map(({ name, slug, description }) => ({ name, slug, description })) }),
    counts: Object.fromEntries(counts),
    servers: servers.map(({ name, groupId, status: state, until, share, days, responseTimes }) => ({
      name,
      group: (groupId !== null && slugs.get(groupId)) || null,
      status: state,
      maintenanceUntil: until,
      uptime90Days: share,
      averageResponseMs24Hours: responseTimes && Math.round(responseTimes.average),
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
