import type { SignInResponse } from '../../../contract/session.ts';
import { backgroundClient, requestHeaders } from '../api/client.ts';
import { HttpFailure } from '../api/failure.ts';
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

/** Signs in the given user by passkey. The browser may offer passkeys of other users: rejects, and ends their session. */
export async function signInAgainByPasskey(userName: string): Promise<SignInResponse> {
  const response = await signInByPasskey();
  if (response.UserName === userName) return response;
  const authorization = `Bearer ${response.access_token}`;
  const headers = { ...requestHeaders(), authorization, 'content-type': 'application/json' };
  await fetch('/trpc/session.logout', { method: 'POST', headers, body: '{}' }).catch(() => {});
  throw new HttpFailure(-1, `This passkey belongs to ${response.UserName}. Use one of ${userName}.`);
}
