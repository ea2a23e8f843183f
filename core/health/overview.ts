import { and, asc, desc, eq, ne, or, type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { overviewQuery } from '../../contract/health-overview.ts';
import { countLimit, pageSize } from '../../contract/paging.ts';
import { type ServerState, serverStates } from '../../contract/server-states.ts';
import type { Database } from '../../db/database.ts';
import { isOneOf } from '../../db/query/json-rows.ts';
import { clients } from '../../db/schema/clients.ts';
import { healthFlips, healthMonitors, healthPings } from '../../db/schema/health.ts';
import { telephonyClients } from '../../db/schema/telephony.ts';
import { containsWord, wordsIn } from '../find/contains-word.ts';
import { graceOf } from './deadline.ts';
import { holdOf } from './flip.ts';
import { summaryColumns, toSummary, type Viewer } from './monitor-queries.ts';
import { pageOfGroups, readGroups, type ServerGroup } from './overview-groups.ts';
import { isNotOnline, stateRank } from './server-state.ts';

type Query = z.output<typeof overviewQuery>;

/** Runs of the sparkline. */
const maxRuns = 20;

/** One page of the servers, those that need a person first, and the number of servers in each state. */
export async function readOverview(db: Database, query: Query, viewer: Viewer, now: Date) {
  const rank = stateRank(now);
  const within = withinOf(query, viewer);
  const ofClients = filtersClients(query, viewer);
  const { state, page } = query;
  const offset = (page - 1) * pageSize;
  if (query.sort === 'client') {
    const selection = { within, state, rank };
    const all = await readGroups(db, selection);
    const { ids, groups } = await pageOfGroups(db, all, selection, { limit: pageSize, offset });
    return answer(db, { ids, groups, counts: sumOf(all), state }, viewer, now);
  }
  const inState = state && sql`${rank} = ${sql.raw(String(serverStates.indexOf(state)))}`;
  const select = db.select({ id: healthMonitors.clientId }).from(healthMonitors).$dynamic();
  const joined =
    ofClients || query.sort === 'name' ? select.innerJoin(clients, eq(clients.id, healthMonitors.clientId)) : select;
  const [counts, found] = await Promise.all([
    countStates(db, rank, { within, ofClients }),
    joined
      .where(and(within, inState))
      .orderBy(...orderOf(query, rank))
      .limit(pageSize)
      .offset(offset),
  ]);
  return answer(db, { ids: found.map(({ id }) => id), groups: null, counts, state }, viewer, now);
}

interface Found {
  ids: readonly number[];
  groups: readonly ServerGroup[] | null;
  counts: Record<ServerState, number>;
  state: ServerState | undefined;
}

async function answer(db: Database, { ids, groups, counts, state }: Found, viewer: Viewer, now: Date) {
  const count = state ? counts[state] : Object.values(counts).reduce((sum, one) => sum + one, 0);
  const rows = await readServers(db, ids, viewer, now);
  return { rows, groups, counts, count: Math.min(count, countLimit), isCountExact: count <= countLimit, now };
}

function sumOf(groups: readonly ServerGroup[]): Record<ServerState, number> {
  const sum = { offline: 0, late: 0, running: 0, paused: 0, new: 0, online: 0 };
  for (const { counts } of groups) for (const state of serverStates) sum[state] += counts[state];
  return sum;
}

/** The number of offline servers of the viewer. */
export async function countOffline(db: Database, { scope }: Viewer): Promise<number> {
  const isOffline = and(
    isNotOnline,
    eq(healthMonitors.status, 'offline'),
    ne(clients.healthCode, ''),
    scope === null ? undefined : eq(clients.telephonyClientId, scope),
  );
  const [row] = await db
    .select({ count: sql<number>`count(*)`.mapWith(Number) })
    .from(healthMonitors)
    .innerJoin(clients, eq(clients.id, healthMonitors.clientId))
    .where(isOffline);
  return row?.count ?? 0;
}

/** True if the filters read columns of the clients: without them the servers' own table answers. */
function filtersClients({ text, account }: Query, { scope }: Viewer): boolean {
  return text !== '' || account !== undefined || scope !== null;
}

function withinOf({ text, account }: Query, { scope, mayWrite }: Viewer): SQL | undefined {
  const contains = wordsIn(text).map((word) =>
    or(
      containsWord(clients.name, word),
      // Codes give access: only those who see them search in them.
      mayWrite ? eq(healthMonitors.code, text) : undefined,
    ),
  );
  return and(
    ne(healthMonitors.code, ''),
    scope === null ? undefined : eq(clients.telephonyClientId, scope),
    account === undefined ? undefined : eq(clients.telephonyClientId, account),
    ...contains,
  );
}

function orderOf({ sort }: Query, rank: SQL): SQL[] {
  const { statusSince, lastPingAt, clientId } = healthMonitors;
  if (sort === 'name') return [asc(sql`lower(${clients.name})`), asc(clientId)];
  if (sort === 'updated') return [desc(sql`coalesce(${lastPingAt}, ${statusSince})`), asc(clientId)];
  return [asc(rank), desc(statusSince), asc(clientId)];
}

async function countStates(
  db: Database,
  rank: SQL<number>,
  { within, ofClients }: { within: SQL | undefined; ofClients: boolean },
) {
  const select = db
    .select({ place: rank.as('place'), count: sql<number>`count(*)`.mapWith(Number) })
    .from(healthMonitors)
    .$dynamic();
  const found = await (ofClients ? select.innerJoin(clients, eq(clients.id, healthMonitors.clientId)) : select)
    .where(within)
    .groupBy(sql`place`);
  const countOf = (state: ServerState) => found.find(({ place }) => serverStates[Number(place)] === state)?.count ?? 0;
  return {
    offline: countOf('offline'),
    late: countOf('late'),
    running: countOf('running'),
    paused: countOf('paused'),
    new: countOf('new'),
    online: countOf('online'),
  };
}

async function readServers(db: Database, ids: readonly number[], viewer: Viewer, now: Date) {
  if (ids.length === 0) return [];
  const { clientId, status, statusSince } = healthMonitors;
  const isLast = and(
    eq(healthFlips.clientId, clientId),
    eq(healthFlips.at, statusSince),
    eq(healthFlips.status, status),
  );
  const rows = await db
    .select({ ...summaryColumns, account: telephonyClients.projectName, rank: stateRank(now) })
    .from(healthMonitors)
    .innerJoin(clients, eq(clients.id, clientId))
    .leftJoin(telephonyClients, eq(telephonyClients.id, clients.telephonyClientId))
    .leftJoin(healthFlips, and(isLast, eq(healthFlips.status, 'offline')))
    .where(isOneOf(clientId, [...ids]));
  const runs = await readRuns(db, ids);
  const servers = new Map(
    rows.map((row) => {
      const { monitor, account, rank } = row;
      const { dueAt } = monitor;
      const server = {
        ...toSummary(row, viewer, now),
        state: serverStates[Number(rank)] ?? 'online',
        statusSince: monitor.statusSince,
        account,
        accountId: row.client.telephonyClientId,
        /** When the next ping is expected, without the grace; null if none is. */
        nextAt: dueAt && monitor.startedAt === null ? new Date(Number(dueAt) - graceOf(monitor)) : null,
        isHeld: holdOf(monitor, now) !== null,
        runs: runs.get(row.client.id) ?? [],
      };
      return [row.client.id, server] as const;
    }),
  );
  return ids.flatMap((id) => servers.get(id) ?? []);
}

/** The latest pings of each server that ended a run, the oldest first: whether it failed, and how long it took. */
async function readRuns(db: Database, ids: readonly number[]) {
  const runs = new Map<number, { hasFailed: boolean; milliseconds: number | null }[]>();
  const rows = await db
    .select({
      id: healthPings.clientId,
      kind: healthPings.kind,
      milliseconds: healthPings.durationMilliseconds,
    })
    .from(healthPings)
    .where(and(isOneOf(healthPings.clientId, [...ids]), ne(healthPings.kind, 'start')))
    .orderBy(asc(healthPings.clientId), desc(healthPings.at));
  for (const { id, kind, milliseconds } of rows) {
    const own = runs.get(id) ?? [];
    runs.set(id, own);
    if (own.length < maxRuns) own.unshift({ hasFailed: kind === 'failure', milliseconds });
  }
  return runs;
}
