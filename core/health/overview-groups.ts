import { and, asc, desc, eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm';
import { type ServerState, serverStates } from '../../contract/server-states.ts';
import type { Database } from '../../db/database.ts';
import { clients } from '../../db/schema/clients.ts';
import { healthMonitors } from '../../db/schema/health.ts';
import { telephonyClients } from '../../db/schema/telephony.ts';

/** Servers of one client account, or of none. */
export interface ServerGroup {
  account: number | null;
  /** Empty without an account. */
  name: string;
  counts: Record<ServerState, number>;
}

interface Selection {
  within: SQL | undefined;
  state: ServerState | undefined;
  rank: SQL<number>;
}

/** The accounts with servers in the selection, by name, servers without an account last; with the number in each state. */
export async function readGroups(db: Database, { within, rank }: Selection): Promise<ServerGroup[]> {
  const account = clients.telephonyClientId;
  const found = await db
    .select({
      account,
      name: telephonyClients.projectName,
      place: rank.as('place'),
      count: sql<number>`count(*)`.mapWith(Number),
    })
    .from(healthMonitors)
    .innerJoin(clients, eq(clients.id, healthMonitors.clientId))
    .leftJoin(telephonyClients, eq(telephonyClients.id, account))
    .where(within)
    .groupBy(account, telephonyClients.projectName, sql`place`)
    .orderBy(sql`${account} is null`, sql`lower(${telephonyClients.projectName})`, asc(account));
  const groups = new Map<number | null, ServerGroup>();
  for (const row of found) {
    const group = groups.get(row.account) ?? { account: row.account, name: row.name ?? '', counts: noServers() };
    groups.set(row.account, group);
    group.counts[serverStates[Number(row.place)] ?? 'online'] += row.count;
  }
  return [...groups.values()];
}

function noServers(): Record<ServerState, number> {
  return { offline: 0, late: 0, running: 0, paused: 0, new: 0, online: 0 };
}

/** The ids of one page of servers in the order of their groups, and the groups on that page. */
export async function pageOfGroups(
  db: Database,
  groups: readonly ServerGroup[],
  { within, state, rank }: Selection,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ ids: number[]; groups: ServerGroup[] }> {
  const sizeOf = ({ counts }: ServerGroup) =>
    state ? counts[state] : Object.values(counts).reduce((sum, count) => sum + count, 0);
  let before = 0;
  let skipped = 0;
  const onPage: ServerGroup[] = [];
  for (const group of groups) {
    const size = sizeOf(group);
    const isBefore = before + size <= offset;
    if (isBefore) skipped += size;
    else if (size > 0 && before < offset + limit) onPage.push(group);
    before += size;
  }
  if (onPage.length === 0) return { ids: [], groups: [] };
  const accounts = onPage.flatMap(({ account }) => account ?? []);
  const account = clients.telephonyClientId;
  const rows = await db
    .select({ id: healthMonitors.clientId })
    .from(healthMonitors)
    .innerJoin(clients, eq(clients.id, healthMonitors.clientId))
    .leftJoin(telephonyClients, eq(telephonyClients.id, account))
    .where(
      and(
        within,
        state && sql`${rank} = ${sql.raw(String(serverStates.indexOf(state)))}`,
        or(inArray(account, accounts), onPage.some((group) => group.account === null) ? isNull(account) : undefined),
      ),
    )
    .orderBy(
      sql`${account} is null`,
      sql`lower(${telephonyClients.projectName})`,
      asc(account),
      asc(rank),
      desc(healthMonitors.statusSince),
      asc(healthMonitors.clientId),
    )
    .limit(limit)
    .offset(offset - skipped);
  return { ids: rows.map(({ id }) => id), groups: onPage };
}
