import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { HealthEvent } from '../../contract/health-events.ts';
import type { Database } from '../../db/database.ts';
import { isOneOf } from '../../db/query/json-rows.ts';
import { clients } from '../../db/schema/clients.ts';
import { healthMonitors } from '../../db/schema/health.ts';
import { isNotOnline } from './server-state.ts';

/** Time between two looks at the database, in milliseconds. */
const lookEveryMs = 1000;

/** Looks take at most one fiftieth of the time: with many servers they are rarer. */
const waitPerLook = 50;

/** Whose servers are followed: those of one account, or all; and the servers whose pings count. */
export interface Followed {
  account: number | null;
  ids: readonly number[];
}

interface Follower extends Followed {
  notify(event: HealthEvent): void;
  /** The database did not answer. */
  fail(error: unknown): void;
  /** What the last look saw; undefined before the first one. */
  seen: { states: string | undefined; pings: string } | undefined;
}

/** Changes of servers, found in the database, because other processes write too. One look serves all followers of this process. */
export interface ServerWatch {
  /** Reports `ready` after the next look, then at most one change for each look. Returns a function that ends this. */
  follow(follower: Omit<Follower, 'seen'>): () => void;
}

/** Creates the watch of this process, which looks at the database only while somebody follows. */
export function createServerWatch(db: Database, everyMs = lookEveryMs): ServerWatch {
  const followers = new Set<Follower>();
  let isLooking = false;

  async function look(): Promise<void> {
    const current = [...followers];
    const startedAt = performance.now();
    try {
      const states = await readStates(
        db,
        current.map(({ account }) => account),
      );
      const pings = await readPings(
        db,
        current.flatMap(({ ids }) => ids),
      );
      for (const follower of current) compare(follower, states, pings);
    } catch (error) {
      for (const follower of current) follower.fail(error);
    }
    isLooking = followers.size > 0;
    const tookMs = performance.now() - startedAt;
    if (isLooking) setTimeout(look, Math.max(everyMs, tookMs * waitPerLook)).unref();
  }

  return {
    follow(follower) {
      const added = { ...follower, seen: undefined };
      followers.add(added);
      if (!isLooking) setImmediate(look);
      isLooking = true;
      return () => followers.delete(added);
    },
  };
}

function compare(follower: Follower, states: Map<number | null, string>, pings: Map<number, number>): void {
  const seen = {
    states: states.get(follower.account),
    pings: follower.ids.map((id) => pings.get(id)).join(' '),
  };
  const before = follower.seen;
  follower.seen = seen;
  if (before === undefined) follower.notify('ready');
  else if (before.states !== seen.states) follower.notify('states');
  else if (before.pings !== seen.pings) follower.notify('pings');
}

/** For each account (null: all servers) a text that changes when a server's status does. */
async function readStates(db: Database, accounts: readonly (number | null)[]): Promise<Map<number | null, string>> {
  const states = new Map<number | null, string>();
  for (const account of new Set(accounts)) states.set(account, JSON.stringify(await statesOf(db, account)));
  return states;
}

function statesOf(db: Database, account: number | null) {
  const { status, statusSince, clientId } = healthMonitors;
  const columns = {
    status,
    count: sql<number>`count(*)`.mapWith(Number),
    latest: sql<unknown>`max(${statusSince})`,
  };
  const select = db.select(columns).from(healthMonitors).$dynamic();
  const scoped = account === null ? select : select.innerJoin(clients, isOfAccount(clientId, account));
  // Every change begins or ends in a status other than online; most servers are online, and counting them takes the most time.
  return scoped.where(isNotOnline).groupBy(status).orderBy(status);
}

function isOfAccount(clientId: typeof healthMonitors.clientId, account: number): SQL | undefined {
  return and(eq(clients.id, clientId), eq(clients.telephonyClientId, account));
}

/** The number of pings of each server. */
async function readPings(db: Database, ids: readonly number[]): Promise<Map<number, number>> {
  if (ids.length === 0) return new Map();
  const { clientId, pingCount } = healthMonitors;
  const rows = await db
    .select({ clientId, pingCount })
    .from(healthMonitors)
    .where(isOneOf(clientId, [...new Set(ids)]));
  return new Map(rows.map((row) => [row.clientId, row.pingCount]));
}

/** The ids that are servers of the account; all of them for a viewer of all servers. */
export async function idsWithin(db: Database, { account, ids }: Followed): Promise<number[]> {
  if (account === null || ids.length === 0) return [...ids];
  const { clientId } = healthMonitors;
  const rows = await db
    .select({ clientId })
    .from(healthMonitors)
    .innerJoin(clients, isOfAccount(clientId, account))
    .where(isOneOf(clientId, [...ids]));
  return rows.map((row) => row.clientId);
}
