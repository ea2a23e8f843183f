import { and, eq, type SQL } from 'drizzle-orm';
import type { Transaction } from '../../db/database.ts';
import { passkeys, recoveryCodes, totpSecrets } from '../../db/schema/credentials.ts';

/** Returns the statements that remove every second factor of a user, if the condition is true. */
export function removeFactors(tx: Pick<Transaction, 'delete'>, userId: number, condition?: SQL) {
  return [
    tx.delete(totpSecrets).where(and(eq(totpSecrets.userId, userId), condition)),
    tx.delete(recoveryCodes).where(and(eq(recoveryCodes.userId, userId), condition)),
    tx.delete(passkeys).where(and(eq(passkeys.userId, userId), condition)),
  ];
}
