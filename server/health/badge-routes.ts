import { eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { notFound } from '../../core/errors.ts';
import { type PublicStatus, publicColumns, publicStatus, statusLabels } from '../../core/status/public-status.ts';
import { given, prepared } from '../../db/query/prepared.ts';
import { clients } from '../../db/schema/clients.ts';
import { healthMonitors } from '../../db/schema/health.ts';
import type { Dependencies } from '../dependencies.ts';
import { escapeHtml } from '../http/escape-html.ts';

const statusColors: Record<PublicStatus, string> = {
  online: '#1a7f4b',
  offline: '#b42318',
  maintenance: '#8a5300',
  new: '#5b6470',
  paused: '#5b6470',
};

/** Serves the badges of servers for which an Admin has switched them on. */
export function registerBadges(app: FastifyInstance, deps: Dependencies): void {
  app.get<{ Params: { badge: string } }>('/serverhealthbadge/:badge.svg', async (request, reply) => {
    const [row] = await serverOfBadge(deps.db, { badge: request.params.badge.slice(0, 64) });
    if (!row) throw notFound('This badge');
    // Other sites embed the badge; caches keep it for a minute at most.
    return reply
      .header('cache-control', 'public, max-age=60')
      .header('cross-origin-resource-policy', 'cross-origin')
      .type('image/svg+xml; charset=utf-8')
      .send(badgeSvg(row.name, publicStatus(row, deps.now()).status));
  });
}

const serverOfBadge = prepared((db) =>
  db
    .select({ name: clients.name, ...publicColumns })
    .from(healthMonitors)
    .innerJoin(clients, eq(clients.id, healthMonitors.clientId))
    .where(eq(healthMonitors.badge, given('badge', healthMonitors.badge))),
);

function badgeSvg(name: string, status: PublicStatus): string {
  const left = name.length > 30 ? `${name.slice(0, 29)}…` : name;
  const [leftWidth, rightWidth] = [left.length * 7 + 14, statusLabels[status].length * 7 + 14];
  const width = leftWidth + rightWidth;
  const text = (x: number, value: string) => `<text x="${x}" y="14" text-anchor="middle">${escapeHtml(value)}</text>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="20" role="img" aria-label="${escapeHtml(`${left}: ${statusLabels[status]}`)}"><rect width="${width}" height="20" rx="4" fill="${statusColors[status]}"/><path d="M4 0h${leftWidth - 4}v20H4a4 4 0 0 1-4-4V4a4 4 0 0 1 4-4z" fill="#30363d"/><g fill="#fff" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11">${text(leftWidth / 2, left)}${text(leftWidth + rightWidth / 2, statusLabels[status])}</g></svg>`;
}
