import { Button, Text } from '@mantine/core';
import { trpc } from '../api/client.ts';
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
