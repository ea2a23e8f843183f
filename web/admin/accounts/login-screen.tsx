import { Anchor, Button, Group, Stack, Text, TextInput, Title } from '@mantine/core';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { type ChangeEvent, type FormEvent, lazy, Suspense, useEffect, useRef, useState } from 'react';
import { messages } from '../../../contract/messages.ts';
import { credentials, type SignInResponse } from '../../../contract/session.ts';
import { describeFailure } from '../api/failure.ts';
import { queryClient } from '../api/query-client.ts';
import { chooseDestination } from '../releases/destination.ts';
import { closeNotifications, notifyError } from '../shell/notify.ts';
import { PasswordField } from '../shell/password-field.tsx';
import { ForgottenPassword } from './forgotten-password.tsx';
import { addressAfterSignIn } from './guard.ts';
import { LoginArt } from './login-art.tsx';
import { LoginProvider } from './login-provider.tsx';
import css from './login-screen.module.css';
import { SecondFactorRequired, signIn, type WaitingSignIn } from './sign-in.ts';
import { keepSession, readSession } from './store.ts';
import { usePasskeysPossible } from './use-passkeys-possible.ts';

// Only users with a second factor need the form for the code.
const LoginCode = lazy(() => import('./login-code.tsx'));
const LoginPasskey = lazy(() => import('./login-passkey.tsx'));

interface Values {
  userName: string;
  password: string;
}

/** Sign in (specification, sections 2 and 5): sends nothing while a field is empty and keeps the input after a failure. */
export function LoginScreen() {
  const navigate = useNavigate();
  const { requested } = useLocation().state;
  const [isPending, setPending] = useState(false);
  const [waiting, setWaiting] = useState<WaitingSignIn>();
  const hasPasskeys = usePasskeysPossible();
  // Two fields need no form library, which would make the first screen's script larger by 6 KB.
  const [values, setValues] = useState<Values>({ userName: '', password: '' });
  const [errors, setErrors] = useState<Partial<Values>>({});
  const userName = useRef<HTMLInputElement>(null);
  const password = useRef<HTMLInputElement>(null);
  useEffect(() => {
    document.title = 'Sign in · Vitrine';
    userName.current?.focus();
  }, []);

  async function submit(event: FormEvent) {
    event.preventDefault();
    const found = errorsOf(values);
    setErrors(found);
    if (found.userName ?? found.password) return (found.userName ? userName : password).current?.focus();
    setPending(true);
    try {
      await enter(await signIn(values.userName.trim(), values.password));
    } catch (error) {
      if (error instanceof SecondFactorRequired) setWaiting(error.waiting);
      else notifyError(messages.errorTitle, describeFailure(error).message);
    } finally {
      setPending(false);
    }
  }

  async function enter(response: SignInResponse) {
    keepSession(response);
    chooseDestination(null);
    closeNotifications();
    // Drop the previous user's cached data.
    queryClient.clear();
    const session = readSession();
    if (session) await navigate({ href: addressAfterSignIn(session, requested) });
  }

  /** Begins again with the password. */
  function restart(message?: string) {
    setWaiting(undefined);
    setValues(({ userName }) => ({ userName, password: '' }));
    if (message !== undefined) notifyError(messages.errorTitle, message);
    setTimeout(() => password.current?.focus());
  }

  const inputProps = (name: keyof Values) => ({
    value: values[name],
    error: errors[name],
    onChange: ({ currentTarget: { value } }: ChangeEvent<HTMLInputElement>) => {
      setValues((before) => ({ ...before, [name]: value }));
      setErrors(({ [name]: _mended, ...others }) => others);
    },
  });

  return (
    <main className={css.page}>
      <div className={css.banner}>
        <LoginArt />
      </div>
      <div className={css.side}>
        <Stack gap="md" className={css.form}>
          <div>
            <Text className={css.brand}>Vitrine</Text>
            <Title order={1} className={css.title}>
              Sign in
            </Title>
            <Text c="dimmed" size="sm">
              Edit the page, read messages and monitor servers.
            </Text>
          </div>
          {waiting && (
            <Suspense>
              <LoginCode
                userName={values.userName.trim()}
                waiting={waiting}
                size="md"
                onSignedIn={enter}
                onRestart={restart}
              />
            </Suspense>
          )}
          <form onSubmit={submit} noValidate hidden={waiting !== undefined}>
            <Stack gap="md">
              <TextInput
                ref={userName}
                label="User name"
                autoComplete="username"
                autoCapitalize="none"
                spellCheck={false}
                size="md"
                {...inputProps('userName')}
              />
              <PasswordField
                ref={password}
                label="Password"
                autoComplete="current-password"
                size="md"
                aria-invalid={errors.password !== undefined}
                {...inputProps('password')}
              />
              <Button type="submit" size="md" loading={isPending} mt="xs">
                Sign in
              </Button>
              <Group justify="space-between" gap="sm">
                <Anchor href="/" size="sm" underline="always" py={4}>
                  Back to the page
                </Anchor>
                <ForgottenPassword />
              </Group>
            </Stack>
          </form>
          {hasPasskeys && !waiting && (
            <Suspense>
              <LoginPasskey onSignedIn={enter} />
            </Suspense>
          )}
          {!waiting && <LoginProvider backTo={requested} hasDivider={!hasPasskeys} />}
        </Stack>
      </div>
    </main>
  );
}

/** The first message of each field that fails the specification's rules (section 5). */
function errorsOf(values: Values): Partial<Values> {
  const message = (name: keyof Values) => credentials.shape[name].safeParse(values[name]).error?.issues[0]?.message;
  const [userName, password] = [message('userName'), message('password')];
  return { ...(userName !== undefined && { userName }), ...(password !== undefined && { password }) };
}
