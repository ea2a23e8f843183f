import { eq } from 'drizzle-orm';
import type { PasskeyProof } from '../../contract/passkeys.ts';
import { users } from '../../db/schema/users.ts';
import type { CoreDependencies } from '../dependencies.ts';
import { conflict } from '../errors.ts';
import { completeSignIn, findSigningIn, refuseSignIn, type SignedIn, type SignInCall } from './complete-sign-in.ts';
import { beginAssertion, checkAssertion } from './passkey-check.ts';
import { findStep, takeStep } from './pending-steps.ts';
import type { SignInDependencies } from './sign-in.ts';

/** The same message for an unknown passkey, a wrong answer, and a user who may not sign in. */
export const passkeyRefused = 'This passkey was not accepted.';

/** A passkey that did not sign in. */
interface RefusedPasskey {
  /** True if the step was used or has expired. */
  isOver: boolean;
}

/**
 * Begins a sign-in by passkey: the passkey says who the user is. With the token of a sign-in that waits for its second part,
 * only that user's passkeys count. The caller has counted the attempt. Throws 409 if that sign-in is over.
 */
export async function beginPasskeySignIn(deps: CoreDependencies, waiting?: string) {
  const first = waiting === undefined ? { userId: null } : await findStep(deps, 'second factor', waiting);
  if (!first) throw conflict('This sign-in is over. Sign in again.');
  return beginAssertion(deps, { kind: 'passkey sign-in', userId: first.userId });
}

/**
 * Ends a sign-in by passkey. The authenticator has verified the user, so a passkey is both factors. The caller has counted
 * the attempt against its address.
 */
export async function signInWithPasskey(
  deps: SignInDependencies,
  { step: token, assertion }: PasskeyProof,
  call: SignInCall,
): Promise<SignedIn | RefusedPasskey> {
  const step = await takeStep(deps, 'passkey sign-in', token);
  if (!step) return { isOver: true };
  const checked = await checkAssertion(deps, step, assertion);
  const found = await findSigningIn(deps.db, eq(users.id, checked.userId ?? 0));
  if (!checked.isAccepted || !found) {
    await refuseSignIn(deps, found?.user, call, checked.isAccepted ? 'The user was deleted' : checked.reason);
    return { isOver: false };
  }
  const signedIn = await completeSignIn(deps, found, 'passkey', call);
  if (!signedIn) return { isOver: false };
  // The beginning was counted too.
  await deps.limits.login.giveBack(call.ip);
  await deps.limits.login.giveBack(call.ip);
  return signedIn;
}
