import { hash } from 'node:crypto';
import { and, eq, isNull } from 'drizzle-orm';
import type { Transaction } from '../../db/database.ts';
import { recoveryCodes } from '../../db/schema/credentials.ts';
import type { CoreDependencies } from '../dependencies.ts';

/** Recovery codes of a user. */
const codesPerUser = 10;

// Crockford's base32: 16 characters are 80 random bits, so a plain hash is enough.
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';
const codeLength = 16;

/** Ten new recovery codes, such as `4f7k-09xm-ahq2-t6zd`. */
export function newRecoveryCodes({ randomBytes }: Pick<CoreDependencies, 'randomBytes'>): string[] {
  return Array.from({ length: codesPerUser }, () =>
    // 256 is a multiple of 32: every character is equally likely.
    Array.from(
      randomBytes(codeLength),
      (byte, index) => `${index > 0 && index % 4 === 0 ? '-' : ''}${alphabet[byte % 32]}`,
    ).join(''),
  );
}

/** Returns the statements that replace a user's recovery codes. */
export function replaceRecoveryCodes(
  tx: Pick<Transaction, 'insert' | 'delete'>,
  userId: number,
  codes: readonly string[],
  createdAt: Date,
) {
  const rows = codes.map((code) => ({ userId, codeHash: hashOf(code), createdAt }));
  return [tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId)), tx.insert(recoveryCodes).values(rows)];
}

/** Accepts a recovery code of the user, each once. Takes capitals, spaces and the letters that look like digits. */
export async function acceptRecoveryCode(
  { db, now }: Pick<CoreDependencies, 'db' | 'now'>,
  userId: number,
  code: string,
): Promise<boolean> {
  const isUnused = and(
    eq(recoveryCodes.userId, userId),
    eq(recoveryCodes.codeHash, hashOf(code)),
    isNull(recoveryCodes.usedAt),
  );
  const accepted = await db
    .update(recoveryCodes)
    .set({ usedAt: now() })
    .where(isUnused)
    .returning({ id: recoveryCodes.id });
  return accepted.length > 0;
}

function hashOf(code: string): string {
  const plain = code.toLowerCase().replaceAll(/[\s-]/g, '').replaceAll('o', '0').replaceAll(/[il]/g, '1');
  return hash('sha256', plain, 'hex');
}
