import { and, asc, eq } from 'drizzle-orm';
import { isUserName, passwordIsUserName } from '../../contract/passwords.ts';
import type { Database } from '../../db/database.ts';
import { atomically } from '../../db/query/atomically.ts';
import { users } from '../../db/schema/users.ts';
import type { CoreDependencies } from '../dependencies.ts';
import { invalid, notFound } from '../errors.ts';
import { hashPassword } from './passwords.ts';
import { closeSessionsOf } from './sessions.ts';

/** The users who sign in to an SMS account, by name. */
export function usersOf(db: Database, telephonyClientId: number) {
  return db
    .select({ id: users.id, userName: users.userName, firstName: users.firstName, lastName: users.lastName })
    .from(users)
    .where(and(eq(users.telephonyClientId, telephonyClientId), eq(users.role, 'Client')))
    .orderBy(asc(users.userNameKey));
}

/** Throws 400 if a new password is the user name. */
export function requireOtherThanName(password: string, userName: string): void {
  if (isUserName(password, userName)) throw invalid({ password: passwordIsUserName });
}

/** Sets a user's password and ends their sessions, except the given one. Throws 400 if it is the user name. */
export async function setPassword(
  { db }: Pick<CoreDependencies, 'db'>,
  user: { id: number; userName: string },
  password: string,
  exceptSessionId?: number,
): Promise<void> {
  requireOtherThanName(password, user.userName);
  const passwordHash = await hashPassword(password);
  await atomically(db, (tx) => [
    tx.update(users).set({ passwordHash }).where(eq(users.id, user.id)),
    closeSessionsOf(tx, user.id, exceptSessionId),
  ]);
}

/** Sets the password of a client's user, for Admins; throws 404 for other users. */
export async function resetPassword(deps: Pick<CoreDependencies, 'db'>, id: number, password: string): Promise<void> {
  const [user] = await deps.db
    .select({ id: users.id, userName: users.userName })
    .from(users)
    .where(and(eq(users.id, id), eq(users.role, 'Client')));
  if (!user) throw notFound('This user');
  await setPassword(deps, user, password);
}

/** The stored hash of a user's password. */
export async function passwordHashOf(db: Database, id: number): Promise<string | undefined> {
  const [user] = await db.select({ passwordHash: users.passwordHash }).from(users).where(eq(users.id, id));
  return user?.passwordHash;
}
