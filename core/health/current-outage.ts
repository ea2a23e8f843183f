import { and, desc, eq, gte } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { healthFlips, healthPings } from '../../db/schema/health.ts';
import type { CurrentOutage } from './alarm-text.ts';
import type { Monitor } from './flip.ts';
import { lastLineOf } from './ping.ts';

/** Why a server is offline: its latest failed run since then, else the cause of the change. */
export async function currentOutage(db: Database, { clientId, statusSince }: Monitor): Promise<CurrentOutage | null> {
  const { at, kind } = healthPings;
  const isFailure = and(eq(healthPings.clientId, clientId), eq(kind, 'failure'), gte(at, statusSince));
  const [failure] = await db.select().from(healthPings).where(isFailure).orderBy(desc(at)).limit(1);
  if (failure) {
    const { exitCode, body } = failure;
    return { cause: 'failed', exitCode, detail: lastLineOf(body), since: null };
  }
  const isChange = and(eq(healthFlips.clientId, clientId), eq(healthFlips.at, statusSince));
  const [flip] = await db.select().from(healthFlips).where(isChange).limit(1);
  return flip ?? null;
}
