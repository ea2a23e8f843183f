import { Anchor, Button, Divider, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, lazy, Suspense, useState } from 'react';
import { credentials, type SignInResponse } from '../../../contract/session.ts';
import { trpc } from '../api/client.ts';
import { describeFailure } from '../api/failure.ts';
import { showsFailures } from '../api/query-client.ts';
import { dropAllDrafts } from '../records/drafts.ts';
import { closeNotifications } from '../shell/notify.ts';
import { PasswordField } from '../shell/password-field.tsx';
import { discardUnsavedInput } from '../shell/unsaved.ts';
import { layers } from '../theme.ts';
import type { OpenBox } from './end-session.ts';
import PasskeyButton from './passkey-button.tsx';
import { signInAgainByPasskey } from './passkey-sign-in.ts';
import { SecondFactorRequired, signIn, type WaitingSignIn } from './sign-in.ts';
import { clearSession, keepSession } from './store.ts';
import { usePasskeysPossible } from './use-passkeys-possible.ts';

const LoginCode = lazy(() => import('./login-code.tsx'));

/** Asks the user of this tab to sign in again above an open form; the calls that failed then go on (design, section 6). */
export default function SignInBox({ box }: { box: OpenBox | null }) {
  return (
    <Modal
      opened={box !== null}
      onClose={() => {}}
      centered
      size="sm"
      zIndex={layers.signIn}
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
    >
      {box && <SignInForm {...box} />}
    </Modal>
  );
}

function SignInForm({ userName, resume }: { userName: string; resume: () => void }) {
  const [password, setPassword] = useState('');
  const [error, setError] = useState<string>();
  const [isPending, setPending] = useState(false);
  const [waiting, setWaiting] = useState<WaitingSignIn>();
  const hasPasskeys = usePasskeysPossible();
  const provider = trpc.provider.options.useQuery(undefined, { meta: showsFailures }).data?.name;

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (isPending) return;
    const checked = credentials.shape.password.safeParse(password);
    if (!checked.success) return setError(checked.error.issues[0]?.message);
    setPending(true);
    try {
      enter(await signIn(userName, password));
    } catch (failed) {
      if (failed instanceof SecondFactorRequired) setWaiting(failed.waiting);
      else setError(describeFailure(failed).message);
      setPending(false);
    }
  }

  function enter(response: SignInResponse) {
    keepSession(response);
    closeNotifications();
    resume();
  }

  function restart(message?: string) {
    setWaiting(undefined);
    setPassword('');
    setError(message);
  }

  if (waiting)
    return (
      <Stack gap="md">
        <Modal.Title fw={650}>Sign in again</Modal.Title>
        <Suspense>
          <LoginCode userName={userName} waiting={waiting} onSignedIn={enter} onRestart={restart} />
        </Suspense>
      </Stack>
    );

  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack gap="md">
        <Modal.Title fw={650}>Sign in again</Modal.Title>
        <Text size="sm">This tab is no longer signed in. Your changes are still here: sign in to continue.</Text>
        <TextInput label="User name" value={userName} readOnly autoComplete="username" />
        <PasswordField
          label="Password"
          autoComplete="current-password"
          data-autofocus
          value={password}
          error={error}
          onChange={(event) => {
            setPassword(event.currentTarget.value);
            setError(undefined);
          }}
        />
        <Group justify="space-between">
          <Button type="submit" loading={isPending}>
            Sign in
          </Button>
          <Button variant="subtle" color="red" onClick={leave}>
            Discard changes
          </Button>
        </Group>
        {hasPasskeys && (
          <>
            <Divider label="or" />
            <PasskeyButton label="Use a passkey" onUse={async () => enter(await signInAgainByPasskey(userName))} />
          </>
        )}
        {provider && (
          // Leaving would lose the input; this tab follows the sign-in in the other one.
          <Anchor href="#/login" target="_blank" rel="noopener" size="sm" underline="always">
            Sign in with {provider} in another tab
          </Anchor>
        )}
      </Stack>
    </form>
  );
}

/** Leaves for the login without the changes. */
function leave(): void {
  discardUnsavedInput();
  clearSession();
  dropAllDrafts();
  location.reload();
}
