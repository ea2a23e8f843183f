import { Stack, Text } from '@mantine/core';
import { userStates } from '../../../contract/users.ts';
import { currentSession } from '../accounts/store.ts';
import { formatDateTime } from '../shell/time.ts';
import type { Person } from './answers.ts';
import { DeactivatePart, DeletePart } from './end-parts.tsx';
import { LinkPart } from './link-part.tsx';
import { DetailsPart, RolePart } from './save-parts.tsx';
import { SecondFactorPart, SessionsPart } from './sessions-part.tsx';

interface Props {
  person: Person;
  isMailOn: boolean;
  onDeleted: () => void;
}

/** Everything that an Owner changes of a user. Owners do not change their own role or state. */
export function PersonPanel({ person, isMailOn, onDeleted }: Props) {
  const isOwn = person.userName === currentSession()?.userName;
  return (
    <Stack gap="lg">
      <Text size="sm" c="dimmed">
        {factsOf(person)}
      </Text>
      <DetailsPart person={person} />
      {isOwn ? (
        <Text size="sm">This is you. Only another Owner can change your role, deactivate or delete you.</Text>
      ) : (
        <>
          <RolePart key={`${person.role}-${person.telephonyClientId}`} person={person} />
          {person.state !== 'deactivated' && <LinkPart person={person} isMailOn={isMailOn} />}
          {person.state === 'active' && <SessionsPart person={person} />}
          {person.hasSecondFactor && <SecondFactorPart person={person} />}
          <DeactivatePart person={person} />
          <DeletePart person={person} onDeleted={onDeleted} />
        </>
      )}
    </Stack>
  );
}

function factsOf({ state, lastSeenAt, hasSecondFactor }: Person): string {
  const seen = lastSeenAt ? `last seen ${formatDateTime(lastSeenAt)}` : 'not seen yet';
  return `${userStates[state]}, ${seen}, ${hasSecondFactor ? 'with' : 'without'} a second factor.`;
}
