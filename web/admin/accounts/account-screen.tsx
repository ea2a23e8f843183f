import { Anchor, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Screen } from '../shell/screen.tsx';
import { ApiTokens } from './api-tokens.tsx';
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
          <Text size="sm">
            You sign in as <strong>{currentSession()?.userName}</strong>.{' '}
            <Anchor component={Link} to="/admin/changepassword" inherit underline="always">
              Change Password
            </Anchor>
          </Text>
        </AccountPart>
        <SecondFactor />
        <Passkeys />
        <Sessions />
        {userMay('tokens') && <ApiTokens />}
      </Stack>
    </Screen>
  );
}
