import { and, asc, eq } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { checks } from '../../db/schema/checks.ts';
import { clients } from '../../db/schema/clients.ts';
import { addressOf } from './target-address.ts';

/** A check as lists show it, without its secrets. */
export interface ListedCheck {
  id: number;
  clientId: number;
  kind: (typeof checks.$inferSelect)['kind'];
  address: string;
  status: (typeof checks.$inferSelect)['status'];
  statusSince: Date;
  isActive: boolean;
  everySeconds: number;
  checkedAt: Date | null;
  latencyMs: number | null;
  reason: string;
}

/** The checks of one server, or of all servers of an account (null: of all accounts), those of a server together. */
export async function readChecks(
  db: Database,
  { clientId, account }: { clientId?: number; account: number | null },
): Promise<ListedCheck[]> {
  const rows = await db
    .select({ check: checks })
    .from(checks)
    .innerJoin(clients, eq(clients.id, checks.clientId))
    .where(
      and(
        clientId === undefined ? undefined : eq(checks.clientId, clientId),
        account === null ? undefined : eq(clients.telephonyClientId, account),
      ),
    )
    .orderBy(asc(checks.clientId), asc(checks.id));
  return rows.map(({ check }) => {
    const { id, clientId: ofClient, kind, target, status, statusSince, isActive, everySeconds } = check;
    const { checkedAt, latencyMs, reason } = check;
    const shown = { id, clientId: ofClient, kind, address: addressOf(target), status, statusSince, isActive };
    return { ...shown, everySeconds, checkedAt, latencyMs, reason };
  });
}
