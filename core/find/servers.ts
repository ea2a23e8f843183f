import { and, desc, eq, ne } from 'drizzle-orm';
import { foundCounts, rankOf, type Wanted } from '../../contract/find.ts';
import type { Database } from '../../db/database.ts';
import { isOneOf } from '../../db/query/json-rows.ts';
import { clients } from '../../db/schema/clients.ts';
import { healthMonitors } from '../../db/schema/health.ts';
import { mayContain, type Reading, readOn } from './scan.ts';

/** Texts that can be a health code (contract/clients.ts). */
const codePattern = /^[\w-]{16,64}$/;

/**
 * Monitored servers by the name of the client, only those of the account `scope` if given. A user who sees all servers
 * also finds a server by its whole code.
 */
export async function findServers(db: Database, wanted: Wanted, reading: Reading, scope: number | null) {
  const { id, name, healthCode, telephonyClientId } = clients;
  const isOwn = scope === null ? undefined : eq(telephonyClientId, scope);
  const named = await readOn(db, reading, {
    name: 'servers',
    table: clients,
    key: id,
    read: (range) =>
      db
        .select({ id, name })
        .from(clients)
        .where(and(range, ne(healthCode, ''), isOwn, mayContain([name], wanted)))
        .orderBy(desc(id)),
    rank: (row) => rankOf(wanted, row.name),
    limit: foundCounts.servers,
  });
  const mayBeCode = reading.from === null && scope === null && codePattern.test(wanted.typed);
  const coded = mayBeCode ? await db.select({ id, name }).from(clients).where(eq(healthCode, wanted.typed)) : [];
  const found = [...coded.map((row) => ({ ...row, rank: 0 })), ...named.map(({ row, rank }) => ({ ...row, rank }))];
  return withStatus(db, found.slice(0, foundCounts.servers));
}

/** Adds the status of each server. Not joined above: the database would read the monitors of all rows that may match. */
async function withStatus(db: Database, found: readonly { id: number; name: string; rank: number }[]) {
  if (found.length === 0) return [];
  const { clientId, status } = healthMonitors;
  const ids = found.map(({ id }) => id);
  const monitors = await db.select({ clientId, status }).from(healthMonitors).where(isOneOf(clientId, ids));
  return found.flatMap((server) => {
    const monitor = monitors.find((one) => one.clientId === server.id);
    return monitor ? [{ ...server, status: monitor.status }] : [];
  });
}
