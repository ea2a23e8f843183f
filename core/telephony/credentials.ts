import { and, eq } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { telephonyClients } from '../../db/schema/telephony.ts';
import type { AccountRow } from './account-access.ts';

/** Stored length of the provider's words. */
const maxProblemLength = 300;

/**
 * Stores whether the provider accepts an account's SID and token: `problem` is its reason to refuse them, null if it
 * accepts them. False, and nothing is stored, if a save has changed them since the account was read.
 */
export async function recordCredentials(db: Database, account: AccountRow, problem: string | null): Promise<boolean> {
  const { id, authToken, accountSid } = telephonyClients;
  const stored = await db
    .update(telephonyClients)
    .set({
      credentials: problem === null ? 'accepted' : 'refused',
      credentialsProblem: problem?.slice(0, maxProblemLength) ?? null,
    })
    .where(and(eq(id, account.id), eq(authToken, account.authToken), eq(accountSid, account.accountSid)))
    .returning({ id });
  return stored.length > 0;
}

/** After a successful call: clears a refusal, and writes nothing where none is stored. */
export async function recordSuccess(db: Database, account: AccountRow): Promise<void> {
  if (account.credentials !== 'accepted') await recordCredentials(db, account, null);
}
