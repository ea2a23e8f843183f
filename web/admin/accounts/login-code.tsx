import { Button, Divider, Group, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { type SignInResponse, secondFactorCode } from '../../../contract/session.ts';
import { describeFailure } from '../api/failure.ts';
import PasskeyButton from './passkey-button.tsx';
import { signInByPasskey } from './passkey-sign-in.ts';
import { CodeInput } from './second-factor-input.tsx';
import { enterCode, SecondFactorRequired, type WaitingSignIn } from './sign-in.ts';
import { usePasskeysPossible } from './use-passkeys-possible.ts';

interface Props {
  /** Empty if only the server knows it. */
  userName: string;
  waiting: WaitingSignIn;
  size?: string;
  onSignedIn: (response: SignInResponse) => Promise<void> | void;
  /** The sign-in must begin again; the message says why unless the user chose so. */
  onRestart: (message?: string) => void;
}

/** The second part of a sign-in: a passkey, a code of the authenticator app, or a recovery code. */
export default function LoginCode({ userName, waiting: { step, ways }, size = 'sm', onSignedIn, onRestart }: Props) {
  const [code, setCode] = useState('');
  const [error, setError] = useState<string>();
  const [isPending, setPending] = useState(false);
  const hasApp = ways.includes('code');
  const hasPasskey = usePasskeysPossible() && ways.includes('passkey');

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (isPending) return;
    const checked = secondFactorCode.safeParse(code);
    if (!checked.success) return setError(checked.error.issues[0]?.message);
    setPending(true);
    try {
      await onSignedIn(await enterCode(step, checked.data));
    } catch (failed) {
      const { httpStatus, message } = describeFailure(failed);
      // Any other refusal ends this sign-in.
      if (httpStatus === 400 && !(failed instanceof SecondFactorRequired)) onRestart(message);
      else setError(message);
    } finally {
      setPending(false);
    }
  }

  return (
    <form onSubmit={(event) => void submit(event)} noValidate aria-label="Second factor">
      <Stack gap="md">
        {userName !== '' && (
          <TextInput label="User name" value={userName} readOnly autoComplete="username" size={size} />
        )}
        {hasPasskey && (
          <>
            <PasskeyButton
              label="Use a passkey"
              size={size}
              isMain={!hasApp}
              onUse={async () => onSignedIn(await signInByPasskey(step))}
            />
            <Divider label="or" />
          </>
        )}
        <CodeInput
          hasFocus={hasApp || !hasPasskey}
          hasApp={hasApp}
          size={size}
          code={code}
          error={error}
          onChange={(changed) => {
            setCode(changed);
            setError(undefined);
          }}
        />
        <Group justify="space-between">
          <Button type="submit" variant={hasPasskey && !hasApp ? 'default' : 'filled'} size={size} loading={isPending}>
            Sign in
          </Button>
          <Button variant="subtle" size={size} onClick={() => onRestart()}>
            Start again
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
