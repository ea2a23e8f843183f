import { setTimeout } from 'node:timers/promises';
import { eq, sql } from 'drizzle-orm';
import type { SignInResponse } from '../../contract/session.ts';
import { telephonyClients } from '../../db/schema/telephony.ts';
import { users } from '../../db/schema/users.ts';
import { type Actor, entryStatement, writeEntry } from '../audit/entries.ts';
import type { CoreDependencies } from '../dependencies.ts';
import { verifyPassword } from './passwords.ts';
import { mayUse, openSession, type SessionTokens, sessionSeconds } from './sessions.ts';

/** The same message for an unknown user and a wrong password (design, section 6). */
export const wrongCredentials = 'The user name or password is incorrect.';

interface SignInDependencies extends CoreDependencies {
  limits: {
    /** Attempts by address; the caller has counted this one. */
    login: { giveBack(address: string): Promise<void> };
    /** Failed attempts by user name. */
    guesses: {
      record(userNameKey: string, address: string): Promise<void>;
      delayMs(userNameKey: string): Promise<number>;
    };
  };
}

/** A successful sign-in: the response to the caller and the session's tokens. */
export interface SignedIn {
  response: SignInResponse;
  tokens: SessionTokens;
}

/**
 * Checks the credentials and opens a session; null if they are wrong. The caller has counted the attempt against its
 * address. A user name that many addresses try is slowed, never refused: strangers cannot lock its user out.
 */
export async function signIn(
  deps: SignInDependencies,
  credentials: { userName: string; password: string },
  { ip, id: requestId }: { ip: string; id: string },
): Promise<SignedIn | null> {
  const userNameKey = credentials.userName.toLowerCase();
  await setTimeout(await deps.limits.guesses.delayMs(userNameKey));

  const [found] = await deps.db
    .select({ user: users, isAllowed: sql<unknown>`case when ${mayUse} then 1 end` })
    .from(users)
    .leftJoin(telephonyClients, eq(telephonyClients.id, users.telephonyClientId))
    .where(eq(users.userNameKey, userNameKey));
  const user = found?.user;
  const matches = await verifyPassword(user?.passwordHash, credentials.password);
  // Do not store an unknown name: it may be a password typed into the wrong field.
  const actor: Actor = {
    userId: user?.id ?? null,
    userName: user?.userName ?? '',
    role: user?.role ?? null,
    ip,
    requestId,
  };
  async function refuse(reason: string): Promise<null> {
    await deps.limits.guesses.record(userNameKey, ip);
    await writeEntry(deps, actor, 'session.signInFailed', { record: 'User', id: user?.id, after: { reason } });
    return null;
  }
  if (!user) return refuse('Unknown user name');
  if (!matches) return refuse('Wrong password');
  if (found?.isAllowed === null) return refuse('The user or their account is not active');

  const tokens = await openSession(deps, user, (tx) => [entryStatement(tx, deps.now(), actor, 'session.signIn')]);
  if (!tokens) return refuse('The password was changed at this moment');
  await deps.limits.login.giveBack(ip);
  const response: SignInResponse = {
    access_token: tokens.token,
    token_type: 'bearer',
    UserName: user.userName,
    expires_in: sessionSeconds,
    userRole: user.role,
    twilioClientId: user.telephonyClientId ?? 0,
  };
  return { response, tokens };
}
