import type { PasskeyProof } from '../../contract/passkeys.ts';
import type { CoreDependencies } from '../dependencies.ts';
import { conflict, forbidden } from '../errors.ts';
import { beginAssertion, checkAssertion } from './passkey-check.ts';
import { takeStep } from './pending-steps.ts';
import { proveSession } from './proof.ts';
import type { Session } from './sessions.ts';

/** Begins a proof of identity by one of the caller's passkeys. */
export function beginPasskeyProof(deps: CoreDependencies, { userId }: Session) {
  return beginAssertion(deps, { kind: 'passkey proof', userId });
}

/** Proves the caller's identity by passkey, also for users without a password. Throws 409 for a step that is over, else 403. */
export async function proveByPasskey(
  deps: CoreDependencies,
  { userId, sessionId }: Session,
  { step: token, assertion }: PasskeyProof,
): Promise<void> {
  const step = await takeStep(deps, 'passkey proof', token);
  if (step?.userId !== userId) throw conflict('This took too long. Try again.');
  const { isAccepted } = await checkAssertion(deps, step, assertion);
  if (!isAccepted) throw forbidden('This passkey was not accepted.');
  await proveSession(deps, sessionId);
}
