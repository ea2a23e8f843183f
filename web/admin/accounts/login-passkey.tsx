import { Divider, Stack } from '@mantine/core';
import type { SignInResponse } from '../../../contract/session.ts';
import PasskeyButton from './passkey-button.tsx';
import { signInByPasskey } from './passkey-sign-in.ts';

/** The button of the sign-in for users with a passkey, who type nothing. */
export default function LoginPasskey({ onSignedIn }: { onSignedIn: (response: SignInResponse) => Promise<void> }) {
  return (
    <Stack gap="md">
      <Divider label="or" />
      <PasskeyButton label="Sign in with a passkey" size="md" onUse={async () => onSignedIn(await signInByPasskey())} />
    </Stack>
  );
}
