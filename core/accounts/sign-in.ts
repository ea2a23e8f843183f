import { setTimeout } from 'node:timers/promises';
import { eq } from 'drizzle-orm';
import { users } from '../../db/schema/users.ts';
import type { CoreDependencies } from '../dependencies.ts';
import { completeSignIn, findSigningIn, refuseSignIn, type SignedIn, type SignInCall } from './complete-sign-in.ts';
import { verifyPassword } from './passwords.ts';

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

/**
 * Checks the credentials and opens a session; null if they are wrong. The caller has counted the attempt against its
 * address. A user name that many addresses try is slowed, never refused: strangers cannot lock its user out.
 */
export async function signIn(
  deps: SignInDependencies,
  credentials: { userName: string; password: string },
  call: SignInCall,
): Promise<SignedIn | null> {
  const userNameKey = credentials.userName.toLowerCase();
  await setTimeout(await deps.limits.guesses.delayMs(userNameKey));

  const found = await findSigningIn(deps.db, eq(users.userNameKey, userNameKey));
  const matches = await verifyPassword(found?.user.passwordHash, credentials.password);
  const signedIn =
    found && matches
      ? await completeSignIn(deps, found, 'password', call)
      : await refuseSignIn(deps, found?.user, call, found ? 'Wrong password' : 'Unknown user name');
  if (signedIn) await deps.limits.login.giveBack(call.ip);
  else await deps.limits.guesses.record(userNameKey, call.ip);
  return signedIn;
}
