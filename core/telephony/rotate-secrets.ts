import { and, eq, isNotNull } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { checks } from '../../db/schema/checks.ts';
import { totpSecrets } from '../../db/schema/credentials.ts';
import { telephonyClients } from '../../db/schema/telephony.ts';
import type { SecretBox } from './secrets.ts';

/**
 * Re-encrypts every AuthToken, authenticator secret and secret of a check that has an old key; returns how many. A concurrently saved secret is
 * left unchanged.
 */
export async function resealSecrets(db: Database, box: SecretBox): Promise<number> {
  const isOutdated = ({ sealed }: { sealed: string }) => !sealed.startsWith(`${box.keyId}.`);
  const reseal = (sealed: string) => box.seal(box.open(sealed));
  const tokens = await db
    .select({ id: telephonyClients.id, sealed: telephonyClients.authToken })
    .from(telephonyClients);
  const outdatedTokens = tokens.filter(isOutdated);
  for (const { id, sealed } of outdatedTokens) {
    await db
      .update(telephonyClients)
      .set({ authToken: reseal(sealed) })
      .where(and(eq(telephonyClients.id, id), eq(telephonyClients.authToken, sealed)));
  }
  const apps = await db.select({ id: totpSecrets.id, sealed: totpSecrets.secret }).from(totpSecrets);
  const outdatedApps = apps.filter(isOutdated);
  for (const { id, sealed } of outdatedApps) {
    await db
      .update(totpSecrets)
      .set({ secret: reseal(sealed) })
      .where(and(eq(totpSecrets.id, id), eq(totpSecrets.secret, sealed)));
  }
  const sealedChecks = await db
    .select({ id: checks.id, sealed: checks.secrets })
    .from(checks)
    .where(isNotNull(checks.secrets));
  const outdatedChecks = sealedChecks.flatMap(({ id, sealed }) =>
    sealed !== null && isOutdated({ sealed }) ? [{ id, sealed }] : [],
  );
  for (const { id, sealed } of outdatedChecks) {
    await db
      .update(checks)
      .set({ secrets: reseal(sealed) })
      .where(and(eq(checks.id, id), eq(checks.secrets, sealed)));
  }
  return outdatedTokens.length + outdatedApps.length + outdatedChecks.length;
}
