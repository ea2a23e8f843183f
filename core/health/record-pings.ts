import { and, eq, gt, lt, type SQL, sql } from 'drizzle-orm';
import { maxStoredPings } from '../../contract/health.ts';
import type { Database, Statement, Transaction } from '../../db/database.ts';
import { atomically } from '../../db/query/atomically.ts';
import { insertJsonRows, upsertSet } from '../../db/query/json-rows.ts';
import { healthMonitors, healthPings } from '../../db/schema/health.ts';
import { deadline, isRunDue, runDeadline } from './deadline.ts';
import { serversHeldByChecks } from './failing-checks.ts';
import {
  type Flip,
  flipOf,
  isUnchangedSinceRead,
  type Monitor,
  type Outage,
  outageOf,
  recentFlips,
  writeFlip,
} from './flip.ts';
import { type ArrivedPing, lastLineOf, maxDisorderMs, type Ping } from './ping.ts';

/** Longest stored duration of a run; fits a 32-bit column. */
const maxDurationMs = 2_000_000_000;

/** A ping and its monitor. */
export interface KnownPing extends ArrivedPing {
  monitor: Monitor;
  /** An earlier attempt counted and stored the ping; only its effect on the monitor's status is missing. */
  isCounted: boolean;
}

/**
 * Writes pings in one transaction, at most one per monitor. Returns the codes whose monitor was changed concurrently:
 * those pings are counted and stored, and must be recorded again with `isCounted` to update the status. `onAlarm` is called if someone is
 * to be notified of a change.
 */
export async function recordPings(
  db: Database,
  known: readonly KnownPing[],
  onAlarm: () => void,
): Promise<ReadonlySet<string>> {
  // In the order in which every batch locks its monitors.
  const sorted = known.toSorted((a, b) => a.monitor.clientId - b.monitor.clientId);
  const [first] = sorted;
  if (!first) return new Set();
  const held = await serversHeldByChecks(db, sorted);
  const pings = sorted.map((entry) => ({ ...entry, isHeld: held.has(entry.monitor.clientId) }));
  const changing = pings.filter((entry) => statusAfter(entry) !== entry.monitor.status);
  const flips = await recentFlips(
    db,
    changing.map(({ monitor }) => monitor.clientId),
    first.at,
  );
  const uncounted = pings.filter(({ isCounted }) => !isCounted);
  const changes = pings.map((entry) => ({ entry, flip: changeBy(entry, flips.get(entry.monitor.clientId) ?? 0) }));
  const results = await atomically(db, (tx) => {
    const statements = changes.flatMap(({ entry, flip }) => updateMonitor(db, tx, entry, flip));
    // After the updates: they have counted the pings and locked the monitors.
    return uncounted.length === 0 ? statements : [...statements, storePings(tx, uncounted)];
  });
  if (changes.some(({ flip }) => flip?.alarm === 'send')) onAlarm();
  const written = new Set(results.flatMap((result) => (Array.isArray(result) ? result.flatMap(writtenId) : [])));
  return new Set(pings.flatMap(({ monitor, ping }) => (written.has(monitor.clientId) ? [] : [ping.code])));
}

function writtenId(row: unknown): unknown[] {
  const isWritten = typeof row === 'object' && row !== null && 'isWritten' in row && row.isWritten === true;
  return isWritten && 'clientId' in row ? [row.clientId] : [];
}

/** A ping of a server; a held one stays offline, because a check of it is down. */
type HeldPing = KnownPing & { isHeld: boolean };

function statusAfter({ monitor, ping, isHeld }: HeldPing): Monitor['status'] {
  if (monitor.status === 'paused' || ping.kind === 'start' || isHeld) return monitor.status;
  return ping.kind === 'failure' ? 'offline' : 'online';
}

/** The columns that every ping changes, whatever the monitor's status. */
function countColumns({ at, isCounted }: KnownPing) {
  if (isCounted) return {};
  const { lastPingAt, pingCount } = healthMonitors;
  const isNewer = and(gt(lastPingAt, at), lt(lastPingAt, new Date(Number(at) + maxDisorderMs)));
  return {
    lastPingAt: sql`case when ${isNewer} then ${lastPingAt} else ${sql.param(at, lastPingAt)} end`,
    pingCount: sql`${pingCount} + 1`,
  };
}

/** The due time after a ping. It never moves back, even if the clock does. */
function dueFrom(dueAt: Date | null) {
  const { dueAt: stored } = healthMonitors;
  if (dueAt === null) return null;
  return sql`case when ${stored} > ${sql.param(dueAt, stored)} then ${stored} else ${sql.param(dueAt, stored)} end`;
}

/** The change of status that a ping causes; null: none. */
function changeBy(entry: HeldPing, flips: number): Flip | null {
  const { monitor, at } = entry;
  const status = statusAfter(entry);
  return status === monitor.status ? null : flipOf(monitor, status, at, flips, at);
}

function updateMonitor(db: Database, tx: Transaction, entry: HeldPing, flip: Flip | null): Statement[] {
  const { monitor, ping, at } = entry;
  const status = statusAfter(entry);
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
  if (status === 'offline') return dueColumns(null);
  if (status === 'paused') return {};
  if (ping.kind === 'success') {
    const dueAt = deadline(at, monitor);
    // The end of a run replaces the run's deadline, which may be later than that of the next ping.
    return dueColumns(monitor.startedAt === null ? dueFrom(dueAt) : dueAt);
  }
  // A second start does not extend the deadline: otherwise a job that never finishes would raise no alarm.
  return isRunDue(monitor) ? {} : dueColumns(runDeadline(at, monitor));
}

function dueColumns<Due extends Date | SQL | null>(dueAt: Due) {
  return { dueAt, sweepAt: dueAt };
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
    // Without a monitor the slot is null, and the insert fails.
    return { slot: sql`(${ofMonitor})` };
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
