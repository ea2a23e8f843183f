import { and, asc, count, desc, eq, gt, inArray, sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import type { HealthStatus } from '../../contract/health.ts';
import { companyTimeZone, formatTime } from '../../core/health/alarm-time.ts';
import { isInMaintenance, type Monitor, maintenanceEnd } from '../../core/health/flip.ts';
import { uptime } from '../../core/health/uptime.ts';
import type { Database } from '../../db/database.ts';
import { given, prepared } from '../../db/query/prepared.ts';
import { clients } from '../../db/schema/clients.ts';
import { healthFlips, healthMonitors } from '../../db/schema/health.ts';
import type { Dependencies } from '../dependencies.ts';
import { escapeHtml } from '../http/escape-html.ts';

/** Status as the public sees it: an outage during maintenance is part of the maintenance. */
export type PublicStatus = HealthStatus | 'maintenance';

export const statusLabels: Record<PublicStatus, string> = {
  online: 'online',
  offline: 'offline',
  maintenance: 'maintenance',
  new: 'new',
  paused: 'paused',
};
export const statusColors: Record<PublicStatus, string> = {
  online: '#1a7f4b',
  offline: '#b42318',
  maintenance: '#8a5300',
  new: '#5b6470',
  paused: '#5b6470',
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

/** Period of the uptime figures. */
const uptimeDays = 90;
/** Servers on one page; a longer page is slow to load. */
const pageSize = 100;
/** Uptimes are cached this long: the page is public, and they change slowly. */
const uptimeCacheMs = 60_000;

/** Lists the servers that an Admin has put on /status: offline servers first, then by Display Order. */
export function registerStatusPage(app: FastifyInstance, deps: Dependencies): void {
  const uptimes = createUptimeCache(deps);
  app.get<{ Querystring: { page?: string } }>('/status', async (request, reply) => {
    const now = deps.now();
    const counts = await countByStatus(deps.db, now);
    const servers = [...counts.values()].reduce((sum, number) => sum + number, 0);
    const pages = Math.ceil(servers / pageSize);
    const page = Number(request.query.page ?? 1);
    if (servers === 0) {
      const notice = await deps.landing.notice('Status', 'No servers are listed here yet.');
      return reply.code(404).type('text/html; charset=utf-8').send(notice);
    }
    if (!(Number.isInteger(page) && page >= 1 && page <= pages)) return reply.callNotFound();
    const rows = await publicRows(deps.db, { now, offset: (page - 1) * pageSize });
    const shares = await uptimes(rows);
    const zone = await companyTimeZone(deps.db);
    const lines = rows.map(({ id, name, ...monitor }) => {
      const { status, until } = publicStatus(monitor, now);
      return { name, status, until: until && formatTime(until, zone), share: shares.get(id) ?? null };
    });
    return reply
      .header('cache-control', 'no-cache')
      .type('text/html; charset=utf-8')
      .send(statusPage(lines, counts, page, pages));
  });
}

const isPublic = and(eq(healthMonitors.isOnStatusPage, true), eq(clients.isActive, true));

const givenNow = given('now', healthMonitors.maintenanceFrom);

const statusCounts = prepared((db) =>
  db
    .select({
      status: healthMonitors.status,
      servers: count(),
      maintained: sql`sum(case when ${isInMaintenance(givenNow)} then 1 else 0 end)`.mapWith(Number),
    })
    .from(healthMonitors)
    .innerJoin(clients, eq(clients.id, healthMonitors.clientId))
    .where(isPublic)
    .groupBy(healthMonitors.status),
);

async function countByStatus(db: Database, now: Date): Promise<Map<PublicStatus, number>> {
  const rows = await statusCounts(db, { now });
  const counts = new Map<PublicStatus, number>(rows.map((row) => [row.status, row.servers - row.maintained]));
  const inMaintenance = rows.reduce((sum, row) => sum + row.maintained, 0);
  return counts.set('maintenance', inMaintenance);
}

const publicRows = prepared((db) => {
  // Offline servers first, but not those whose outage is planned.
  const isOutage = sql`case when ${isInMaintenance(givenNow)} then 0 when ${eq(healthMonitors.status, 'offline')} then 1 else 0 end`;
  return db
    .select({ id: clients.id, name: clients.name, ...publicColumns })
    .from(healthMonitors)
    .innerJoin(clients, eq(clients.id, healthMonitors.clientId))
    .where(isPublic)
    .orderBy(desc(isOutage), asc(clients.displayOrder), asc(clients.id))
    .limit(pageSize)
    .offset(sql.placeholder('offset'));
});

/** Returns a function that computes uptimes of servers, each at most once a minute. */
function createUptimeCache({ db, now }: Dependencies) {
  const cached = new Map<number, { share: number | null; until: number }>();
  return async (rows: readonly { id: number; status: HealthStatus }[]): Promise<Map<number, number | null>> => {
    const stale = rows.filter(({ id }) => (cached.get(id)?.until ?? 0) <= Number(now()));
    const from = new Date(Number(now()) - uptimeDays * 86_400_000);
    const isStale = inArray(
      healthFlips.clientId,
      stale.map(({ id }) => id),
    );
    const { clientId, at, status, previous } = healthFlips;
    const flips =
      stale.length === 0
        ? []
        : await db
            .select({ clientId, at, status, previous })
            .from(healthFlips)
            .where(and(isStale, gt(at, from)))
            .orderBy(asc(at));
    const byClient = Map.groupBy(flips, (flip) => flip.clientId);
    const until = Number(now()) + uptimeCacheMs;
    for (const row of stale)
      cached.set(row.id, { share: uptime(byClient.get(row.id) ?? [], row, now(), uptimeDays), until });
    return new Map(rows.map(({ id }) => [id, cached.get(id)?.share ?? null]));
  };
}

interface StatusRow {
  name: string;
  status: PublicStatus;
  /** End of the maintenance. */
  until: string | null;
  share: number | null;
}

const summaryLabels = { ...statusLabels, maintenance: 'in maintenance' };

const style =
  'body{max-width:40rem;margin:3rem auto;padding:0 1rem;font:1rem/1.5 system-ui,sans-serif;color:#1d2328;background:#fff}table{width:100%;border-collapse:collapse}th,td{padding:.5rem;text-align:left;border-bottom:1px solid #d5dade;overflow-wrap:anywhere}tbody th{font-weight:500}td{font-weight:600;white-space:nowrap}small{display:block;font-weight:400;color:#5b6470}nav{display:flex;justify-content:space-between;margin-top:1.5rem}nav a{color:#14535f}';

function statusPage(
  lines: readonly StatusRow[],
  counts: ReadonlyMap<PublicStatus, number>,
  page: number,
  pages: number,
): string {
  const items = lines.map(({ name, status, until, share }) => {
    const percent = share === null ? '–' : `${(Math.floor(share * 10_000) / 100).toFixed(2)} %`;
    const state =
      until === null ? statusLabels[status] : `${statusLabels[status]}<small>until ${escapeHtml(until)}</small>`;
    return `<tr><th scope="row">${escapeHtml(name)}</th><td style="color:${statusColors[status]}">${state}</td><td>${percent}</td></tr>`;
  });
  const summary = (['offline', 'online', 'maintenance', 'new', 'paused'] as const).flatMap((status) => {
    const servers = counts.get(status) ?? 0;
    return servers === 0 ? [] : [`${servers} ${summaryLabels[status]}`];
  });
  const table = `<table><thead><tr><th scope="col">Server</th><th scope="col">Status</th><th scope="col">Online in ${uptimeDays} days</th></tr></thead><tbody>${items.join('')}</tbody></table>`;
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta http-equiv="refresh" content="60"><title>Status</title><style>${style}</style></head><body><main><h1>Status</h1><p>${summary.join(', ')}</p>${table}${pager(page, pages)}</main></body></html>`;
}

function pager(page: number, pages: number): string {
  if (pages === 1) return '';
  const link = (to: number, text: string) =>
    to < 1 || to > pages ? '<span></span>' : `<a href="/status?page=${to}">${text}</a>`;
  return `<nav aria-label="Pages">${link(page - 1, 'Previous')}<span>Page ${page} of ${pages}</span>${link(page + 1, 'Next')}</nav>`;
}
