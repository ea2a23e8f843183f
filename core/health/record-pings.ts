import { and, eq, isNull, lt, or, type SQL, sql } from 'drizzle-orm';
import { maxStoredPings } from '../../contract/health.ts';
import type { Database, Statement, Transaction } from '../../db/database.ts';
import { atomically } from '../../db/query/atomically.ts';
import { insertJsonRows, isOneOf, upsertSet } from '../../db/query/json-rows.ts';
import { healthMonitors, healthPings } from '../../db/schema/health.ts';
import { deadline, isRunDue, runDeadline } from './deadline.ts';
import { flipOf, isUnchangedSinceRead, type Monitor, type Outage, outageOf, recentFlips, writeFlip } from './flip.ts';
import { lastLineOf, type Ping } from './ping.ts';

/** Longest stored duration of a run; fits a 32-bit column. */
const maxDurationMs = 2_000_000_000;

/** A ping and its monitor. */
export interface KnownPing {
  monitor: Monitor;
  ping: Ping;
  at: Date;
  /** An earlier attempt counted and stored the ping; only its effect on the monitor's status is missing. */
  isCounted: boolean;
}

/**
 * Writes pings in one transaction, at most one per monitor. Returns the codes whose monitor was changed concurrently:
 * those pings are counted and stored, and must be recorded again with `isCounted` to update the status.
 */
export async function recordPings(db: Database, pings: readonly KnownPing[]): Promise<ReadonlySet<string>> {
  const [first] = pings;
  if (!first) return new Set();
  const usual = pings.filter(isUsual);
  const others = pings.filter((ping) => !isUsual(ping));
  const changing = others.filter(({ monitor, ping }) => statusAfter(monitor, ping) !== monitor.status);
  const flips = await recentFlips(
    db,
    changing.map(({ monitor }) => monitor.clientId),
    first.at,
  );
  const uncounted = pings.filter(({ isCounted }) => !isCounted);
  const results = await atomically(db, (tx) => {
    const statements: Statement[] = groups(usual).map((group) => updateUsual(tx, group));
    for (const entry of others) statements.push(...updateOther(db, tx, entry, flips.get(entry.monitor.clientId) ?? 0));
    // After the updates: they have counted the pings and locked the monitors.
    return uncounted.length === 0 ? statements : [...statements, storePings(tx, uncounted)];
  });
  const written = new Set(results.flatMap((result) => (Array.isArray(result) ? result.flatMap(writtenId) : [])));
  return new Set(pings.flatMap(({ monitor, ping }) => (written.has(monitor.clientId) ? [] : [ping.code])));
}

function writtenId(row: unknown): unknown[] {
  const isWritten = typeof row === 'object' && row !== null && 'isWritten' in row && row.isWritten === true;
  return isWritten && 'clientId' in row ? [row.clientId] : [];
}

/** True for the common case: a success ping of an online server. */
function isUsual({ monitor, ping }: KnownPing): boolean {
  return monitor.status === 'online' && ping.kind === 'success' && monitor.startedAt === null;
}

function statusAfter(monitor: Monitor, ping: Ping): Monitor['status'] {
  if (monitor.status === 'paused' || ping.kind === 'start') return monitor.status;
  return ping.kind === 'failure' ? 'offline' : 'online';
}

/** Groups usual pings by interval and grace: one statement writes each group. */
function groups(pings: readonly KnownPing[]): KnownPing[][] {
  const found = new Map<string, KnownPing[]>();
  for (const ping of pings) {
    const key = `${ping.monitor.interval} ${ping.monitor.graceSeconds} ${ping.isCounted}`;
    const group = found.get(key);
    if (group) group.push(ping);
    else found.set(key, [ping]);
  }
  return [...found.values()];
}

function updateUsual(tx: Transaction, group: readonly KnownPing[]) {
  // The pings of a batch are milliseconds apart: use the latest time for all.
  const latest = group.reduce((last, entry) => (entry.at > last.at ? entry : last));
  const { monitor, at } = latest;
  const ids = group.map((entry) => entry.monitor.clientId);
  const isAsRead = and(
    eq(healthMonitors.status, 'online'),
    isNull(healthMonitors.startedAt),
    eq(healthMonitors.interval, monitor.interval),
    monitor.graceSeconds === null
      ? isNull(healthMonitors.graceSeconds)
      : eq(healthMonitors.graceSeconds, monitor.graceSeconds),
  );
  return tx
    .update(healthMonitors)
    .set({ ...countColumns(latest), dueAt: dueFrom(deadline(at, monitor), isAsRead) })
    .where(isOneOf(healthMonitors.clientId, ids))
    .returning({ clientId: healthMonitors.clientId, isWritten: sql<boolean>`${isAsRead}`.mapWith(Boolean) });
}

/** The columns that every ping changes, whatever the monitor's status. */
function countColumns({ at, isCounted }: KnownPing) {
  return isCounted ? {} : { lastPingAt: at, pingCount: sql`${healthMonitors.pingCount} + 1` };
}

/** The due time after a ping. It never moves back, even if the clock does. */
function dueFrom(dueAt: Date | null, condition?: SQL) {
  const { dueAt: stored } = healthMonitors;
  const isLater = dueAt === null ? undefined : or(isNull(stored), lt(stored, dueAt));
  const isSet = and(condition, isLater) ?? sql`1 = 1`;
  return sql`case when ${isSet} then ${sql.param(dueAt, stored)} else ${stored} end`;
}

/** Writes any other ping: the first one, a failure, a start, or the success after a start. */
function updateOther(db: Database, tx: Transaction, entry: KnownPing, flips: number): Statement[] {
  const { monitor, ping, at } = entry;
  const status = statusAfter(monitor, ping);
  const flip = status === monitor.status ? null : flipOf(monitor, status, at, flips, at);
  const own = eq(healthMonitors.clientId, monitor.clientId);
  const count = entry.isCounted ? [] : [tx.update(healthMonitors).set(countColumns(entry)).where(own)];
  const update = tx
    .update(healthMonitors)
    .set({
      startedAt: ping.kind === 'start' ? at : null,
      ...dueAfter(entry, status),
      ...flip?.set,
    })
    .where(isUnchangedSinceRead(monitor))
    .returning({ clientId: healthMonitors.clientId, isWritten: sql<boolean>`1 = 1`.mapWith(Boolean) });
  return [...count, update, ...(flip ? [writeFlip(db, tx, monitor, flip, outageAfter(ping))] : [])];
}

/** What a ping other than a usual one changes about the due time. */
function dueAfter({ monitor, ping, at }: KnownPing, status: Monitor['status']) {
  if (status === 'offline') return { dueAt: null };
  if (status === 'paused') return {};
  if (ping.kind === 'success') {
    const dueAt = deadline(at, monitor);
    // The end of a run replaces the run's deadline, which may be later than that of the next ping.
    return { dueAt: monitor.startedAt === null ? dueFrom(dueAt) : dueAt };
  }
  // A second start does not extend the deadline: otherwise a job that never finishes would raise no alarm.
  return isRunDue(monitor) ? {} : { dueAt: runDeadline(at, monitor) };
}

function outageAfter({ kind, exitCode, body }: Ping): Outage {
  return kind === 'failure' ? { cause: 'failed', exitCode, detail: lastLineOf(body) } : outageOf(null);
}

/** Stores the pings, each in the ring slot of its monitor's ping count. */
function storePings(tx: Transaction, pings: readonly KnownPing[]) {
  const rows = pings.map(({ monitor, ping, at }) => ({
    clientId: monitor.clientId,
    at,
    kind: ping.kind,
    exitCode: ping.exitCode,
    durationMilliseconds: durationOf(monitor, ping, at),
    method: ping.method,
    userAgent: ping.userAgent,
    body: ping.body,
  }));
  const names = ['clientId', 'at', 'kind', 'exitCode', 'durationMilliseconds', 'method', 'userAgent', 'body'] as const;
  const slot = ({ clientId }: Record<'clientId', SQL>) => {
    const ofMonitor = sql`select (${healthMonitors.pingCount} - 1) % ${sql.raw(String(maxStoredPings))} from ${healthMonitors} where ${healthMonitors.clientId} = ${clientId}`;
    // Without a monitor the slot does not matter: the insert fails on the foreign key.
    return { slot: sql`coalesce((${ofMonitor}), 0)` };
  };
  return insertJsonRows(tx, healthPings, names, rows, slot).onConflictDoUpdate({
    target: [healthPings.clientId, healthPings.slot],
    set: upsertSet('at', 'kind', 'exitCode', 'durationMilliseconds', 'method', 'userAgent', 'body'),
  });
}

function durationOf({ startedAt }: Monitor, ping: Ping, at: Date): number | null {
  if (startedAt === null || ping.kind === 'start') return null;
  // Limit the duration to about 23 days: more does not fit the column.
  return Math.min(maxDurationMs, Math.max(0, Number(at) - Number(startedAt)));
}
