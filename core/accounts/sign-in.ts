import { hash } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { eq } from 'drizzle-orm';
import type { SecondFactorWay } from '../../contract/session.ts';
import { users } from '../../db/schema/users.ts';
import type { CoreDependencies } from '../dependencies.ts';
import {
  completeSignIn,
  findSigningIn,
  refuseSignIn,
  type SignedIn,
  type SignInCall,
  type SigningIn,
} from './complete-sign-in.ts';
import { waysOf } from './factors.ts';
import { verifyPassword } from './passwords.ts';
import { answerStep, endStep, makeStep } from './pending-steps.ts';
import { acceptCode, type CodeDependencies } from './second-factor.ts';

/** The same message for an unknown user and a wrong password (design, section 6). */
export const wrongCredentials = 'The user name or password is incorrect.';

/** What a sign-in needs. */
export interface SignInDependencies extends CoreDependencies {
  limits: CodeDependencies['limits'] & {
    /** Attempts by address; the caller has counted this one. */
    login: { giveBack(address: string): Promise<void> };
    /** Failed attempts by user name. */
    guesses: {
      record(userNameKey: string, address: string): Promise<void>;
      delayMs(userNameKey: string): Promise<number>;
    };
  };
}

/** A password was right, and the user has a second factor: a code or a passkey ends the sign-in. */
export interface NeedsCode {
  /** Token of the sign-in that waits. */
  step: string;
  /** The user's second factors. */
  ways: SecondFactorWay[];
}

/** A wrong code. */
export interface WrongCode {
  /** True if the sign-in takes no further code: it must begin again. */
  isOver: boolean;
}

/**
 * Checks the credentials and opens a session, or asks for a code; null if they are wrong. The caller has counted the attempt
 * against its address. A user name that many addresses try is slowed, never refused: strangers cannot lock its user out.
 */
export async function signIn(
  deps: SignInDependencies,
  credentials: { userName: string; password: string },
  call: SignInCall,
): Promise<SignedIn | NeedsCode | null> {
  const userNameKey = credentials.userName.toLowerCase();
  await setTimeout(await deps.limits.guesses.delayMs(userNameKey));

  const found = await findSigningIn(deps.db, eq(users.userNameKey, userNameKey));
  const matches = await verifyPassword(found?.user.passwordHash, credentials.password);
  const result = await afterPassword(deps, found, matches, call);
  if (result) await deps.limits.login.giveBack(call.ip);
  else await deps.limits.guesses.record(userNameKey, call.ip);
  return result;
}

async function afterPassword(
  deps: SignInDependencies,
  found: SigningIn | null,
  matches: boolean,
  call: SignInCall,
): Promise<SignedIn | NeedsCode | null> {
  if (!found) return refuseSignIn(deps, undefined, call, 'Unknown user name');
  const { user, isAllowed } = found;
  if (!matches) return refuseSignIn(deps, user, call, 'Wrong password');
  if (!isAllowed || user.secondFactorAt === null) return completeSignIn(deps, found, 'password', call);
  return askForCode(deps, user);
}

/** Makes the step in which a user with a second factor ends the sign-in. */
export async function askForCode(
  deps: CoreDependencies,
  user: SigningIn['user'],
  method: 'password' | 'provider' = 'password',
): Promise<NeedsCode> {
  const step = await makeStep(deps, { kind, userId: user.id, data: { password: digestOf(user), method } });
  return { step, ways: await waysOf(deps, user.id) };
}

/**
 * Ends a sign-in with a code of the authenticator app or a recovery code. The caller has counted the attempt against its
 * address. Throws 429 after too many wrong codes of the user.
 */
export async function signInWithCode(
  deps: SignInDependencies,
  { step: token, code }: { step: string; code: string },
  call: SignInCall,
): Promise<SignedIn | WrongCode> {
  const over = { isOver: true };
  const step = await answerStep(deps, kind, token);
  if (!step?.userId) return over;
  const found = await findSigningIn(deps.db, eq(users.id, step.userId));
  // A new password ends the sign-ins that began with the old one.
  if (!found || step.data.password !== digestOf(found.user)) return over;
  const accepted = await acceptCode(deps, step.userId, code);
  if (!accepted) {
    await refuseSignIn(deps, found.user, call, 'Wrong code');
    return { isOver: step.isLastAnswer };
  }
  if (!(await endStep(deps.db, step))) return over;
  const method = step.data.method === 'provider' ? 'provider' : 'password and code';
  const signedIn = await completeSignIn(deps, found, method, call);
  if (!signedIn) return over;
  await deps.limits.login.giveBack(call.ip);
  return signedIn;
}

const kind = 'second factor';

const digestOf = ({ passwordHash }: SigningIn['user']) => hash('sha256', passwordHash, 'hex');
