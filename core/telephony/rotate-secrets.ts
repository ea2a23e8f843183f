import { and, eq } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { telephonyClients } from '../../db/schema/telephony.ts';
import type { SecretBox } from './secrets.ts';

/** Encrypts every stored secret with the key in use; returns how many were not yet. A token saved meanwhile is left alone. */
export async function resealTokens(db: Database, box: SecretBox): Promise<number> {
  const rows = await db.select({ id: telephonyClients.id, sealed: telephonyClients.authToken }).from(telephonyClients);
  const old = rows.filter(({ sealed }) => !sealed.startsWith(`${box.keyId}.`));
  for (const { id, sealed } of old) {
    await db
      .update(telephonyClients)
      .set({ authToken: box.seal(box.open(sealed)) })
      .where(and(eq(telephonyClients.id, id), eq(telephonyClients.authToken, sealed)));
  }
  return old.length;
}
