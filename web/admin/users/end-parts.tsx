import { Button, Text } from '@mantine/core';
import { messages } from '../../../contract/messages.ts';
import { trpc } from '../api/client.ts';
import { useConfirm } from '../shell/confirm.tsx';
import type { Person } from './answers.ts';
import { Part } from './part.tsx';
import { useUserChange } from './use-user-change.ts';

/** Deactivates a user, or activates the user again. */
export function DeactivatePart({ person: { id, userName, state } }: { person: Person }) {
  const confirm = useConfirm();
  const deactivate = trpc.users.deactivate.useMutation(useUserChange(`${userName} is deactivated.`));
  const reactivate = trpc.users.reactivate.useMutation(useUserChange(`${userName} is active again.`));
  if (state === 'deactivated')
    return (
      <Part title="Deactivated">
        <Text size="sm">{userName} cannot sign in. Role and password are kept, open links are not.</Text>
        <Button variant="default" loading={reactivate.isPending} onClick={() => reactivate.mutate({ id })}>
          Reactivate
        </Button>
      </Part>
    );

  async function ask() {
    const message = `Deactivate ${userName}?`;
    const subject = 'All sessions end at once, and open links no longer work.';
    if (await confirm({ message, subject, action: 'Deactivate' })) deactivate.mutate({ id });
  }
  return (
    <Part title="Deactivate">
      <Text size="sm">{userName} is signed out at once and cannot sign in until you reactivate the user.</Text>
      <Button variant="default" loading={deactivate.isPending} onClick={() => void ask()}>
        Deactivate
      </Button>
    </Part>
  );
}

/** Deletes a user. */
export function DeletePart({ person, onDeleted }: { person: Person; onDeleted: () => void }) {
  const { id, userName } = person;
  const confirm = useConfirm();
  const remove = trpc.users.delete.useMutation(useUserChange(`${userName} is deleted.`));
  async function ask() {
    const subject = `${userName}, with all sessions and credentials`;
    if (await confirm({ message: messages.confirmDelete, subject, action: 'Delete' }))
      remove.mutate({ id }, { onSuccess: onDeleted });
  }
  return (
    <Part title="Delete">
      <Text size="sm">
        History, releases and the audit log keep the name {userName} for what the user has done. Sessions, password,
        passkeys and tokens are deleted.
      </Text>
      <Button variant="light" color="red" loading={remove.isPending} onClick={() => void ask()}>
        Delete the user
      </Button>
    </Part>
  );
}
