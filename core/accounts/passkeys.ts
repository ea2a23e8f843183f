import { and, asc, eq, exists, ne, or, sql } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { atomically } from '../../db/query/atomically.ts';
import { identities, passkeys } from '../../db/schema/credentials.ts';
import { users } from '../../db/schema/users.ts';
import { conflict, notFound } from '../errors.ts';
import { forgetLastFactor, hasOtherFactor, hasOtherPasskey, lockUser } from './factors.ts';
import type { Session } from './sessions.ts';
import { readSignInRules } from './sign-in-rules.ts';

const unknown = () => notFound('This passkey');

const isOwn = (userId: number, id: number) => and(eq(passkeys.id, id), eq(passkeys.userId, userId));

/** The caller's passkeys, the oldest first. */
export function listPasskeys(db: Database, { userId }: Session) {
  const { id, name, createdAt, lastUsedAt, isSynced } = passkeys;
  return db
    .select({ id, name, createdAt, lastUsedAt, isSynced })
    .from(passkeys)
    .where(eq(passkeys.userId, userId))
    .orderBy(asc(id));
}

/** Gives a passkey of the caller another name; returns the old one. Throws 404 for a passkey of another user. */
export async function renamePasskey(
  db: Database,
  { userId }: Session,
  { id, name }: { id: number; name: string },
): Promise<string> {
  const [before] = await db.select({ name: passkeys.name }).from(passkeys).where(isOwn(userId, id));
  const renamed = await db.update(passkeys).set({ name }).where(isOwn(userId, id)).returning({ id: passkeys.id });
  if (!before || renamed.length === 0) throw unknown();
  return before.name;
}

/**
 * Removes a passkey of the caller; returns its name. Throws 404 for a passkey of another user, and 409 if it is the last
 * second factor and the role needs one, or the only way to sign in.
 */
export async function removePasskey(db: Database, { userId, role }: Session, id: number): Promise<string> {
  const { secondFactorRoles } = await readSignInRules(db);
  const isRequired = secondFactorRoles.includes(role);
  const hasPassword = db
    .select({ one: sql`1` })
    .from(users)
    .where(and(eq(users.id, userId), ne(users.passwordHash, '')));
  const hasIdentity = db.select({ one: sql`1` }).from(identities).where(eq(identities.userId, userId));
  const canSignIn = or(exists(hasPassword), exists(hasIdentity), hasOtherPasskey(db, userId, id));
  const mayRemove = and(canSignIn, isRequired ? hasOtherFactor(db, userId, id) : undefined);
  const [, [removed]] = await atomically(db, (tx) => [
    lockUser(tx, userId),
    tx
      .delete(passkeys)
      .where(and(isOwn(userId, id), mayRemove))
      .returning({ name: passkeys.name }),
    ...forgetLastFactor(tx, db, userId),
  ]);
  if (removed) return removed.name;
  if ((await db.$count(passkeys, isOwn(userId, id))) === 0) throw unknown();
  throw conflict(
    isRequired
      ? 'Your role needs a second factor. Add another passkey or an authenticator app first.'
      : 'This passkey is your only way to sign in. Add another one first.',
  );
}
