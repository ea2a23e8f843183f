import { Alert, Anchor, Group, Loader, Stack, Text, Title } from '@mantine/core';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { providerMessage, providerOutcome } from '../../../contract/provider.ts';
import type { SignInResponse } from '../../../contract/session.ts';
import { trpc } from '../api/client.ts';
import { describeFailure } from '../api/failure.ts';
import { queryClient, showsFailures } from '../api/query-client.ts';
import { chooseDestination } from '../releases/destination.ts';
import { closeNotifications, notifySuccess } from '../shell/notify.ts';
import { addressAfterSignIn } from './guard.ts';
import { LoginArt } from './login-art.tsx';
import css from './login-screen.module.css';
import { ProviderButton } from './provider-button.tsx';
import { takeReturn } from './provider-visit.ts';
import { enterFromProvider, SecondFactorRequired, type WaitingSignIn } from './sign-in.ts';
import { keepSession, readSession } from './store.ts';

const LoginCode = lazy(() => import('./login-code.tsx'));

const titles = { 'sign-in': 'Sign in', link: 'Linked account', proof: 'Confirm that it is you' } as const;
const account = '/admin/account';

/** The screen after a visit to the provider: gets the session, or says why there is none. */
export function ProviderScreen() {
  const { purpose, problem } = providerOutcome.parse(useSearch({ strict: false }));
  const navigate = useNavigate();
  const { data, isPending: isLoading } = trpc.provider.options.useQuery(undefined, { meta: showsFailures });
  const name = data?.name ?? 'the provider';
  const [message, setMessage] = useState<string>();
  const [waiting, setWaiting] = useState<WaitingSignIn>();
  const [backTo] = useState(takeReturn);
  // The result counts once, and effects run twice in development.
  const hasBegun = useRef(false);
  const title = titles[purpose];
  const failed = problem === undefined ? message : providerMessage(problem, name);
  useEffect(() => {
    document.title = `${title} · Vitrine`;
  }, [title]);
  useEffect(() => {
    if (problem !== undefined || hasBegun.current) return;
    hasBegun.current = true;
    void end();
  });

  async function end() {
    if (purpose === 'sign-in') {
      try {
        await enter(await enterFromProvider());
      } catch (error) {
        if (error instanceof SecondFactorRequired) setWaiting(error.waiting);
        else setMessage(describeFailure(error).message);
      }
      return;
    }
    await navigate({ href: backTo ?? account, replace: true });
    if (purpose === 'link') notifySuccess('Linked account', 'You can now sign in with it.');
    else notifySuccess('Confirmed', 'You have ten minutes for your change.');
  }

  async function enter(response: SignInResponse) {
    keepSession(response);
    chooseDestination(null);
    closeNotifications();
    // Drop the previous user's cached data.
    queryClient.clear();
    const session = readSession();
    if (session) await navigate({ href: addressAfterSignIn(session, backTo), replace: true });
  }

  function restart(reason?: string) {
    setWaiting(undefined);
    setMessage(reason ?? 'Begin again.');
  }

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
              {title}
            </Title>
          </div>
          {failed === undefined && !waiting && (
            <Group gap="sm" role="status">
              <Loader size="sm" aria-hidden="true" />
              <Text size="sm">One moment…</Text>
            </Group>
          )}
          {waiting && (
            <Suspense>
              <LoginCode userName="" waiting={waiting} size="md" onSignedIn={enter} onRestart={restart} />
            </Suspense>
          )}
          {failed !== undefined && !isLoading && (
            <>
              <Alert color="red" role="alert">
                {failed}
              </Alert>
              {data?.name && purpose !== 'proof' && (purpose === 'sign-in' || readSession()) && (
                <ProviderButton label="Try again" purpose={purpose} size="md" isMain backTo={backTo} isAgain />
              )}
              <Anchor
                component={Link}
                to={purpose === 'sign-in' ? '/login' : account}
                size="sm"
                underline="always"
                py={4}
                style={{ alignSelf: 'start' }}
              >
                {purpose === 'sign-in' ? 'Go to the sign-in' : 'Go to My account'}
              </Anchor>
            </>
          )}
        </Stack>
      </div>
    </main>
  );
}
