import { and, asc, desc, eq, gt, ne } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { clients } from '../../db/schema/clients.ts';
import { healthFlips, healthHits, healthMonitors } from '../../db/schema/health.ts';
import { notFound } from '../errors.ts';
import { graceOf } from './deadline.ts';
import { updatedOn } from './status-updated.ts';
import { type Change, uptime, uptimeDays } from './uptime.ts';

/** Who looks: an Admin sees codes and all servers (scope null), a telephony client those of its own account, masked. */
export interface Looker {
  isAdmin: boolean;
  scope: number | null;
}

/** What others than an Admin see of a health code. */
const maskedCode = '********';

const day = 86_400_000;

/** Servers as Schedule Tasks lists them, by Display Order. */
export async function listWatched(db: Database, looker: Looker) {
  const rows = await select(db)
    .where(inScope(looker))
    .orderBy(asc(clients.displayOrder), asc(clients.position), asc(clients.id));
  return rows.map((row) => shown(row, looker));
}

function select(db: Database) {
  return db
    .select({ client: clients, monitor: healthMonitors })
    .from(healthMonitors)
    .innerJoin(clients, eq(clients.id, healthMonitors.clientId));
}

function inScope({ scope }: Looker) {
  return and(ne(clients.healthCode, ''), scope === null ? undefined : eq(clients.telephonyClientId, scope));
}

function shown({ client, monitor }: Awaited<ReturnType<typeof select>>[number], { isAdmin }: Looker) {
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

/** One server with its history, if the looker may see it. */
export async function readWatched(db: Database, clientId: number, looker: Looker, now: Date) {
  const [row] = await select(db).where(and(eq(healthMonitors.clientId, clientId), inScope(looker)));
  if (!row) throw notFound('This server');
  const { monitor } = row;
  const longest = Math.max(...uptimeDays);
  const flips: Change[] = await db
    .select({ at: healthFlips.at, status: healthFlips.status, previous: healthFlips.previous })
    .from(healthFlips)
    .where(and(eq(healthFlips.clientId, clientId), gt(healthFlips.at, new Date(Number(now) - longest * day))))
    .orderBy(asc(healthFlips.at));
  const hits = await db
    .select()
    .from(healthHits)
    .where(eq(healthHits.clientId, clientId))
    .orderBy(desc(healthHits.at), desc(healthHits.slot));
  return {
    ...shown(row, looker),
    isHeld: monitor.isHeld,
    graceSeconds: monitor.graceSeconds,
    defaultGraceSeconds: graceOf({ interval: monitor.interval, graceSeconds: null }) / 1000,
    reminderHours: monitor.reminderHours,
    dueAt: monitor.dueAt,
    maintenanceFrom: monitor.maintenanceFrom,
    maintenanceUntil: monitor.maintenanceUntil,
    badge: looker.isAdmin ? monitor.badge : null,
    isOnStatusPage: monitor.isOnStatusPage,
    uptime: uptimeDays.map((days) => ({ days, share: uptime(flips, monitor, now, days) })),
    // The newest changes; the rest is in the uptime.
    flips: flips.slice(-50).reverse(),
    hits: hits.map(({ slot, clientId: _client, ...hit }) => ({ ...hit, id: slot })),
  };
}
