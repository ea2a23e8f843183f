import { Button } from '@mantine/core';
import { trpc } from '../api/client.ts';
import { describeFailure } from '../api/failure.ts';
import { showsFailures } from '../api/query-client.ts';
import { Dialog } from '../shell/dialog.tsx';
import { notifySaved } from '../shell/notify.ts';
import { NameForm } from './passkey-name-form.tsx';

interface Props {
  passkey: { id: number; name: string } | null;
  onClose: () => void;
}

/** Gives a passkey another name. */
export function RenamePasskeyDialog({ passkey, onClose }: Props) {
  const utils = trpc.useUtils();
  const rename = trpc.passkeys.rename.useMutation({ meta: showsFailures });

  async function save(id: number, name: string): Promise<string | undefined> {
    try {
      await rename.mutateAsync({ id, name });
    } catch (failed) {
      const { fields, message } = describeFailure(failed);
      return fields.name ?? message;
    }
    notifySaved();
    onClose();
    await utils.passkeys.list.invalidate();
    return undefined;
  }

  return (
    <Dialog title="Rename the passkey" isOpen={passkey !== null} onClose={onClose}>
      {passkey && (
        <NameForm first={passkey.name} action="Save" onSubmit={(name) => save(passkey.id, name)}>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
        </NameForm>
      )}
    </Dialog>
  );
}
