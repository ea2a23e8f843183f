import { Anchor, Button, Group, Skeleton, Text, Title } from '@mantine/core';
import { userMay } from '../accounts/store.ts';
import { trpc } from '../api/client.ts';
import { ExternalLink } from '../shell/external-link.tsx';
import { PlusIcon } from '../shell/icons.tsx';
import { Loaded } from '../shell/loaded.tsx';
import { Panel } from '../shell/panel.tsx';
import { usePanels } from '../shell/use-panels.ts';
import { DataTable, type TableColumn } from '../tables/data-table.tsx';
import type { StatusGroup } from './answers.ts';
import { CopyLink } from './copy-link.tsx';
import { GroupPanel } from './group-panel.tsx';
import css from './status.module.css';

/** Groups of the status page in their order. */
export function Groups() {
  const list = trpc.status.groups.useQuery();
  const panels = usePanels();
  const { row } = panels.open;
  const open = list.data?.find(({ id }) => id === row);
  const mayWrite = userMay('health:write');
  const close = (isSaved = false) => panels.row(undefined, isSaved);
  const nextOrder = Math.max(0, ...(list.data ?? []).map(({ displayOrder }) => displayOrder)) + 1;
  const columns: readonly TableColumn<StatusGroup>[] = [
    {
      header: 'Name',
      kind: 'title',
      cell: ({ id, name }) =>
        mayWrite ? (
          <Anchor
            component="button"
            className={css.title}
            id={`group-row-${id}`}
            size="sm"
            fw={600}
            ta="start"
            onClick={() => panels.row(id)}
          >
            {name}
          </Anchor>
        ) : (
          name
        ),
    },
    { header: 'Page', cell: (group) => <Page {...group} /> },
    { header: 'Visible to', cell: ({ isSecret, isShown }) => visibleTo(isSecret, isShown) },
    { header: 'Servers', kind: 'line', cell: ({ servers }) => servers },
  ];
  return (
    <section aria-labelledby="groups">
      <Group justify="space-between" align="flex-end" mt="xl" mb="sm" gap="sm">
        <div>
          <Title order={2} size="h4" id="groups">
            Groups
          </Title>
          <Text size="sm" c="dimmed" maw="44rem">
            Each group has a page of its own. The settings of a server choose its group.
          </Text>
        </div>
        {mayWrite && (
          <Button variant="default" leftSection={<PlusIcon />} id="new-group" onClick={() => panels.row('new')}>
            New group
          </Button>
        )}
      </Group>
      <Loaded query={list} waiting={<Skeleton h={120} />}>
        {(groups) => (
          <DataTable
            label="Groups of the status page"
            columns={columns}
            rows={groups}
            keyOf={({ id }) => id}
            empty="There are no groups yet. The status page is one list of servers."
          />
        )}
      </Loaded>
      {mayWrite && (
        <Panel
          title={open?.name ?? 'New group'}
          isOpen={row === 'new' || open !== undefined}
          opener={row === 'new' ? 'new-group' : `group-row-${row}`}
          onClose={() => close()}
        >
          <GroupPanel key={row} group={open} nextOrder={nextOrder} onDone={() => close(true)} />
        </Panel>
      )}
    </section>
  );
}

function Page({ name, slug, url, isSecret }: StatusGroup) {
  if (url === null) return <Text size="sm">Behind a secret link</Text>;
  if (!isSecret) return <ExternalLink href={`/status/${slug}`} label={`/status/${slug}`} />;
  return (
    <Group gap="sm">
      <ExternalLink href={new URL(url).pathname} label={`/status/${slug}/…`} />
      <CopyLink key={url} url={url} label={`Copy the link of ${name}`} />
    </Group>
  );
}

function visibleTo(isSecret: boolean, isShown: boolean): string {
  if (isSecret) return 'People with the link';
  return isShown ? 'Everybody, also on /status' : 'Everybody, on its own page';
}
