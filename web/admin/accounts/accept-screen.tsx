import { Alert, Anchor, Button, Skeleton, Stack, Text, TextInput, Title } from '@mantine/core';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { isUserName, newPassword, passwordIsUserName } from '../../../contract/passwords.ts';
import { type AccountLinkKind, linkToken } from '../../../contract/users.ts';
import { client } from '../api/client.ts';
import { describeFailure } from '../api/failure.ts';
import { queryClient } from '../api/query-client.ts';
import { chooseDestination } from '../releases/destination.ts';
import { closeNotifications, notifySuccess } from '../shell/notify.ts';
import { PasswordField } from '../shell/password-field.tsx';
import { LoginArt } from './login-art.tsx';
import css from './login-screen.module.css';
import { signIn } from './sign-in.ts';
import { keepSession, landingPath, readSession } from './store.ts';

const titles: Readonly<Record<AccountLinkKind, string>> = {
  invitation: 'Welcome',
  reset: 'New password',
  rescue: 'New password',
};

interface OpenLink {
  kind: AccountLinkKind;
  userName: string;
}

/** The screen of an account's link: the user sets a password and is then signed in. */
export function AcceptScreen() {
  const { token = '' } = useParams({ strict: false });
  const [link, setLink] = useState<OpenLink>();
  const [problem, setProblem] = useState<string>();
  const title = link ? titles[link.kind] : 'Your link';
  useEffect(() => {
    document.title = `${title} · Vitrine`;
  }, [title]);
  useEffect(() => {
    const checked = linkToken.safeParse(token);
    if (!checked.success) return setProblem(checked.error.issues[0]?.message);
    setProblem(undefined);
    client.accountLinks.read
      .mutate({ token })
      .then(setLink, (error: unknown) => setProblem(describeFailure(error).message));
  }, [token]);
  return (
    <main className={css.page}>
      <div className={css.banner}>
        <LoginArt />
      </div>
      <div className={css.side}>
        <div className={css.form}>
          <Stack gap="md">
            <div>
              <Text className={css.brand}>Vitrine</Text>
              <Title order={1} className={css.title}>
                {title}
              </Title>
            </div>
            {problem !== undefined && <Problem message={problem} />}
            {problem === undefined && !link && <Skeleton h={180} />}
            {problem === undefined && link && <AcceptForm token={token} {...link} onProblem={setProblem} />}
          </Stack>
        </div>
      </div>
    </main>
  );
}

function Problem({ message }: { message: string }) {
  return (
    <>
      <Alert color="red" role="alert">
        {message}
      </Alert>
      <Anchor component={Link} to="/login" size="sm" underline="always" py={4} style={{ alignSelf: 'start' }}>
        Go to the sign-in
      </Anchor>
    </>
  );
}

interface Props extends OpenLink {
  token: string;
  onProblem: (message: string) => void;
}

function AcceptForm({ token, kind, userName, onProblem }: Props) {
  const navigate = useNavigate();
  const input = useRef<HTMLInputElement>(null);
  const again = useRef<HTMLInputElement>(null);
  const [password, setPassword] = useState('');
  const [confirmation, setConfirmation] = useState('');
  const [errors, setErrors] = useState<{ password?: string | undefined; confirmation?: string }>({});
  const [isPending, setPending] = useState(false);
  useEffect(() => input.current?.focus(), []);

  function refuse(found: typeof errors) {
    setErrors(found);
    (found.password === undefined ? again : input).current?.focus();
  }

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (isPending) return;
    const checked = newPassword.safeParse(password);
    if (!checked.success) return refuse({ password: checked.error.issues[0]?.message });
    if (isUserName(password, userName)) return refuse({ password: passwordIsUserName });
    if (confirmation !== password) return refuse({ confirmation: 'Confirm Password must be equal to Password' });
    setPending(true);
    try {
      const { hasSecondFactor } = await client.accountLinks.accept.mutate({ token, password });
      await enter(hasSecondFactor);
    } catch (error) {
      const { httpStatus, message, fields } = describeFailure(error);
      if (fields.password !== undefined) refuse({ password: fields.password });
      else if (httpStatus === 404) onProblem(message);
      else refuse({ password: message });
    } finally {
      setPending(false);
    }
  }

  /** Signs in; a user with a second factor does so at the sign-in. */
  async function enter(hasSecondFactor: boolean) {
    closeNotifications();
    queryClient.clear();
    const answer = hasSecondFactor ? null : await signIn(userName, password).catch(() => null);
    if (answer) keepSession(answer);
    chooseDestination(null);
    const session = answer && readSession();
    await navigate({ to: session ? landingPath(session) : '/login', replace: true });
    notifySuccess('Password', session ? 'Your password is set.' : 'Your password is set. Sign in with it.');
  }

  return (
    <form onSubmit={(event) => void submit(event)} noValidate aria-busy={isPending}>
      <Stack gap="md">
        <Text size="sm">
          {kind === 'invitation'
            ? 'Choose a password to finish your account.'
            : 'Choose a new password. You are signed out everywhere else.'}
        </Text>
        <TextInput label="User name" value={userName} readOnly autoComplete="username" size="md" />
        <PasswordField
          ref={input}
          label="Password"
          description="At least 6 characters."
          autoComplete="new-password"
          size="md"
          value={password}
          error={errors.password}
          aria-invalid={errors.password !== undefined}
          onChange={(event) => {
            setPassword(event.currentTarget.value);
            setErrors({});
          }}
        />
        <PasswordField
          ref={again}
          label="Confirm Password"
          autoComplete="new-password"
          size="md"
          value={confirmation}
          error={errors.confirmation}
          aria-invalid={errors.confirmation !== undefined}
          onChange={(event) => {
            setConfirmation(event.currentTarget.value);
            setErrors({});
          }}
        />
        <Button type="submit" size="md" loading={isPending} mt="xs">
          {kind === 'invitation' ? 'Set the password and sign in' : 'Set the password'}
        </Button>
      </Stack>
    </form>
  );
}
