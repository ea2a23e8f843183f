import { Button, Group, Skeleton, TextInput } from '@mantine/core';
import { useState } from 'react';
import { SignInRulesButton } from '../accounts/sign-in-rules.tsx';
import { trpc } from '../api/client.ts';
import { PlusIcon } from '../shell/icons.tsx';
import { Loaded } from '../shell/loaded.tsx';
import { Panel } from '../shell/panel.tsx';
import { Screen } from '../shell/screen.tsx';
import { usePanels } from '../shell/use-panels.ts';
import { fullName, type Person } from './answers.ts';
import { InvitePanel } from './invite-panel.tsx';
import { PersonPanel } from './person-panel.tsx';
import { openerOf, UserTable } from './user-table.tsx';

/** From this number of users on the list has a search. */
const minSearched = 11;

/** Users: who signs in, with which role. */
export function UsersScreen() {
  const list = trpc.users.list.useQuery();
  const { open, edit, close } = usePanels();
  const [search, setSearch] = useState('');
  const [pending, setPending] = useState('');
  const edited = list.data?.users.find(({ id }) => id === open.edit);
  const isMailOn = list.data?.isMailOn ?? false;
  const add = (
    <Button id={openerOf('new')} leftSection={<PlusIcon />} onClick={() => edit('new')}>
      Invite
    </Button>
  );
  return (
    <Screen
      title="Users"
      actions={
        <Group gap="sm">
          <SignInRulesButton />
          {add}
        </Group>
      }
    >
      <Loaded query={list} waiting={<Skeleton h={140} />}>
        {({ users }) => (
          <>
            {users.length >= minSearched && (
              <TextInput
                type="search"
                label="Search"
                description="In user names, names and e-mail addresses"
                maw={360}
                autoComplete="off"
                value={search}
                onChange={(event) => setSearch(event.currentTarget.value)}
              />
            )}
            <UserTable
              users={users.filter((user) => users.length < minSearched || matches(user, search))}
              empty={
                search === ''
                  ? 'There are no users yet. Invite the people who work on the page, the servers and the boards.'
                  : `No user matches “${search}”.`
              }
              onEdit={edit}
            />
          </>
        )}
      </Loaded>
      <Panel title="Invite a user" isOpen={open.edit === 'new'} onClose={() => close()} opener={openerOf('new')}>
        <InvitePanel
          key={pending}
          isMailOn={isMailOn}
          onAgain={() => setPending(String(Date.now()))}
          onDone={() => close(true)}
        />
      </Panel>
      <Panel
        title={edited?.userName ?? 'User'}
        isOpen={edited !== undefined}
        onClose={() => close()}
        opener={openerOf(open.edit)}
      >
        {edited && <PersonPanel key={edited.id} person={edited} isMailOn={isMailOn} onDeleted={() => close(true)} />}
      </Panel>
    </Screen>
  );
}

/** True if every word of the search begins or continues a name or the address. */
function matches(user: Person, search: string): boolean {
  const text = `${user.userName} ${fullName(user)} ${user.email}`.toLowerCase();
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}
