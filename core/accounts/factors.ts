import { and, eq, exists, ne, notExists, or, type SQL, sql } from 'drizzle-orm';
import type { SecondFactorWay } from '../../contract/session.ts';
import type { Database, Transaction } from '../../db/database.ts';
import { passkeys, recoveryCodes, totpSecrets } from '../../db/schema/credentials.ts';
import { users } from '../../db/schema/users.ts';
import type { CoreDependencies } from '../dependencies.ts';
import { relyingParty } from './relying-party.ts';

/** Returns the statement that locks a user's row: changes of the user's factors run one after the other. */
export function lockUser(tx: Pick<Transaction, 'update'>, userId: number) {
  return tx.update(users).set({ userName: users.userName }).where(eq(users.id, userId));
}

/** Returns the statement that keeps when the user's first second factor was set up. */
export function noteSecondFactor(tx: Pick<Transaction, 'update'>, userId: number, now: Date) {
  return tx
    .update(users)
    .set({ secondFactorAt: sql`coalesce(${users.secondFactorAt}, ${sql.param(now, users.secondFactorAt)})` })
    .where(eq(users.id, userId));
}

/** Returns the statements that end a user's second factor if neither an authenticator app nor a passkey is left. */
export function forgetLastFactor(tx: Pick<Transaction, 'update' | 'delete'>, db: Database, userId: number) {
  const noFactorLeft = and(notExists(appOf(db, userId)), notExists(passkeysOf(db, userId)));
  return [
    tx
      .update(users)
      .set({ secondFactorAt: null })
      .where(and(eq(users.id, userId), noFactorLeft)),
    tx.delete(recoveryCodes).where(and(eq(recoveryCodes.userId, userId), noFactorLeft)),
  ];
}

/** Condition that the user has another passkey. */
export function hasOtherPasskey(db: Database, userId: number, exceptId = 0): SQL {
  return exists(passkeysOf(db, userId, exceptId));
}

/** Condition that the user has an authenticator app, or a passkey other than the given one. */
export function hasOtherFactor(db: Database, userId: number, exceptId: number): SQL | undefined {
  return or(exists(appOf(db, userId)), hasOtherPasskey(db, userId, exceptId));
}

/** The second factors that a user can use now. A recovery code works beside each of them. */
export async function waysOf(
  { db, config }: Pick<CoreDependencies, 'db' | 'config'>,
  userId: number,
): Promise<SecondFactorWay[]> {
  const [apps, keys] = await Promise.all([appOf(db, userId), passkeysOf(db, userId).limit(1)]);
  const ways: SecondFactorWay[] = [];
  if (apps.length > 0) ways.push('code');
  if (keys.length > 0 && relyingParty(config)) ways.push('passkey');
  return ways;
}

const one = { one: sql`1` };

const appOf = (db: Database, userId: number) => db.select(one).from(totpSecrets).where(eq(totpSecrets.userId, userId));

function passkeysOf(db: Database, userId: number, exceptId = 0) {
  return db
    .select(one)
    .from(passkeys)
    .where(and(eq(passkeys.userId, userId), ne(passkeys.id, exceptId)));
}
