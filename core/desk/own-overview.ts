import { and, asc, desc, eq, gte, ne, or } from 'drizzle-orm';
import { outcomeOf } from '../../contract/message-outcomes.ts';
import type { Database } from '../../db/database.ts';
import { clients } from '../../db/schema/clients.ts';
import { healthFlips, healthMonitors } from '../../db/schema/health.ts';
import { telephonyClients, telephonyContacts, telephonyMessages, telephonyOptOuts } from '../../db/schema/telephony.ts';
import { maintenanceEnd } from '../health/flip.ts';
import { updatedOn } from '../health/monitor-queries.ts';
import { failureReason } from '../telephony/failure-reason.ts';
import { countMessages } from './message-counts.ts';

const log = telephonyMessages;

/** Servers, and contacts, that are listed. */
const maxListed = 200;
/** Messages of an account that are counted, and searched for the last one that was not delivered. */
const maxMessages = 20_000;
/** Days of the overview, today included. */
const days = 7;
const dayMs = 86_400_000;

/** The servers of an account with their state and since when; those that are offline first. */
export async function readOwnServers(db: Database, account: number, now: Date) {
  const { clientId, status, statusSince } = healthMonitors;
  const begunOutage = and(
    eq(healthFlips.clientId, clientId),
    eq(healthFlips.at, statusSince),
    eq(healthFlips.status, 'offline'),
  );
  const rows = await db
    .select({ name: clients.name, monitor: healthMonitors, flip: healthFlips })
    .from(clients)
    .innerJoin(healthMonitors, eq(clientId, clients.id))
    .leftJoin(healthFlips, and(begunOutage, eq(status, 'offline')))
    .where(and(eq(clients.telephonyClientId, account), ne(clients.healthCode, '')))
    .orderBy(asc(clients.displayOrder), asc(clients.position), asc(clients.id))
    .limit(maxListed);
  const servers = rows.map(({ name, monitor, flip }) => ({
    id: monitor.clientId,
    name,
    status: monitor.status,
    since: monitor.statusSince,
    lastSignAt: updatedOn(monitor),
    maintenanceUntil: maintenanceEnd(monitor, now),
    outage: flip && { cause: flip.cause, exitCode: flip.exitCode, detail: flip.detail, since: flip.since },
  }));
  const rank = (server: (typeof servers)[number]) => (server.status === 'offline' ? 0 : 1);
  return { checkedAt: now, servers: servers.toSorted((a, b) => rank(a) - rank(b)) };
}

/**
 * The messages of an account by day and outcome, and the last one that was not delivered. `midnight` is the beginning of the
 * reader's day; the days before are 24 hours long.
 */
export async function readOwnMessages(db: Database, account: number, midnight: Date) {
  const starts = Array.from({ length: days }, (_, place) => new Date(Number(midnight) - (days - 1 - place) * dayMs));
  const isOwn = eq(log.telephonyClientId, account);
  const { rows, isComplete } = await countMessages(db, starts, isOwn, maxMessages);
  const counts = starts.map(() => ({ delivered: 0, pending: 0, failed: 0, received: 0 }));
  for (const { place, status, count } of rows) {
    const day = counts[place];
    if (day) day[outcomeOf(status)] += count;
  }
  const hasFailed = counts.some(({ failed }) => failed > 0);
  return { starts, counts, isComplete, lastFailed: hasFailed ? await lastFailed(db, account, starts) : null };
}

async function lastFailed(db: Database, account: number, [since = new Date(0)]: readonly Date[]) {
  const recent = db
    .select({ id: log.id, status: log.status })
    .from(log)
    .where(and(eq(log.telephonyClientId, account), gte(log.createdOn, since)))
    .orderBy(desc(log.createdOn), desc(log.id))
    .limit(maxMessages)
    .as('recent');
  const failed = (['undelivered', 'failed', 'canceled'] as const).map((status) => eq(recent.status, status));
  const [message] = await db
    .select({
      id: log.id,
      at: log.createdOn,
      toNumber: log.toNumber,
      status: log.status,
      error: log.error,
      name: telephonyContacts.friendlyName,
    })
    .from(recent)
    .innerJoin(log, eq(log.id, recent.id))
    .leftJoin(telephonyContacts, eq(telephonyContacts.id, log.contactId))
    .where(or(...failed))
    .orderBy(desc(log.createdOn), desc(log.id))
    .limit(1);
  if (!message) return null;
  const { error, status, name, ...rest } = message;
  return {
    ...rest,
    name: name ?? rest.toNumber,
    reason: failureReason({ status, error }) ?? 'The message was canceled.',
  };
}

/** Who of an account's people is notified: its contacts, and why one cannot be reached. */
export async function readOwnContacts(db: Database, account: number) {
  const [own] = await db
    .select({ isActive: telephonyClients.isActive })
    .from(telephonyClients)
    .where(eq(telephonyClients.id, account));
  const isOptedOut = and(
    eq(telephonyOptOuts.telephonyClientId, telephonyContacts.parentId),
    eq(telephonyOptOuts.phoneNumber, telephonyContacts.twilioPhoneNumber),
  );
  const rows = await db
    .select({ contact: telephonyContacts, optedOutAt: telephonyOptOuts.optedOutAt })
    .from(telephonyContacts)
    .leftJoin(telephonyOptOuts, isOptedOut)
    .where(eq(telephonyContacts.parentId, account))
    .orderBy(asc(telephonyContacts.position), asc(telephonyContacts.id))
    .limit(maxListed);
  return {
    isAccountActive: own?.isActive ?? false,
    contacts: rows.map(({ contact: { id, friendlyName, twilioPhoneNumber, isActive, problem }, optedOutAt }) => ({
      id,
      name: friendlyName,
      number: twilioPhoneNumber,
      isActive,
      optedOutAt,
      problem,
      isReachable: own?.isActive === true && isActive && optedOutAt === null && problem === null,
    })),
  };
}
