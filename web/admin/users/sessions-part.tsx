import { Button, Text } from '@mantine/core';
import { trpc } from '../api/client.ts';
import { useConfirm } from '../shell/confirm.tsx';
import type { Person } from './answers.ts';
import { Part } from './part.tsx';
import { useUserChange } from './use-user-change.ts';

/** The sessions of a user. */
export function SessionsPart({ person: { id, userName, sessions } }: { person: Person }) {
  const end = trpc.users.endSessions.useMutation(useUserChange(`${userName} is signed out everywhere.`));
  return (
    <Part title="Sessions">
      <Text size="sm">{sessionsInWords(sessions)}</Text>
      {sessions > 0 && (
        <Button variant="default" loading={end.isPending} onClick={() => end.mutate({ id })}>
          End all sessions
        </Button>
      )}
    </Part>
  );
}

function sessionsInWords(sessions: number): string {
  if (sessions === 0) return 'Not signed in anywhere.';
  return sessions === 1 ? 'Signed in once.' : `Signed in ${sessions} times.`;
}

/** The second factor of a user, for users who have lost theirs. */
export function SecondFactorPart({ person: { id, userName } }: { person: Person }) {
  const confirm = useConfirm();
  const remove = trpc.users.removeSecondFactor.useMutation(useUserChange(`${userName} has no second factor now.`));
  async function ask() {
    const message = `Remove the second factor of ${userName}?`;
    const subject = 'The authenticator app, recovery codes and passkeys are removed, and all sessions end.';
    if (await confirm({ message, subject, action: 'Remove' })) remove.mutate({ id });
  }
  return (
    <Part title="Second factor">
      <Text size="sm">
        If {userName} has lost the second factor, make sure that it is {userName} who asks, then remove it. The password
        alone is then enough.
      </Text>
      <Button variant="default" loading={remove.isPending} onClick={() => void ask()}>
        Remove the second factor
      </Button>
    </Part>
  );
}
