import { Anchor, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { trpc } from '../api/client.ts';
import { Screen } from '../shell/screen.tsx';
import { ApiTokens } from './api-tokens.tsx';
import { LinkedAccount } from './linked-account.tsx';
import { AccountPart } from './part.tsx';
import { Passkeys } from './passkeys.tsx';
import { SecondFactor } from './second-factor.tsx';
import { Sessions } from './sessions.tsx';
import { currentSession, userMay } from './store.ts';

/** The user's own account: how they sign in, and what acts for them. */
export function AccountScreen() {
  return (
    <Screen title="My account">
      <Stack gap="xl" maw={880}>
        <AccountPart title="Password">
          <PasswordLine />
        </AccountPart>
        <SecondFactor />
        <Passkeys />
        <LinkedAccount />
        <Sessions />
        {userMay('tokens') && <ApiTokens />}
      </Stack>
    </Screen>
  );
}

function PasswordLine() {
  const { data } = trpc.session.proofs.useQuery();
  const userName = <strong>{currentSession()?.userName}</strong>;
  if (data?.password === false)
    return (
      <Text size="sm" maw="40rem">
        Your user name is {userName}. You have no password; an Owner can give you a link to set one.
      </Text>
    );
  return (
    <Text size="sm">
      Your user name is {userName}.{' '}
      <Anchor component={Link} to="/admin/changepassword" inherit underline="always">
        Change Password
      </Anchor>
    </Text>
  );
}
