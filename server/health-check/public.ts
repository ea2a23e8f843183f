import { and, asc, eq, gt, inArray } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import type { HealthStatus } from '../../contract/health.ts';
import { clients } from '../../db/schema/clients.ts';
import { healthFlips, healthMonitors } from '../../db/schema/health.ts';
import type { Dependencies } from '../dependencies.ts';
import { notFound } from '../errors.ts';
import { escapeHtml } from '../rest/escape-html.ts';
import { uptime } from './uptime.ts';

const labels: Record<HealthStatus, string> = { online: 'online', offline: 'offline', new: 'new', paused: 'paused' };
const colors: Record<HealthStatus, string> = {
  online: '#1a7f4b',
  offline: '#b42318',
  new: '#5b6470',
  paused: '#5b6470',
};

/** Days of uptime on the status page. */
const days = 90;

/** The only things of a server that are public, and only when an Admin turned them on: its badge, and its line on /status. */
export function registerPublicHealth(app: FastifyInstance, deps: Dependencies): void {
  app.get<{ Params: { badge: string } }>('/serverhealthbadge/:badge.svg', async (request, reply) => {
    const [row] = await deps.db
      .select({ name: clients.name, status: healthMonitors.status })
      .from(healthMonitors)
      .innerJoin(clients, eq(clients.id, healthMonitors.clientId))
      .where(eq(healthMonitors.badge, request.params.badge.slice(0, 64)));
    if (!row) throw notFound('This badge');
    // Shown on other sites, and never older than a minute.
    return reply
      .header('cache-control', 'public, max-age=60')
      .header('cross-origin-resource-policy', 'cross-origin')
      .type('image/svg+xml; charset=utf-8')
      .send(badgeSvg(row.name, row.status));
  });

  app.get('/status', async (_request, reply) => {
    const rows = await publicRows(deps);
    if (rows.length === 0) throw notFound('This address');
    return reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(statusPage(rows));
  });
}

async function publicRows({ db, now }: Dependencies) {
  const rows = await db
    .select({ id: clients.id, name: clients.name, status: healthMonitors.status })
    .from(healthMonitors)
    .innerJoin(clients, eq(clients.id, healthMonitors.clientId))
    .where(and(eq(healthMonitors.isOnStatusPage, true), eq(clients.isActive, true)))
    .orderBy(asc(clients.displayOrder), asc(clients.id));
  if (rows.length === 0) return [];
  const from = new Date(Number(now()) - days * 86_400_000);
  const ids = rows.map(({ id }) => id);
  const flips = await db
    .select()
    .from(healthFlips)
    .where(and(inArray(healthFlips.clientId, ids), gt(healthFlips.at, from)))
    .orderBy(asc(healthFlips.at));
  const byClient = Map.groupBy(flips, ({ clientId }) => clientId);
  return rows.map((row) => ({ ...row, uptime: uptime(byClient.get(row.id) ?? [], row, now(), days) }));
}

function badgeSvg(name: string, status: HealthStatus): string {
  const left = name.length > 30 ? `${name.slice(0, 29)}…` : name;
  const [leftWidth, rightWidth] = [left.length * 7 + 14, labels[status].length * 7 + 14];
  const width = leftWidth + rightWidth;
  const text = (x: number, value: string) => `<text x="${x}" y="14" text-anchor="middle">${escapeHtml(value)}</text>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="20" role="img" aria-label="${escapeHtml(`${left}: ${labels[status]}`)}"><rect width="${width}" height="20" rx="4" fill="${colors[status]}"/><path d="M4 0h${leftWidth - 4}v20H4a4 4 0 0 1-4-4V4a4 4 0 0 1 4-4z" fill="#30363d"/><g fill="#fff" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11">${text(leftWidth / 2, left)}${text(leftWidth + rightWidth / 2, labels[status])}</g></svg>`;
}

function statusPage(rows: Awaited<ReturnType<typeof publicRows>>): string {
  const items = rows.map(({ name, status, uptime: share }) => {
    const percent = share === null ? '–' : `${(Math.floor(share * 10_000) / 100).toFixed(2)} %`;
    return `<tr><th scope="row">${escapeHtml(name)}</th><td style="color:${colors[status]}">${labels[status]}</td><td>${percent}</td></tr>`;
  });
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta http-equiv="refresh" content="60"><title>Status</title><style>body{max-width:40rem;margin:3rem auto;padding:0 1rem;font:1rem/1.5 system-ui,sans-serif;color:#1d2328;background:#fff}table{width:100%;border-collapse:collapse}th,td{padding:.5rem;text-align:left;border-bottom:1px solid #d5dade}tbody th{font-weight:500}td{font-weight:600}</style></head><body><main><h1>Status</h1><table><thead><tr><th scope="col">Server</th><th scope="col">Status</th><th scope="col">Online in ${days} days</th></tr></thead><tbody>${items.join('')}</tbody></table></main></body></html>`;
}
