import { and, asc, eq, isNotNull, or } from 'drizzle-orm';
import { telephonyClients, telephonySyncs } from '../../db/schema/telephony.ts';
import type { CoreDependencies } from '../dependencies.ts';

/** Accounts that are listed. */
const maxListed = 5;

/** Active SMS accounts whose credentials the provider refuses, or whose message log could not be imported. */
export async function accountItems({ db }: Pick<CoreDependencies, 'db'>) {
  const isRefused = eq(telephonyClients.credentials, 'refused');
  const rows = await db
    .select({
      id: telephonyClients.id,
      clientName: telephonyClients.clientName,
      projectName: telephonyClients.projectName,
      credentials: telephonyClients.credentials,
      credentialsProblem: telephonyClients.credentialsProblem,
      syncError: telephonySyncs.lastError,
      syncedAt: telephonySyncs.lastSuccessAt,
    })
    .from(telephonyClients)
    .leftJoin(telephonySyncs, eq(telephonySyncs.telephonyClientId, telephonyClients.id))
    .where(and(eq(telephonyClients.isActive, true), or(isRefused, isNotNull(telephonySyncs.lastError))))
    .orderBy(asc(telephonyClients.id))
    .limit(maxListed);
  return rows.map(({ id, clientName, projectName, ...row }) => {
    const common = { id, name: clientName === '' ? projectName : `${clientName} - ${projectName}` };
    return row.credentials === 'refused'
      ? { kind: 'refusedCredentials' as const, ...common, problem: row.credentialsProblem ?? '' }
      : { kind: 'failedImport' as const, ...common, problem: row.syncError ?? '', succeededAt: row.syncedAt };
  });
}
