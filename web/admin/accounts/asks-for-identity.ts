import { useSignInBox } from './end-session.ts';
import { useProofQuestion } from './proof.ts';

/** True while the user is asked to sign in again or to prove their identity, above dialogs and panels. */
export function useAsksForIdentity(): boolean {
  const isSigningIn = useSignInBox() !== null;
  const isProving = useProofQuestion() !== null;
  return isSigningIn || isProving;
}
