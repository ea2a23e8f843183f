import type { SignInResponse } from '../../../contract/session.ts';
import { backgroundClient } from '../api/client.ts';
import { enterPasskey } from './sign-in.ts';

/** Signs in by passkey; `step` is the token of a sign-in by password that waits for its second part. */
export async function signInByPasskey(step?: string): Promise<SignInResponse> {
  // The library is loaded with the first use.
  const [{ askForPasskey }, begun] = await Promise.all([
    import('./passkey-prompt.ts'),
    backgroundClient.passkeys.beginSignIn.mutate(step === undefined ? {} : { step }),
  ]);
  return enterPasskey(begun.step, await askForPasskey(begun.options));
}
