import { eq } from 'drizzle-orm';
import type { SignInResponse } from '../../contract/session.ts';
import { users } from '../../db/schema/users.ts';
import type { Dependencies } from '../dependencies.ts';
import { verifyPassword } from './passwords.ts';
import { openSession, type SessionTokens, sessionSeconds } from './sessions.ts';

/** The same words for an unknown user and a wrong password (design, section 6). */
export const wrongCredentials = 'The user name or password is incorrect.';

/** A successful sign-in: what the caller is told, and the session's tokens. */
export interface SignedIn {
  response: SignInResponse;
  tokens: SessionTokens;
}

/** Checks the credentials and opens a session; null when they do not fit. Throws 429 after too many attempts. */
export async function signIn(
  deps: Dependencies,
  credentials: { userName: string; password: string },
  ip: string,
): Promise<SignedIn | null> {
  const userNameKey = credentials.userName.toLowerCase();
  const keys = [`address:${ip}`, `user:${userNameKey}`];
  for (const key of keys) await deps.limits.login.consume(key);

  const [user] = await deps.db.select().from(users).where(eq(users.userNameKey, userNameKey));
  const fits = await verifyPassword(user?.passwordHash, credentials.password);
  if (!user || !fits || !user.isActive) return null;

  for (const key of keys) await deps.limits.login.reset(key);
  const tokens = await openSession(deps, user.id);
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
