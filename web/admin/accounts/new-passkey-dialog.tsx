import { Button, Loader, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { trpc } from '../api/client.ts';
import { describeFailure } from '../api/failure.ts';
import { showsFailures } from '../api/query-client.ts';
import { Dialog } from '../shell/dialog.tsx';
import { notifySuccess } from '../shell/notify.ts';
import { NameForm } from './passkey-name-form.tsx';
import { RecoveryCodes } from './second-factor-codes.tsx';

interface Props {
  isOpen: boolean;
  onClose: () => void;
}

/** Asks for a name and makes a passkey; shows the recovery codes that come with the first second factor. */
export function NewPasskeyDialog({ isOpen, onClose }: Props) {
  return (
    <Dialog title="New passkey" isOpen={isOpen} onClose={onClose} size="lg">
      {isOpen && <NewPasskey onClose={onClose} />}
    </Dialog>
  );
}

function NewPasskey({ onClose }: { onClose: () => void }) {
  const utils = trpc.useUtils();
  const { data: suggested, isPending } = trpc.passkeys.suggestedName.useQuery(undefined, { meta: showsFailures });
  const { data: state } = trpc.secondFactor.state.useQuery();
  const isFirst = state !== undefined && state.appSince === null && state.passkeys === 0;
  const begin = trpc.passkeys.begin.useMutation({ meta: showsFailures });
  const finish = trpc.passkeys.finish.useMutation({ meta: showsFailures });
  const [codes, setCodes] = useState<readonly string[] | null>(null);

  async function make(name: string): Promise<string | undefined> {
    try {
      // The library is loaded with the first use.
      const [{ makePasskey }, { step, options }] = await Promise.all([
        import('./passkey-prompt.ts'),
        begin.mutateAsync(),
      ]);
      const attestation = await makePasskey(options);
      const { recoveryCodes } = await finish.mutateAsync({ step, name, attestation });
      notifySuccess('Saved', `You can sign in with the passkey “${name}”.`);
      if (recoveryCodes) setCodes(recoveryCodes);
      else onClose();
      // The rights of the session may have changed.
      void utils.invalidate();
      return undefined;
    } catch (failed) {
      const { fields, message } = describeFailure(failed);
      return fields.name ?? message;
    }
  }

  if (codes) return <RecoveryCodes codes={codes} onDone={onClose} />;
  if (isPending) return <Loader size="sm" role="status" aria-label="Loading" />;
  return (
    <Stack gap="md">
      <Text size="sm">
        Your browser then asks for your fingerprint, face or PIN, or for a security key.
        {isFirst && ' Your other sessions are signed out.'}
      </Text>
      <NameForm first={suggested ?? ''} action="Continue" onSubmit={make}>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
      </NameForm>
    </Stack>
  );
}
