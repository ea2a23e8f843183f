import { ActionIcon, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { roleFacts } from '../../../contract/roles.ts';
import { userStates } from '../../../contract/users.ts';
import { currentSession } from '../accounts/store.ts';
import { trpc } from '../api/client.ts';
import { PencilIcon } from '../shell/icons.tsx';
import { formatDateTime } from '../shell/time.ts';
import { DataTable, type TableColumn } from '../tables/data-table.tsx';
import { fullName, type Person } from './answers.ts';
import css from './users.module.css';

/** Id of the button that opens a panel. */
export const openerOf = (id: number | 'new' | undefined) => `user-${id}-edit`;

interface Props {
  users: readonly Person[];
  empty: ReactNode;
  onEdit: (id: number) => void;
}

/** The users with role, last use, second factor and state. */
export function UserTable({ users, empty, onEdit }: Props) {
  const { data: accounts = [] } = trpc.telephony.choices.useQuery();
  const labelOf = new Map(accounts.map(({ id, label }) => [id, label]));
  const columns: readonly TableColumn<Person>[] = [
    {
      header: 'Edit',
      kind: 'action',
      cell: ({ id, userName }) => (
        <ActionIcon id={openerOf(id)} variant="subtle" aria-label={`Edit ${userName}`} onClick={() => onEdit(id)}>
          <PencilIcon />
        </ActionIcon>
      ),
    },
    { header: 'Name', cell: (user) => <Name user={user} /> },
    {
      header: 'Role',
      cell: ({ role, telephonyClientId }) => (
        <div className={css.role}>
          {roleFacts[role].label}
          {telephonyClientId !== null && (
            <Text size="xs" c="dimmed">
              {labelOf.get(telephonyClientId) ?? 'SMS account'}
            </Text>
          )}
        </div>
      ),
    },
    { header: 'State', kind: 'line', cell: (user) => <State user={user} /> },
    {
      header: 'Last seen',
      kind: 'line',
      cell: ({ lastSeenAt }) => (lastSeenAt ? formatDateTime(lastSeenAt) : '–'),
    },
    { header: 'Second factor', cell: ({ hasSecondFactor }) => (hasSecondFactor ? 'Yes' : 'No') },
  ];
  return <DataTable label="Users" columns={columns} rows={users} keyOf={({ id }) => id} empty={empty} />;
}

function Name({ user }: { user: Person }) {
  const isOwn = user.userName === currentSession()?.userName;
  const details = [fullName(user), user.email].filter((text) => text !== '').join(' · ');
  return (
    <div className={css.name}>
      <Text size="sm" fw={600}>
        {user.userName}
        {isOwn && <span className={css.own}> (you)</span>}
      </Text>
      {details !== '' && (
        <Text size="xs" c="dimmed">
          {details}
        </Text>
      )}
    </div>
  );
}

function State({ user: { state, link, hasPassword } }: { user: Person }) {
  return (
    <>
      <span className={css.state} data-state={state}>
        <span className={css.dot} aria-hidden="true" />
        {userStates[state]}
      </span>
      {state === 'active' && !hasPassword && (
        <Text size="xs" c="dimmed">
          without a password
        </Text>
      )}
      {state === 'invited' && (
        <Text size="xs" c="dimmed">
          {link ? `until ${formatDateTime(link.expiresAt)}` : 'without a link'}
        </Text>
      )}
    </>
  );
}
