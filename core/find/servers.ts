import { and, asc, desc, eq, ne } from 'drizzle-orm';
import { rankOf, type Wanted } from '../../contract/find.ts';
import type { Database } from '../../db/database.ts';
import { isOneOf } from '../../db/query/json-rows.ts';
import { clients } from '../../db/schema/clients.ts';
import { healthMonitors } from '../../db/schema/health.ts';
import { bestOf, likelyFirst, maxCandidates, maxScannedRows, mayContain } from './scan.ts';

/** Texts that can be a health code (contract/clients.ts). */
const codePattern = /^[\w-]{16,64}$/;

/**
 * Monitored servers by the name of the client, only those of the account `scope` if given. An Admin, who sees the codes,
 * also finds a server by its whole code.
 */
export async function findServers(db: Database, wanted: Wanted, scope: number | null, limit: number) {
  const { id, name, healthCode, telephonyClientId } = clients;
  const newest = db
    .select({ id, name, healthCode, telephonyClientId })
    .from(clients)
    .orderBy(desc(id))
    .limit(maxScannedRows)
    .as('newest');
  const isOwn = scope === null ? undefined : eq(newest.telephonyClientId, scope);
  const rows = await db
    .select({ id: newest.id, name: newest.name })
    .from(newest)
    .where(and(ne(newest.healthCode, ''), isOwn, mayContain([newest.name], wanted)))
    .orderBy(likelyFirst(newest.name, wanted), asc(newest.id))
    .limit(maxCandidates);
  const named = bestOf(rows, (row) => rankOf(wanted, row.name), limit);
  const mayBeCode = scope === null && codePattern.test(wanted.typed);
  const coded = mayBeCode ? await db.select({ id, name }).from(clients).where(eq(healthCode, wanted.typed)) : [];
  return withStatus(db, [...coded, ...named].slice(0, limit));
}

/** Adds the status of each server. Not joined above: the database would read the monitors of all rows that may match. */
async function withStatus(db: Database, found: readonly { id: number; name: string }[]) {
  if (found.length === 0) return [];
  const { clientId, status } = healthMonitors;
  const ids = found.map(({ id }) => id);
  const monitors = await db.select({ clientId, status }).from(healthMonitors).where(isOneOf(clientId, ids));
  return found.flatMap((server) => {
    const monitor = monitors.find((one) => one.clientId === server.id);
    return monitor ? [{ ...server, status: monitor.status }] : [];
  });
}
