import { Alert, Anchor, Skeleton, Text } from '@mantine/core';
import { IconCircleCheck, IconCircleOff } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { currentSession } from '../accounts/store.ts';
import { trpc } from '../api/client.ts';
import { showsFailures } from '../api/query-client.ts';
import { Loaded } from '../shell/loaded.tsx';
import { formatDateTime } from '../shell/time.ts';
import type { OwnContact } from './answers.ts';
import css from './desk.module.css';
import own from './overview.module.css';
import { Part } from './part.tsx';

/** Who of the client's people is notified, and whether they can be reached. */
export function OwnContactsPart() {
  const query = trpc.desk.ownContacts.useQuery(undefined, { meta: showsFailures });
  const account = currentSession()?.telephonyClientId ?? null;
  return (
    <Part
      title="Who is notified"
      note={
        <Anchor
          component={Link}
          to={`/admin/twilioclientcontact${account === null ? '' : `/${account}`}`}
          size="sm"
          py={4}
        >
          Manage contacts
        </Anchor>
      }
    >
      <Loaded query={query} what="part" waiting={<Skeleton h={120} />}>
        {({ contacts, isAccountActive }) => <Contacts contacts={contacts} isAccountActive={isAccountActive} />}
      </Loaded>
    </Part>
  );
}

function Contacts({ contacts, isAccountActive }: { contacts: readonly OwnContact[]; isAccountActive: boolean }) {
  const reached = contacts.filter(({ isReachable }) => isReachable).length;
  return (
    <>
      {reached === 0 && (
        <Alert color="red" title="Nobody is notified" mb="sm">
          <Text size="sm">
            {isAccountActive
              ? 'Add a contact, or mend one below: alarms reach nobody now.'
              : 'Your SMS account is switched off. Ask the company that runs it.'}
          </Text>
        </Alert>
      )}
      {contacts.length > 0 && (
        <ul className={css.items} aria-label="Contacts">
          {contacts.map((contact) => (
            <Contact key={contact.id} contact={contact} isAccountActive={isAccountActive} />
          ))}
        </ul>
      )}
    </>
  );
}

function Contact({ contact, isAccountActive }: { contact: OwnContact; isAccountActive: boolean }) {
  const { name, number, isReachable } = contact;
  const Icon = isReachable ? IconCircleCheck : IconCircleOff;
  return (
    <li className={own.row} data-bad={!isReachable || undefined}>
      <Icon size={20} stroke={1.75} aria-hidden="true" className={own.reach} />
      <div className={css.words}>
        <Text size="sm" fw={600}>
          {name}
        </Text>
        <Text size="sm" c={isReachable ? 'dimmed' : 'var(--mantine-color-error)'}>
          {isReachable ? `Gets alarms at ${number}` : `Gets no alarms: ${reasonOf(contact, isAccountActive)}`}
        </Text>
      </div>
    </li>
  );
}

function reasonOf({ isActive, optedOutAt, problem }: OwnContact, isAccountActive: boolean): string {
  if (!isAccountActive) return 'the account is switched off.';
  if (!isActive) return 'the contact is not active.';
  if (optedOutAt !== null) return `the contact replied STOP on ${formatDateTime(optedOutAt)}.`;
  return problem ?? '';
}
