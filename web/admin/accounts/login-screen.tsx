import { Button, Stack, Text, TextInput, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { messages } from '../../../contract/messages.ts';
import { credentials } from '../../../contract/session.ts';
import { describeFailure } from '../api/failure.ts';
import { queryClient } from '../api/query-client.ts';
import { chooseDestination } from '../releases/destination.ts';
import { closeNotifications, notifyError } from '../shell/notify.tsx';
import { PasswordField } from '../shell/password-field.tsx';
import { addressAfterSignIn } from './guard.ts';
import { LoginArt } from './login-art.tsx';
import css from './login-screen.module.css';
import { signIn } from './sign-in.ts';
import { keepSession, readSession } from './store.ts';

/** Sign in (specification, sections 2 and 5): sends nothing while a field is empty and keeps the input after a failure. */
export function LoginScreen() {
  const navigate = useNavigate();
  const { requested } = useLocation().state;
  const [isPending, setPending] = useState(false);
  const form = useForm({
    initialValues: { userName: '', password: '' },
    validate: {
      userName: (text) => firstMessage(credentials.shape.userName.safeParse(text)),
      password: (text) => firstMessage(credentials.shape.password.safeParse(text)),
    },
  });
  const userName = useRef<HTMLInputElement>(null);
  const password = useRef<HTMLInputElement>(null);
  useEffect(() => {
    document.title = 'Sign in · Vitrine';
    userName.current?.focus();
  }, []);

  async function submit(event: FormEvent) {
    event.preventDefault();
    const { hasErrors, errors } = form.validate();
    if (hasErrors) return (errors.userName ? userName : password).current?.focus();
    setPending(true);
    try {
      keepSession(await signIn(form.values.userName.trim(), form.values.password));
      chooseDestination(null);
      closeNotifications();
      // Drop the previous user's cached data.
      queryClient.clear();
      const session = readSession();
      if (session) await navigate({ href: addressAfterSignIn(session, requested) });
    } catch (error) {
      notifyError(messages.errorTitle, describeFailure(error).message);
    } finally {
      setPending(false);
    }
  }

  return (
    <main className={css.page}>
      <div className={css.banner}>
        <LoginArt />
      </div>
      <div className={css.side}>
        <form onSubmit={submit} noValidate className={css.form}>
          <Stack gap="md">
            <div>
              <Text className={css.brand}>Vitrine</Text>
              <Title order={1} className={css.title}>
                Sign in
              </Title>
              <Text c="dimmed" size="sm">
                Edit the page, read messages and monitor servers.
              </Text>
            </div>
            <TextInput
              ref={userName}
              label="User name"
              autoComplete="username"
              autoCapitalize="none"
              spellCheck={false}
              size="md"
              {...form.getInputProps('userName')}
            />
            <PasswordField
              ref={password}
              label="Password"
              autoComplete="current-password"
              size="md"
              aria-invalid={form.errors.password !== undefined}
              {...form.getInputProps('password')}
            />
            <Button type="submit" size="md" loading={isPending} mt="xs">
              Sign in
            </Button>
            <Text size="sm" c="dimmed">
              <a href="/" className={css.back}>
                Back to the page
              </a>
            </Text>
          </Stack>
        </form>
      </div>
    </main>
  );
}

function firstMessage(result: { success: boolean; error?: { issues: readonly { message: string }[] } }): string | null {
  return result.error?.issues[0]?.message ?? null;
}
