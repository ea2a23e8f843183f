import { and, eq, inArray, isNull, lt, or, sql } from 'drizzle-orm';
import { hitsKept } from '../../contract/health.ts';
import { atomically, type Statement } from '../../db/atomically.ts';
import { excluded } from '../../db/excluded.ts';
import type { Database } from '../../db/open.ts';
import { healthHits, healthMonitors } from '../../db/schema/health.ts';
import { deadline } from '../../workers/health/deadline.ts';
import { asRead, flipOf, type Monitor, recentFlips, writeFlip } from '../../workers/health/flip.ts';
import type { Hit } from './hit.ts';

/** A report and the monitor it is for. */
export interface KnownHit {
  monitor: Monitor;
  hit: Hit;
  at: Date;
}

/**
 * Writes reports in one transaction, and returns the codes whose monitor was changed by somebody else since it was
 * read; nothing of those is written but the list entry. At most one report of each monitor.
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
  const results = await atomically(db, (tx) => {
    const statements: Statement[] = groups(usual).map((group) => updateUsual(tx, group));
    for (const entry of others) statements.push(...updateOther(db, tx, entry, flips.get(entry.monitor.clientId) ?? 0));
    return [...statements, keep(tx, hits)];
  });
  const written = new Set(results.flatMap((result) => (Array.isArray(result) ? result.map(clientIdOf) : [])));
  return new Set(hits.flatMap(({ monitor, hit }) => (written.has(monitor.clientId) ? [] : [hit.code])));
}

function clientIdOf(row: unknown): unknown {
  return typeof row === 'object' && row !== null && 'clientId' in row ? row.clientId : undefined;
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
    const key = `${hit.monitor.interval} ${hit.monitor.graceSeconds}`;
    const group = found.get(key);
    if (group) group.push(hit);
    else found.set(key, [hit]);
  }
  return [...found.values()];
}

type Transaction = Pick<Database, 'insert' | 'update'>;

function updateUsual(tx: Transaction, group: readonly KnownHit[]) {
  // Reports of one batch are milliseconds apart; the youngest stands for all.
  const { monitor, at } = group.reduce((latest, entry) => (entry.at > latest.at ? entry : latest));
  const ids = group.map((entry) => entry.monitor.clientId);
  return tx
    .update(healthMonitors)
    .set({ lastHitAt: at, hits: sql`${healthMonitors.hits} + 1`, ...notEarlier(deadline(at, monitor)) })
    .where(
      and(
        inArray(healthMonitors.clientId, ids),
        eq(healthMonitors.status, 'online'),
        eq(healthMonitors.interval, monitor.interval),
        monitor.graceSeconds === null
          ? isNull(healthMonitors.graceSeconds)
          : eq(healthMonitors.graceSeconds, monitor.graceSeconds),
      ),
    )
    .returning({ clientId: healthMonitors.clientId });
}

/** A due time never moves back, also when the clock does. */
function notEarlier(dueAt: Date | null) {
  if (dueAt === null) return { dueAt };
  const isLater = or(isNull(healthMonitors.dueAt), lt(healthMonitors.dueAt, dueAt));
  return {
    dueAt: sql`case when ${isLater} then ${sql.param(dueAt, healthMonitors.dueAt)} else ${healthMonitors.dueAt} end`,
  };
}

/** First reports, failures, starts, and what follows a start. */
function updateOther(db: Database, tx: Transaction, { monitor, hit, at }: KnownHit, flips: number): Statement[] {
  const status = statusAfter(monitor, hit);
  const flip = status === monitor.status ? null : flipOf(monitor, status, at, flips, at);
  const due = hit.kind === 'success' && status === 'online' ? notEarlier(deadline(at, monitor)) : {};
  const update = tx
    .update(healthMonitors)
    .set({
      lastHitAt: at,
      hits: sql`${healthMonitors.hits} + 1`,
      startedAt: hit.kind === 'start' ? at : null,
      ...due,
      ...(status === 'offline' && { dueAt: null }),
      ...flip?.set,
    })
    .where(asRead(monitor))
    .returning({ clientId: healthMonitors.clientId });
  return flip ? [writeFlip(db, tx, monitor, flip, asRead(monitor)), update] : [update];
}

/** Keeps the reports themselves, each in its place of its monitor's ring. */
function keep(tx: Transaction, hits: readonly KnownHit[]) {
  const rows = hits.map(({ monitor, hit, at }) => ({
    clientId: monitor.clientId,
    slot: monitor.hits % hitsKept,
    at,
    kind: hit.kind,
    exitCode: hit.exitCode,
    durationMilliseconds: durationOf(monitor, hit, at),
    method: hit.method,
    userAgent: hit.userAgent,
    body: hit.body,
  }));
  return tx
    .insert(healthHits)
    .values(rows)
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
