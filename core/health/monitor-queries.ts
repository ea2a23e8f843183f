import { and, asc, desc, eq, gt, ne, type SQL } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { given, prepared } from '../../db/query/prepared.ts';
import { clients } from '../../db/schema/clients.ts';
import { healthFlips, healthMonitors, healthPings } from '../../db/schema/health.ts';
import { parentsOf } from '../alarms/parents.ts';
import { readChecks } from '../checks/check-list.ts';
import { notFound } from '../errors.ts';
import { type DayOutage, dayHistory } from '../status/day-history.ts';
import { lastDays } from '../status/days.ts';
import { companyTimeZone } from './alarm-time.ts';
import { expectedRunOf, graceOf, runDeadline } from './deadline.ts';
import { holdOf, type Monitor, maintenanceEnd } from './flip.ts';
import { toSettings } from './schedule.ts';
import { uptime, uptimeDays } from './uptime.ts';

/** Who reads: an Admin sees all servers with their codes (scope null), a client the servers of its account, codes masked. */
export interface Viewer {
  mayWrite: boolean;
  scope: number | null;
}

/** Shown instead of a health code to everyone but Admins. */
const maskedCode = '********';

const dayMs = 86_400_000;

/** Servers for the Schedule Tasks screen, by Display Order. */
export async function listMonitors(db: Database, viewer: Viewer, now: Date) {
  const { scope } = viewer;
  const rows = scope === null ? await allServers(db, {}) : await serversOfAccount(db, { scope });
  return rows.map((row) => toSummary(row, viewer, now));
}

const allServers = prepared((db) => inOrder(db, null));
const serversOfAccount = prepared((db) => inOrder(db, given('scope', clients.telephonyClientId)));

function inOrder(db: Database, scope: SQL | null) {
  return select(db).where(inScope(scope)).orderBy(asc(clients.displayOrder), asc(clients.position), asc(clients.id));
}

/** Servers with their clients and, while they are offline, the change that made them so. */
function select(db: Database) {
  const { clientId, status, statusSince } = healthMonitors;
  const isLast = and(
    eq(healthFlips.clientId, clientId),
    eq(healthFlips.at, statusSince),
    eq(healthFlips.status, status),
  );
  return db
    .select(summaryColumns)
    .from(healthMonitors)
    .innerJoin(clients, eq(clients.id, clientId))
    .leftJoin(healthFlips, and(isLast, eq(healthFlips.status, 'offline')));
}

function inScope(scope: number | null | SQL) {
  return and(ne(clients.healthCode, ''), scope === null ? undefined : eq(clients.telephonyClientId, scope));
}

type Row = Awaited<ReturnType<typeof select>>[number];

/** What a summary is made of. */
export const summaryColumns = { client: clients, monitor: healthMonitors, flip: healthFlips };

/** A server as lists show it. */
export function toSummary({ client, monitor, flip }: Row, { mayWrite }: Viewer, now: Date) {
  return {
    id: client.id,
    logo: client.logo,
    name: client.name,
    code: mayWrite ? monitor.code : maskedCode,
    interval: monitor.interval,
    schedule: toSettings(monitor),
    status: monitor.status,
    lastPingAt: monitor.lastPingAt,
    dueAt: monitor.dueAt,
    updatedOn: updatedOn(monitor),
    runningSince: runningSince(monitor, now),
    /** End of the current maintenance, by the server's clock. */
    maintenanceUntil: maintenanceEnd(monitor, now),
    outage: flip && toOutage(flip),
  };
}

/** Start of the run that is under way; null if none is, or if it should have ended by now. */
function runningSince(monitor: Monitor, now: Date): Date | null {
  const { startedAt, status } = monitor;
  return startedAt !== null && status !== 'paused' && runDeadline(startedAt, monitor) > now ? startedAt : null;
}

function toOutage({ cause, exitCode, detail, since }: typeof healthFlips.$inferSelect) {
  return { cause, exitCode, detail, since };
}

/** One server with its history. Throws 404 if the viewer may not see it. */
export async function readMonitor(db: Database, clientId: number, viewer: Viewer, now: Date) {
  const [row] = await select(db).where(and(eq(healthMonitors.clientId, clientId), inScope(viewer.scope)));
  if (!row) throw notFound('This server');
  const { monitor } = row;
  const flips = await db
    .select()
    .from(healthFlips)
    .where(
      and(
        eq(healthFlips.clientId, clientId),
        gt(healthFlips.at, new Date(Number(now) - Math.max(...uptimeDays) * dayMs)),
      ),
    )
    .orderBy(asc(healthFlips.at));
  const pings = await db
    .select()
    .from(healthPings)
    .where(eq(healthPings.clientId, clientId))
    .orderBy(desc(healthPings.at), desc(healthPings.slot));
  return {
    ...toSummary(row, viewer, now),
    checks: await readChecks(db, { clientId, account: null }),
    isPaused: monitor.isPaused,
    graceSeconds: monitor.graceSeconds,
    defaultGraceSeconds: graceOf({ ...monitor, graceSeconds: null }) / 1000,
    expectedRunSeconds: monitor.expectedRunSeconds,
    defaultExpectedRunSeconds: expectedRunOf({ ...monitor, expectedRunSeconds: null }) / 1000,
    reminderHours: monitor.reminderHours,
    /** By the server's clock. */
    now,
    statusSince: monitor.statusSince,
    days: daysOf(dayHistory(flips, monitor, lastDays(now, await companyTimeZone(db), Math.max(...uptimeDays)), now)),
    hold: holdOf(monitor, now),
    /** The servers that this one needs; those of other accounts are not a client's business. */
    parents: viewer.scope === null ? await parentsOf(db, clientId) : [],
    /** A maintenance that begins later. */
    nextMaintenance: nextMaintenance(monitor, now),
    badge: viewer.mayWrite ? monitor.badge : null,
    isOnStatusPage: monitor.isOnStatusPage,
    statusGroupId: viewer.mayWrite ? monitor.statusGroupId : null,
    uptime: uptimeDays.map((days) => ({ days, share: uptime(flips, monitor, now, days) })),
    // The newest changes only; older ones show in the uptime.
    flips: flips
      .slice(-50)
      .reverse()
      .map((flip) => ({ at: flip.at, status: flip.status, previous: flip.previous, ...toOutage(flip) })),
    pings: pings.map(({ slot, clientId: _client, ...ping }) => ({ ...ping, id: slot })),
  };
}

/** The days of the bar, in the company's time zone: the worst state of each day, and how long the server was offline. */
function daysOf(history: readonly DayOutage[]) {
  return history.map(({ day, isMonitored, offlineMs }) => ({
    day: day.name,
    state: offlineMs > 0 ? ('offline' as const) : isMonitored ? ('online' as const) : ('unknown' as const),
    offlineSeconds: Math.ceil(offlineMs / 1000),
  }));
}

/** Throws 404 if the viewer may not see the server. */
export async function requireMonitor(db: Database, clientId: number, viewer: Viewer): Promise<void> {
  const rows = await db
    .select({ id: clients.id })
    .from(healthMonitors)
    .innerJoin(clients, eq(clients.id, healthMonitors.clientId))
    .where(and(eq(healthMonitors.clientId, clientId), inScope(viewer.scope)));
  if (rows.length === 0) throw notFound('This server');
}

function nextMaintenance({ maintenanceFrom: from, maintenanceUntil: until }: Monitor, now: Date) {
  return from !== null && until !== null && from > now ? { from, until } : null;
}

/** When a server's status was last confirmed or changed (System Status Updated On); null if it has never sent a ping. */
export function updatedOn(monitor: Pick<Monitor, 'lastPingAt' | 'statusSince' | 'status'> | undefined): Date | null {
  if (!monitor || (monitor.lastPingAt === null && monitor.status !== 'offline')) return null;
  const { lastPingAt, statusSince } = monitor;
  return lastPingAt !== null && lastPingAt > statusSince ? lastPingAt : statusSince;
}
