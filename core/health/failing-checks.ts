import { and, asc, desc, eq, inArray, ne } from 'drizzle-orm';
import type { HealthStatus } from '../../contract/health.ts';
import type { Database } from '../../db/database.ts';
import { atomically } from '../../db/query/atomically.ts';
import { isOneOf } from '../../db/query/json-rows.ts';
import { checks } from '../../db/schema/checks.ts';
import { healthMonitors, healthPings } from '../../db/schema/health.ts';
import { deadline, runDeadline } from './deadline.ts';
import { flipOf, isUnchangedSinceRead, type Monitor, type Outage, outageOf, recentFlips, writeFlip } from './flip.ts';
import type { Ping } from './ping.ts';
import { isScheduled } from './schedule.ts';

/** Servers of one call. */
const batchSize = 500;
const isDown = and(eq(checks.status, 'down'), eq(checks.isActive, true));

/** The offline servers that a success ping does not bring back, because one of their checks is down. */
export async function serversHeldByChecks(
  db: Database,
  pings: readonly { monitor: Monitor; ping: Ping }[],
): Promise<ReadonlySet<number>> {
  const ids = pings.flatMap(({ monitor, ping }) =>
    monitor.status === 'offline' && ping.kind === 'success' ? [monitor.clientId] : [],
  );
  if (ids.length === 0) return new Set();
  const rows = await db
    .selectDistinct({ clientId: checks.clientId })
    .from(checks)
    .where(and(isOneOf(checks.clientId, ids), isDown));
  return new Set(rows.map(({ clientId }) => clientId));
}

/**
 * The servers whose status may differ from what their checks say. A stopped process may have left them behind. Reads the servers
 * that have checks, not all servers.
 */
export async function serversToCompare(db: Database): Promise<number[]> {
  const rows = await db
    .select({ clientId: checks.clientId, status: checks.status, isActive: checks.isActive })
    .from(checks);
  const ofStatus = (status: string) =>
    new Set(rows.flatMap((row) => (row.isActive && row.status === status ? [row.clientId] : [])));
  const [failing, well] = [ofStatus('down'), ofStatus('up')];
  const watched = new Set(rows.flatMap((row) => (row.isActive ? [row.clientId] : [])));
  const ids = [...new Set(rows.map(({ clientId }) => clientId))];
  const found: number[] = [];
  for (let start = 0; start < ids.length; start += batchSize) {
    const monitors = await db
      .select()
      .from(healthMonitors)
      .where(isOneOf(healthMonitors.clientId, ids.slice(start, start + batchSize)));
    for (const monitor of monitors) {
      const { clientId, status } = monitor;
      const isAhead = (status === 'new' && well.has(clientId)) || (status === 'paused' && watched.has(clientId));
      const mayRise = isAhead && hasNoHeartbeat(monitor);
      if (failing.has(clientId) ? status !== 'offline' : status === 'offline' || mayRise) found.push(clientId);
    }
  }
  return found;
}

/** True for a server that is not held and expects no ping: its checks alone decide. */
function hasNoHeartbeat(monitor: Monitor): boolean {
  return monitor.isActive && !monitor.isPaused && !isScheduled(monitor);
}

/**
 * Takes servers offline that have a check that is down, with its reason, and brings them back when all checks and the
 * heartbeat are well; servers without a heartbeat have the status of their checks. Depends on the stored states alone: it may
 * run again, and on several workers. Returns the changes.
 */
export async function applyChecks(db: Database, now: Date, clientIds: readonly number[]): Promise<number> {
  let changes = 0;
  for (let start = 0; start < clientIds.length; start += batchSize)
    changes += await applyBatch(db, now, clientIds.slice(start, start + batchSize));
  return changes;
}

async function applyBatch(db: Database, now: Date, clientIds: readonly number[]): Promise<number> {
  const monitors = await db
    .select()
    .from(healthMonitors)
    .where(inArray(healthMonitors.clientId, [...clientIds]))
    .orderBy(asc(healthMonitors.clientId));
  const failing = await db
    .select({ clientId: checks.clientId, reason: checks.reason, since: checks.statusSince })
    .from(checks)
    .where(and(isOneOf(checks.clientId, clientIds), isDown))
    .orderBy(asc(checks.statusSince));
  const watching = await db
    .selectDistinct({ clientId: checks.clientId, status: checks.status })
    .from(checks)
    .where(and(isOneOf(checks.clientId, clientIds), eq(checks.isActive, true)));
  const flips = await recentFlips(db, clientIds, now);
  let changes = 0;
  for (const monitor of monitors) {
    const own = failing.filter(({ clientId }) => clientId === monitor.clientId);
    const [first] = own;
    const statuses = watching.filter(({ clientId }) => clientId === monitor.clientId).map(({ status }) => status);
    const change = first
      ? goOffline(monitor, first, own.length, now)
      : ((await recovery(db, monitor, now)) ?? withoutHeartbeat(monitor, statuses, now));
    if (change && (await write(db, monitor, change, flips.get(monitor.clientId) ?? 0, now))) changes += 1;
  }
  return changes;
}

interface Change {
  status: HealthStatus;
  at: Date;
  dueAt: Date | null;
  outage: Outage;
}

function goOffline(
  monitor: Monitor,
  first: { reason: string; since: Date },
  failing: number,
  now: Date,
): Change | null {
  if (monitor.status === 'offline' || !monitor.isActive || monitor.isPaused) return null;
  const others = failing === 1 ? '' : ` (${failing} checks are down)`;
  const outage: Outage = { cause: 'check', exitCode: null, detail: `${first.reason}${others}` };
  // A server that was resumed while its check is down goes offline now.
  const at = first.since > monitor.statusSince && first.since <= now ? first.since : now;
  return { status: 'offline', at, dueAt: null, outage };
}

/** A server that expects no ping is paused without checks, new until one has succeeded, and then online. */
function withoutHeartbeat(monitor: Monitor, statuses: readonly string[], now: Date): Change | null {
  if (!hasNoHeartbeat(monitor) || monitor.status === 'offline') return null;
  const isKnown = monitor.status === 'online' || statuses.includes('up');
  const status = statuses.length === 0 ? 'paused' : isKnown ? 'online' : 'new';
  return status === monitor.status ? null : { status, at: now, dueAt: null, outage: outageOf(null) };
}

async function recovery(db: Database, monitor: Monitor, now: Date): Promise<Change | null> {
  if (monitor.status !== 'offline') return null;
  const dueAt = await heartbeatDue(db, monitor);
  if (dueAt !== 'failed' && (dueAt === null || dueAt > now))
    return { status: 'online', at: now, dueAt, outage: outageOf(null) };
  return null;
}

/** The deadline of the server's next ping as if it were online, null if none is expected; 'failed' after a failed run. */
async function heartbeatDue(db: Database, monitor: Monitor): Promise<Date | null | 'failed'> {
  const { clientId, lastPingAt, startedAt } = monitor;
  if (!isScheduled(monitor) || lastPingAt === null) return null;
  const [last] = await db
    .select({ kind: healthPings.kind })
    .from(healthPings)
    .where(and(eq(healthPings.clientId, clientId), ne(healthPings.kind, 'start')))
    .orderBy(desc(healthPings.at))
    .limit(1);
  if (last?.kind === 'failure') return 'failed';
  return startedAt === null ? deadline(lastPingAt, monitor) : runDeadline(startedAt, monitor);
}

async function write(db: Database, monitor: Monitor, change: Change, flips: number, now: Date): Promise<boolean> {
  const { status, at, dueAt, outage } = change;
  const flip = flipOf(monitor, status, at, flips, now);
  const [updated] = await atomically(db, (tx) => [
    tx
      .update(healthMonitors)
      .set({ ...flip.set, dueAt, sweepAt: dueAt })
      .where(isUnchangedSinceRead(monitor))
      .returning({ clientId: healthMonitors.clientId }),
    writeFlip(db, tx, monitor, flip, outage),
  ]);
  return updated.length > 0;
}
