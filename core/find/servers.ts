import { and, asc, desc, eq, ne } from 'drizzle-orm';
import { rankOf, type Wanted } from '../../contract/find.ts';
import type { Database } from '../../db/database.ts';
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
  const named = await db
    .select({ id: newest.id, name: newest.name, status: healthMonitors.status })
    .from(newest)
    .innerJoin(healthMonitors, eq(healthMonitors.clientId, newest.id))
    .where(and(ne(newest.healthCode, ''), isOwn, mayContain([newest.name], wanted)))
    .orderBy(likelyFirst(newest.name, wanted), asc(newest.id))
    .limit(maxCandidates);
  const found = bestOf(named, (row) => rankOf(wanted, row.name), limit);
  if (scope !== null || !codePattern.test(wanted.typed)) return found;
  const coded = await db
    .select({ id, name, status: healthMonitors.status })
    .from(clients)
    .innerJoin(healthMonitors, eq(healthMonitors.clientId, id))
    .where(eq(healthCode, wanted.typed))
    .limit(limit);
  return [...coded, ...found].slice(0, limit);
}
