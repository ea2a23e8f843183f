import { and, asc, desc, eq, gt, ne } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { clients } from '../../db/schema/clients.ts';
import { healthFlips, healthMonitors, healthPings } from '../../db/schema/health.ts';
import { notFound } from '../errors.ts';
import { graceOf } from './deadline.ts';
import type { Monitor } from './flip.ts';
import { type Change, uptime, uptimeDays } from './uptime.ts';

/** Who reads: an Admin sees all servers with their codes (scope null), a client the servers of its account, codes masked. */
export interface Viewer {
  isAdmin: boolean;
  scope: number | null;
}

/** Shown instead of a health code to everyone but Admins. */
const maskedCode = '********';

const dayMs = 86_400_000;

/** Servers for the Schedule Tasks screen, by Display Order. */
export async function listMonitors(db: Database, viewer: Viewer) {
  const rows = await select(db)
    .where(inScope(viewer))
    .orderBy(asc(clients.displayOrder), asc(clients.position), asc(clients.id));
  return rows.map((row) => toSummary(row, viewer));
}

function select(db: Database) {
  return db
    .select({ client: clients, monitor: healthMonitors })
    .from(healthMonitors)
    .innerJoin(clients, eq(clients.id, healthMonitors.clientId));
}

function inScope({ scope }: Viewer) {
  return and(ne(clients.healthCode, ''), scope === null ? undefined : eq(clients.telephonyClientId, scope));
}

function toSummary({ client, monitor }: Awaited<ReturnType<typeof select>>[number], { isAdmin }: Viewer) {
  return {
    id: client.id,
    logo: client.logo,
    name: client.name,
    code: isAdmin ? monitor.code : maskedCode,
    interval: monitor.interval,
    status: monitor.status,
    updatedOn: updatedOn(monitor),
  };
}

/** One server with its history. Throws 404 if the viewer may not see it. */
export async function readMonitor(db: Database, clientId: number, viewer: Viewer, now: Date) {
  const [row] = await select(db).where(and(eq(healthMonitors.clientId, clientId), inScope(viewer)));
  if (!row) throw notFound('This server');
  const { monitor } = row;
  const flips: Change[] = await db
    .select({ at: healthFlips.at, status: healthFlips.status, previous: healthFlips.previous })
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
    ...toSummary(row, viewer),
    isPaused: monitor.isPaused,
    graceSeconds: monitor.graceSeconds,
    defaultGraceSeconds: graceOf({ interval: monitor.interval, graceSeconds: null }) / 1000,
    reminderHours: monitor.reminderHours,
    dueAt: monitor.dueAt,
    maintenanceFrom: monitor.maintenanceFrom,
    maintenanceUntil: monitor.maintenanceUntil,
    badge: viewer.isAdmin ? monitor.badge : null,
    isOnStatusPage: monitor.isOnStatusPage,
    uptime: uptimeDays.map((days) => ({ days, share: uptime(flips, monitor, now, days) })),
    // The newest changes only; older ones show in the uptime.
    flips: flips.slice(-50).reverse(),
    pings: pings.map(({ slot, clientId: _client, ...ping }) => ({ ...ping, id: slot })),
  };
}

/** When a server's status was last confirmed or changed (System Status Updated On); null if it has never sent a ping. */
export function updatedOn(monitor: Pick<Monitor, 'lastPingAt' | 'statusSince' | 'status'> | undefined): Date | null {
  if (!monitor || (monitor.lastPingAt === null && monitor.status !== 'offline')) return null;
  const { lastPingAt, statusSince } = monitor;
  return lastPingAt !== null && lastPingAt > statusSince ? lastPingAt : statusSince;
}
