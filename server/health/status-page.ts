import { and, asc, count, desc, eq, gt, inArray } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import type { HealthStatus } from '../../contract/health.ts';
import { uptime } from '../../core/health/uptime.ts';
import type { Database } from '../../db/database.ts';
import { clients } from '../../db/schema/clients.ts';
import { healthFlips, healthMonitors } from '../../db/schema/health.ts';
import type { Dependencies } from '../dependencies.ts';
import { escapeHtml } from '../http/escape-html.ts';

export const statusLabels: Record<HealthStatus, string> = {
  online: 'online',
  offline: 'offline',
  new: 'new',
  paused: 'paused',
};
export const statusColors: Record<HealthStatus, string> = {
  online: '#1a7f4b',
  offline: '#b42318',
  new: '#5b6470',
  paused: '#5b6470',
};

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
    const counts = await countByStatus(deps.db);
    const servers = counts.reduce((sum, { servers }) => sum + servers, 0);
    const pages = Math.ceil(servers / pageSize);
    const page = Number(request.query.page ?? 1);
    if (servers === 0) {
      const notice = await deps.landing.notice('Status', 'No servers are listed here yet.');
      return reply.code(404).type('text/html; charset=utf-8').send(notice);
    }
    if (!(Number.isInteger(page) && page >= 1 && page <= pages)) return reply.callNotFound();
    const rows = await publicRows(deps.db, page);
    const shares = await uptimes(rows);
    const lines = rows.map((row) => ({ ...row, share: shares.get(row.id) ?? null }));
    return reply
      .header('cache-control', 'no-cache')
      .type('text/html; charset=utf-8')
      .send(statusPage(lines, counts, page, pages));
  });
}

const isPublic = and(eq(healthMonitors.isOnStatusPage, true), eq(clients.isActive, true));

function countByStatus(db: Database) {
  return db
    .select({ status: healthMonitors.status, servers: count() })
    .from(healthMonitors)
    .innerJoin(clients, eq(clients.id, healthMonitors.clientId))
    .where(isPublic)
    .groupBy(healthMonitors.status);
}

function publicRows(db: Database, page: number) {
  return db
    .select({ id: clients.id, name: clients.name, status: healthMonitors.status })
    .from(healthMonitors)
    .innerJoin(clients, eq(clients.id, healthMonitors.clientId))
    .where(isPublic)
    .orderBy(desc(eq(healthMonitors.status, 'offline')), asc(clients.displayOrder), asc(clients.id))
    .limit(pageSize)
    .offset((page - 1) * pageSize);
}

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
  status: HealthStatus;
  share: number | null;
}

const style =
  'body{max-width:40rem;margin:3rem auto;padding:0 1rem;font:1rem/1.5 system-ui,sans-serif;color:#1d2328;background:#fff}table{width:100%;border-collapse:collapse}th,td{padding:.5rem;text-align:left;border-bottom:1px solid #d5dade;overflow-wrap:anywhere}tbody th{font-weight:500}td{font-weight:600;white-space:nowrap}nav{display:flex;justify-content:space-between;margin-top:1.5rem}nav a{color:#14535f}';

function statusPage(
  lines: readonly StatusRow[],
  counts: readonly { status: HealthStatus; servers: number }[],
  page: number,
  pages: number,
): string {
  const items = lines.map(({ name, status, share }) => {
    const percent = share === null ? '–' : `${(Math.floor(share * 10_000) / 100).toFixed(2)} %`;
    return `<tr><th scope="row">${escapeHtml(name)}</th><td style="color:${statusColors[status]}">${statusLabels[status]}</td><td>${percent}</td></tr>`;
  });
  const summary = (['offline', 'online', 'new', 'paused'] as const).flatMap((status) => {
    const servers = counts.find((counted) => counted.status === status)?.servers ?? 0;
    return servers === 0 ? [] : [`${servers} ${statusLabels[status]}`];
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
