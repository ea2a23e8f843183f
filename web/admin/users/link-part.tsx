import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { type LinkWay, linkHours } from '../../../contract/users.ts';
import { trpc } from '../api/client.ts';
import { formatDateTime } from '../shell/time.ts';
import type { GivenLink, Person } from './answers.ts';
import { Part } from './part.tsx';
import { ShownLink } from './shown-link.tsx';
import { useUserChange } from './use-user-change.ts';
import css from './users.module.css';

/** The link of a user: an invitation until the user has accepted one, then a link for a new password. */
export function LinkPart({ person, isMailOn }: { person: Person; isMailOn: boolean }) {
  const { id, userName, state, email, link } = person;
  const [shown, setShown] = useState<GivenLink>();
  const give = trpc.users.giveLink.useMutation(useUserChange(null));
  const mail = trpc.users.giveLink.useMutation(useUserChange(`The link for ${userName} is on its way.`));
  const withdraw = trpc.users.withdrawLinks.useMutation(useUserChange(`The link of ${userName} no longer works.`));
  const isInvited = state === 'invited';
  const noun = isInvited ? 'invitation' : 'link';

  function start(way: LinkWay) {
    setShown(undefined);
    if (way === 'mail') mail.mutate({ id, way });
    else give.mutate({ id, way }, { onSuccess: setShown });
  }

  return (
    <Part title={isInvited ? 'Invitation' : 'New password'}>
      <Text size="sm" c="dimmed">
        {isInvited
          ? `A new invitation works for ${linkHours.invitation} hours and replaces the older one.`
          : `With a link, which works for ${linkHours.reset} hours, the user sets a new password. Using the link ends all sessions of the user.`}
      </Text>
      {link && !shown && (
        <Group gap="sm">
          <Text size="sm">
            A link {link.isMailed ? 'that was sent by e-mail' : 'that was shown'} works until{' '}
            {formatDateTime(link.expiresAt)}.
          </Text>
          <Button
            size="compact-sm"
            variant="subtle"
            color="red"
            loading={withdraw.isPending}
            onClick={() => withdraw.mutate({ id })}
          >
            Withdraw
          </Button>
        </Group>
      )}
      {shown?.url && (
        <div className={css.wide}>
          <ShownLink url={shown.url} expiresAt={shown.expiresAt} />
        </div>
      )}
      <Group gap="sm">
        {isMailOn && email !== '' && (
          <Button variant="default" loading={mail.isPending} onClick={() => start('mail')}>
            Send {isInvited ? 'an' : 'a'} {noun} by e-mail
          </Button>
        )}
        <Button variant="default" loading={give.isPending} onClick={() => start('shown')}>
          Show {isInvited ? 'an' : 'a'} {noun}, once
        </Button>
      </Group>
    </Part>
  );
}
