import { Anchor, Button, Text } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { PlusIcon, WarningIcon } from '../shell/icons.tsx';
import { Loaded } from '../shell/loaded.tsx';
import { Screen } from '../shell/screen.tsx';
import { usePanels } from '../shell/use-panels.ts';
import { DataTable, type TableColumn } from '../tables/data-table.tsx';
import type { ListedRelease } from './answers.ts';
import NewRelease from './new-release.tsx';
import css from './releases.module.css';
import { StateBadge } from './state-badge.tsx';
import { useReleases } from './use-releases.ts';
import { countOfChanges } from './words.ts';

/** Releases: named sets of changes that visitors do not see until they are published. */
export function ReleasesScreen() {
  const list = useReleases();
  const navigate = useNavigate();
  const [isNaming, setNaming] = useState(false);
  const { edit } = usePanels().open;
  // An address can ask for a new release; the dialog itself is not part of the address.
  useEffect(() => {
    if (edit !== 'new') return;
    setNaming(true);
    void navigate({ to: '.', search: {}, replace: true });
  }, [edit, navigate]);
  const add = (
    <Button leftSection={<PlusIcon />} onClick={() => setNaming(true)}>
      New release
    </Button>
  );
  const table = { label: 'Releases', columns, keyOf: ({ id }: ListedRelease) => id };
  return (
    <Screen title="Releases" actions={list.data?.length ? add : undefined}>
      <Loaded query={list} waiting={<DataTable {...table} rows={[]} isLoading />}>
        {(releases) => <DataTable {...table} rows={releases} empty={<Empty>{add}</Empty>} />}
      </Loaded>
      <NewRelease
        isOpen={isNaming}
        onClose={() => setNaming(false)}
        onCreated={({ id }) => navigate({ to: `/admin/releases/${id}` })}
      />
    </Screen>
  );
}

function Empty({ children }: { children: ReactNode }) {
  return (
    <>
      <Text size="sm" maw="34rem" mx="auto" mb="md">
        A release collects changes of the page, like those of a spring offer. Visitors see none of them until you
        publish it, at once or at a time that you choose. Until then you can try everything in a preview.
      </Text>
      {children}
    </>
  );
}

const columns: readonly TableColumn<ListedRelease>[] = [
  {
    header: 'Name',
    cell: ({ id, name, problem }) => (
      <>
        <Anchor component={Link} to={`/admin/releases/${id}`} size="sm" fw={600} className={css.name}>
          {name}
        </Anchor>
        {problem !== '' && (
          <Text size="xs" className={css.problem}>
            <WarningIcon /> Not published: {problem}
          </Text>
        )}
      </>
    ),
  },
  { header: 'State', cell: (release) => <StateBadge release={release} /> },
  { header: 'Changes', kind: 'line', cell: ({ changes }) => countOfChanges(changes) },
  { header: 'Author', cell: ({ userName }) => userName },
];
