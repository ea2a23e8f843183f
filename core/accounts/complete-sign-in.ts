import { eq, type SQL, sql } from 'drizzle-orm';
import type { SignInMethod, SignInResponse } from '../../contract/session.ts';
import type { Database } from '../../db/database.ts';
import { telephonyClients } from '../../db/schema/telephony.ts';
import { users } from '../../db/schema/users.ts';
import { type Actor, entryStatement, writeEntry } from '../audit/entries.ts';
import type { CoreDependencies } from '../dependencies.ts';
import { noticeDevice } from './known-devices.ts';
import { mayUse, openSession, type SessionTokens } from './sessions.ts';

/** The request of a sign-in. */
export interface SignInCall {
  ip: string;
  /** The address, of IPv6 its /64 network. */
  network: string;
  /** Value of the cookie that names the browser; undefined for programs. */
  device: string | undefined;
  /** Id of the request. */
  id: string;
  userAgent: string;
  /** When the user proved their identity, if earlier than now. */
  provenAt?: Date | undefined;
}

/** A successful sign-in: the response to the caller and the session's tokens. */
export interface SignedIn {
  response: SignInResponse;
  tokens: SessionTokens;
  /** As in the call: the browser keeps it. */
  device: string | undefined;
}

/** A user who signs in. */
export interface SigningIn {
  user: typeof users.$inferSelect;
  /** False if the user, or the SMS account of a client, is not active. */
  isAllowed: boolean;
}

/** The user that fulfils a condition on `users`; null without one. */
export async function findSigningIn(db: Database, isWanted: SQL): Promise<SigningIn | null> {
  const [found] = await db
    .select({ user: users, isAllowed: sql<unknown>`case when ${mayUse} then 1 end` })
    .from(users)
    .leftJoin(telephonyClients, eq(telephonyClients.id, users.telephonyClientId))
    .where(isWanted);
  return found ? { user: found.user, isAllowed: found.isAllowed !== null } : null;
}

/**
 * Signs in a user who has proven their identity, in whatever way: checks that the user may sign in, opens the session with
 * its audit entry, and returns the specification's response (section 3). Null if the user may not sign in, or changed since
 * `signingIn` was read; the audit log has the reason.
 */
export async function completeSignIn(
  deps: CoreDependencies,
  { user, isAllowed }: SigningIn,
  method: SignInMethod,
  call: SignInCall,
): Promise<SignedIn | null> {
  if (!isAllowed) return refuseSignIn(deps, user, call, 'The user or their account is not active');
  const change = method === 'password' ? undefined : { record: 'User', id: user.id, after: { method } };
  const { ip, userAgent, provenAt } = call;
  const tokens = await openSession(deps, user, { method, ip, userAgent, provenAt }, (tx) => [
    entryStatement(tx, deps.now(), signInActor(user, call), 'session.signIn', change),
  ]);
  if (!tokens) return refuseSignIn(deps, user, call, 'The user was changed at this moment');
  await noticeDevice(deps, user.id, { ...call, cookie: call.device });
  const response: SignInResponse = {
    access_token: tokens.token,
    token_type: 'bearer',
    UserName: user.userName,
    expires_in: tokens.seconds,
    userRole: user.role,
    twilioClientId: user.telephonyClientId ?? 0,
  };
  return { response, tokens, device: call.device };
}

/** Writes the audit entry of a refused sign-in; returns null. */
export async function refuseSignIn(
  deps: CoreDependencies,
  user: SigningIn['user'] | undefined,
  call: SignInCall,
  reason: string,
): Promise<null> {
  await writeEntry(deps, signInActor(user, call), 'session.signInFailed', {
    record: 'User',
    id: user?.id,
    after: { reason },
  });
  return null;
}

/** The author of a sign-in's audit entries. Does not store an unknown name: it may be a password typed into the wrong field. */
export function signInActor(user: SigningIn['user'] | undefined, { ip, id: requestId }: SignInCall): Actor {
  return { userId: user?.id ?? null, userName: user?.userName ?? '', role: user?.role ?? null, ip, requestId };
}
