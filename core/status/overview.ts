import type { Database } from '../../db/database.ts';
import { companyTimeZone } from '../health/alarm-time.ts';
import { allGroups, type StatusGroup } from './groups.ts';
import type { createHistoryCache, ServerHistory } from './history-cache.ts';
import { listIncidents } from './incidents.ts';
import { countByStatus, listedServers, pageSize, plannedMaintenance } from './listed-servers.ts';
import { type PublicStatus, publicStatus } from './public-status.ts';

/** What the status page says of a server. */
export interface ListedServer extends ServerHistory {
  name: string;
  /** The server's group; null without one. */
  groupId: number | null;
  status: PublicStatus;
  /** End of the current maintenance. */
  until: Date | null;
}

export type Incident = Awaited<ReturnType<typeof listIncidents>>[number];

interface MaintenanceWindow {
  name: string;
  from: Date;
  until: Date;
}

/** One page of the status page. */
export interface StatusOverview {
  /** When this was read. */
  at: Date;
  /** The company's time zone. */
  zone: string;
  /** The group whose page this is; null: /status. */
  group: StatusGroup | null;
  /** The groups of the servers, in their order. */
  groups: StatusGroup[];
  /** Of all pages. */
  counts: ReadonlyMap<PublicStatus, number>;
  servers: ListedServer[];
  maintenance: MaintenanceWindow[];
  /** Published incidents, the newest first. */
  incidents: Incident[];
  page: number;
  pages: number;
}

/** How long the page shows an incident after its end. */
const shownMs = 90 * 86_400_000;

const emptyHistory: ServerHistory = { share: null, days: [], responseTimes: null };

/** Reads a page of /status or of a group, which is empty without listed servers; null for a page that does not exist. */
export async function readOverview(
  deps: { db: Database; now(): Date },
  readHistories: ReturnType<typeof createHistoryCache>,
  group: StatusGroup | null,
  page: number,
): Promise<StatusOverview | null> {
  const { db } = deps;
  const at = deps.now();
  const publicPage = group?.id ?? 'status';
  const counts = await countByStatus(db, publicPage, at);
  const total = [...counts.values()].reduce((sum, number) => sum + number, 0);
  const pages = Math.max(1, Math.ceil(total / pageSize));
  if (page > pages) return null;
  const [rows, zone, windows, incidents, groups] = await Promise.all([
    listedServers(db, publicPage, { now: at, offset: (page - 1) * pageSize }),
    companyTimeZone(db),
    plannedMaintenance(db, publicPage, { now: at }),
    listIncidents({ db }, publicPage),
    group === null ? allGroups(db) : [group],
  ]);
  const histories = await readHistories(rows, zone);
  const servers = rows.map(({ id, name, groupId, ...monitor }) => {
    const { share, days, responseTimes } = histories.get(id) ?? emptyHistory;
    return { name, groupId, ...publicStatus(monitor, at), share, days, responseTimes };
  });
  const maintenance = windows.flatMap(({ name, from, until }) => (from && until ? [{ name, from, until }] : []));
  const ids = new Set(rows.map(({ groupId }) => groupId));
  return {
    at,
    zone,
    group,
    groups: groups.filter(({ id, secret }) => ids.has(id) && (group !== null || secret === null)),
    counts,
    servers,
    maintenance,
    incidents: incidents.filter(isShown),
    page,
    pages,
  };

  function isShown({ resolvedAt }: Incident) {
    return resolvedAt === null || Number(resolvedAt) > Number(at) - shownMs;
  }
}

/** The state of all servers in one sentence. */
export function overallState({ counts, incidents }: Pick<StatusOverview, 'counts' | 'incidents'>): {
  status: PublicStatus;
  words: string;
} {
  const number = (status: PublicStatus) => counts.get(status) ?? 0;
  const [offline, online] = [number('offline'), number('online')];
  if (offline > 0) return { status: 'offline', words: online > 0 ? 'Some servers are offline' : 'Servers are offline' };
  if (incidents.some(({ resolvedAt }) => resolvedAt === null))
    return { status: 'maintenance', words: 'There is an incident' };
  if (number('maintenance') > 0) return { status: 'maintenance', words: 'Maintenance in progress' };
  if (online > 0) return { status: 'online', words: 'All servers are online' };
  return { status: 'new', words: 'No server is monitored at the moment' };
}
