import { Alert, Button, Group, Text } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { trpc } from '../api/client.ts';
import { useConfirm } from '../shell/confirm.tsx';
import { Dialog } from '../shell/dialog.tsx';
import { Loaded } from '../shell/loaded.tsx';
import { notifySuccess } from '../shell/notify.ts';
import { formatDay } from '../shell/time.ts';
import { AccountPart } from './part.tsx';
import { RecoveryCodes } from './second-factor-codes.tsx';

// Brings the library of QR codes.
const SetUp = lazy(() => import('./second-factor-set-up.tsx'));

const fewCodes = 3;

/** The second factor: an authenticator app and recovery codes. */
export function SecondFactor() {
  const state = trpc.secondFactor.state.useQuery();
  const utils = trpc.useUtils();
  const confirm = useConfirm();
  const [isSettingUp, setSettingUp] = useState(false);
  const renew = trpc.secondFactor.renewCodes.useMutation({ onSuccess: () => utils.secondFactor.state.invalidate() });
  const remove = trpc.secondFactor.remove.useMutation({
    async onSuccess() {
      notifySuccess('Removed', 'The authenticator app no longer works.');
      await utils.secondFactor.state.invalidate();
    },
  });
  const changes = { isPending: renew.isPending || remove.isPending };

  async function askToRemove() {
    const question = {
      message: 'Remove the authenticator app?',
      subject: 'Its codes no longer work. With your last second factor your recovery codes end too.',
      action: 'Remove',
    };
    if (await confirm(question)) remove.mutate();
  }

  async function askToRenew() {
    const question = {
      message: 'Make new recovery codes?',
      subject: 'Your earlier codes no longer work.',
      action: 'Make new codes',
    };
    if (await confirm(question)) renew.mutate();
  }

  return (
    <AccountPart
      title="Second factor"
      purpose="After your password, the sign-in asks for a code from an app on your phone, or for a passkey. A stolen password is then not enough."
    >
      <Loaded query={state} waiting={<Text size="sm">Loading…</Text>}>
        {({ appSince, passkeys, recoveryCodes, isRequired }) => (
          <>
            {isRequired && appSince === null && passkeys === 0 && (
              <Alert color="orange" role="status">
                Your role needs a second factor. Set one up to use the back office.
              </Alert>
            )}
            {(appSince !== null || passkeys > 0) && (
              <Text size="sm">
                {appSince === null ? 'No authenticator app.' : `Authenticator app since ${formatDay(appSince)}.`}{' '}
                {recoveryCodes} of 10 recovery codes left.
                {recoveryCodes < fewCodes && ' Make new ones soon.'}
              </Text>
            )}
            <Group gap="sm">
              <Button
                variant={appSince === null && passkeys === 0 ? 'filled' : 'default'}
                onClick={() => setSettingUp(true)}
              >
                {appSince === null ? 'Set up an authenticator app' : 'Use another app'}
              </Button>
              {(appSince !== null || passkeys > 0) && (
                <Button variant="default" disabled={changes.isPending} onClick={() => void askToRenew()}>
                  New recovery codes
                </Button>
              )}
              {appSince !== null && (passkeys > 0 || !isRequired) && (
                <Button variant="subtle" color="red" disabled={changes.isPending} onClick={() => void askToRemove()}>
                  Remove
                </Button>
              )}
            </Group>
          </>
        )}
      </Loaded>
      <Dialog title="Authenticator app" isOpen={isSettingUp} onClose={() => setSettingUp(false)} size="lg">
        {isSettingUp && (
          <Suspense>
            <SetUp onDone={() => setSettingUp(false)} />
          </Suspense>
        )}
      </Dialog>
      <Dialog title="New recovery codes" isOpen={renew.data !== undefined} onClose={renew.reset}>
        {renew.data && <RecoveryCodes codes={renew.data.recoveryCodes} onDone={renew.reset} />}
      </Dialog>
    </AccountPart>
  );
}
