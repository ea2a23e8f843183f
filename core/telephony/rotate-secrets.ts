import { and, eq } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { telephonyClients } from '../../db/schema/telephony.ts';
import type { SecretBox } from './secrets.ts';

/** Re-encrypts every token that has an old key; returns how many. A concurrently saved token is left unchanged. */
export async function resealTokens(db: Database, box: SecretBox): Promise<number> {
  const rows = await db.select({ id: telephonyClients.id, sealed: telephonyClients.authToken }).from(telephonyClients);
  const outdated = rows.filter(({ sealed }) => !sealed.startsWith(`${box.keyId}.`));
  for (const { id, sealed } of outdated) {
    await db
      .update(telephonyClients)
      .set({ authToken: box.seal(box.open(sealed)) })
      .where(and(eq(telephonyClients.id, id), eq(telephonyClients.authToken, sealed)));
  }
  return outdated.length;
}
