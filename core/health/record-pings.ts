import { and, eq, getTableColumns, isNull, lt, or, type SQL, sql } from 'drizzle-orm';
import { hitsKept } from '../../contract/health.ts';
import type { Database } from '../../db/database.ts';
import { atomically } from '../../db/query/atomically.ts';
import { givenRows, isOneOf } from '../../db/query/json-rows.ts';
import type { Statement, Transaction } from '../../db/query/statement.ts';
import { excluded } from '../../db/query/upsert-set.ts';
import { healthHits, healthMonitors } from '../../db/schema/health.ts';
import { deadline } from './deadline.ts';
import { asRead, flipOf, type Monitor, recentFlips, writeFlip } from './flip.ts';
import type { Hit } from './ping.ts';

/** A report and the monitor it is for. */
export interface KnownHit {
  monitor: Monitor;
  hit: Hit;
  at: Date;
  /** An earlier try has counted and kept it; what is left is what follows from it for the monitor. */
  isCounted: boolean;
}

/**
 * Writes reports in one transaction, and returns the codes whose monitor was changed by somebody else since it was
 * read: those are counted and kept, and to be recorded again for the rest. At most one report of each monitor.
 */
export async function recordHits(db: Database, hits: readonly KnownHit[]): Promise<ReadonlySet<string>> {
  const [first] = hits;
  if (!first) return new Set();
  const usual = hits.filter(isUsual);
  const others = hits.filter((hit) => !isUsual(hit));
  const changing = others.filter(({ monitor, hit }) => statusAfter(monitor, hit) !== monitor.status);
  const flips = await recentFlips(
    db,
    changing.map(({ monitor }) => monitor.clientId),
    first.at,
  );
  const fresh = hits.filter(({ isCounted }) => !isCounted);
  const results = await atomically(db, (tx) => {
    const statements: Statement[] = groups(usual).map((group) => updateUsual(tx, group));
    for (const entry of others) statements.push(...updateOther(db, tx, entry, flips.get(entry.monitor.clientId) ?? 0));
    // Behind the updates: they have counted the reports and hold the monitors.
    return fresh.length === 0 ? statements : [...statements, keep(tx, fresh)];
  });
  const written = new Set(results.flatMap((result) => (Array.isArray(result) ? result.flatMap(writtenId) : [])));
  return new Set(hits.flatMap(({ monitor, hit }) => (written.has(monitor.clientId) ? [] : [hit.code])));
}

function writtenId(row: unknown): unknown[] {
  const isWritten = typeof row === 'object' && row !== null && 'isWritten' in row && row.isWritten === true;
  return isWritten && 'clientId' in row ? [row.clientId] : [];
}

/** The report that nearly all are: an online server says that it still is. */
function isUsual({ monitor, hit }: KnownHit): boolean {
  return monitor.status === 'online' && hit.kind === 'success' && monitor.startedAt === null;
}

function statusAfter(monitor: Monitor, hit: Hit): Monitor['status'] {
  if (monitor.status === 'paused' || hit.kind === 'start') return monitor.status;
  return hit.kind === 'failure' ? 'offline' : 'online';
}

/** Usual reports with the same interval and grace: the same statement writes them. */
function groups(hits: readonly KnownHit[]): KnownHit[][] {
  const found = new Map<string, KnownHit[]>();
  for (const hit of hits) {
    const key = `${hit.monitor.interval} ${hit.monitor.graceSeconds} ${hit.isCounted}`;
    const group = found.get(key);
    if (group) group.push(hit);
    else found.set(key, [hit]);
  }
  return [...found.values()];
}

function updateUsual(tx: Transaction, group: readonly KnownHit[]) {
  // Reports of one batch are milliseconds apart; the youngest stands for all.
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
    .set({ ...counted(latest), dueAt: dueFrom(deadline(at, monitor), isAsRead) })
    .where(isOneOf(healthMonitors.clientId, ids))
    .returning({ clientId: healthMonitors.clientId, isWritten: sql<boolean>`${isAsRead}`.mapWith(Boolean) });
}

/** What each report changes, however its monitor stands. */
function counted({ at, isCounted }: KnownHit) {
  return isCounted ? {} : { lastHitAt: at, hits: sql`${healthMonitors.hits} + 1` };
}

/** The due time that a report sets. It never moves back, also when the clock does. */
function dueFrom(dueAt: Date | null, condition?: SQL) {
  const { dueAt: stored } = healthMonitors;
  const isLater = dueAt === null ? undefined : or(isNull(stored), lt(stored, dueAt));
  const isSet = and(condition, isLater) ?? sql`1 = 1`;
  return sql`case when ${isSet} then ${sql.param(dueAt, stored)} else ${stored} end`;
}

/** First reports, failures, starts, and what follows a start. */
function updateOther(db: Database, tx: Transaction, entry: KnownHit, flips: number): Statement[] {
  const { monitor, hit, at } = entry;
  const status = statusAfter(monitor, hit);
  const flip = status === monitor.status ? null : flipOf(monitor, status, at, flips, at);
  const own = eq(healthMonitors.clientId, monitor.clientId);
  const count = entry.isCounted ? [] : [tx.update(healthMonitors).set(counted(entry)).where(own)];
  const update = tx
    .update(healthMonitors)
    .set({
      startedAt: hit.kind === 'start' ? at : null,
      ...(hit.kind === 'success' && status === 'online' && { dueAt: dueFrom(deadline(at, monitor)) }),
      ...(status === 'offline' && { dueAt: null }),
      ...flip?.set,
    })
    .where(asRead(monitor))
    .returning({ clientId: healthMonitors.clientId, isWritten: sql<boolean>`1 = 1`.mapWith(Boolean) });
  return [...count, update, ...(flip ? [writeFlip(db, tx, monitor, flip)] : [])];
}

/** Keeps the reports themselves, each in its place of its monitor's ring: the one that its number gives. */
function keep(tx: Transaction, hits: readonly KnownHit[]) {
  const { slot: _fromMonitor, ...columns } = getTableColumns(healthHits);
  const rows = hits.map(({ monitor, hit, at }) => ({
    clientId: monitor.clientId,
    at,
    kind: hit.kind,
    exitCode: hit.exitCode,
    durationMilliseconds: durationOf(monitor, hit, at),
    method: hit.method,
    userAgent: hit.userAgent,
    body: hit.body,
  }));
  const { from, value } = givenRows(columns, rows);
  // Without a monitor any place: the reference to it fails, and says why.
  const slot = sql`coalesce((${healthMonitors.hits} - 1) % ${sql.raw(String(hitsKept))}, 0)`;
  const { clientId, at, kind, exitCode, durationMilliseconds, method, userAgent, body } = value;
  // In the order of the table's columns.
  const values = [clientId, slot, at, kind, exitCode, durationMilliseconds, method, userAgent, body];
  return tx
    .insert(healthHits)
    .select(
      sql`select ${sql.join(values, sql`, `)} from ${from} left join ${healthMonitors} on ${healthMonitors.clientId} = ${clientId} where true`,
    )
    .onConflictDoUpdate({
      target: [healthHits.clientId, healthHits.slot],
      set: excluded('at', 'kind', 'exitCode', 'durationMilliseconds', 'method', 'userAgent', 'body'),
    });
}

function durationOf({ startedAt }: Monitor, hit: Hit, at: Date): number | null {
  if (startedAt === null || hit.kind === 'start') return null;
  // Longer than 24 days does not fit a column, and is no run.
  return Math.min(2_000_000_000, Math.max(0, Number(at) - Number(startedAt)));
}
