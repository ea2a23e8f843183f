import { ActionIcon, Button, Skeleton, Stack, Text, VisuallyHidden } from '@mantine/core';
import { userMay } from '../accounts/store.ts';
import { trpc } from '../api/client.ts';
import { PencilIcon, PlusIcon } from '../shell/icons.tsx';
import { Loaded } from '../shell/loaded.tsx';
import { Panel } from '../shell/panel.tsx';
import { Screen } from '../shell/screen.tsx';
import { usePanels } from '../shell/use-panels.ts';
import { DataTable, type TableColumn } from '../tables/data-table.tsx';
import { CategoryForm } from './category-form.tsx';
import { CategoryLabels } from './category-labels.tsx';
import { NotConnected } from './not-connected.tsx';
import { useSync } from './use-sync.ts';

type Category = { id: number; name: string };

const openerId = (id: number | 'new' | undefined, what: 'edit' | 'labels') => `category-${id}-${what}`;

/** Trello Category (specification, section 2). */
export function BoardCategoriesScreen() {
  const isAdmin = userMay('boards:write');
  const sync = useSync();
  const categories = trpc.boards.categories.useQuery();
  const { open, edit, list, close } = usePanels();
  const find = (id: unknown) => categories.data?.find((category) => category.id === id);
  const edited = find(open.edit);
  const shown = find(open.list);
  const add = isAdmin && (
    <Button id={openerId('new', 'edit')} leftSection={<PlusIcon />} onClick={() => edit('new')}>
      Add
    </Button>
  );

  return (
    <Screen title="Trello Category" actions={add}>
      {sync && !sync.isConnected && <NotConnected isAdmin={isAdmin} />}
      <Loaded query={categories} waiting={<Skeleton h={140} />}>
        {(rows) => <CategoryTable categories={rows} onLabels={list} onEdit={isAdmin ? edit : null} />}
      </Loaded>
      <Panel
        title="Trello Category"
        isOpen={isAdmin && (open.edit === 'new' || edited !== undefined)}
        onClose={() => close()}
        opener={openerId(open.edit, 'edit')}
      >
        <CategoryForm key={open.edit} id={edited?.id ?? null} name={edited?.name ?? ''} onSaved={() => close(true)} />
      </Panel>
      <Panel title="Labels" isOpen={shown !== undefined} onClose={() => close()} opener={openerId(open.list, 'labels')}>
        {shown && (
          <Stack gap="md">
            <Text fw={600}>{shown.name}</Text>
            <CategoryLabels categoryId={shown.id} isAdmin={isAdmin} />
          </Stack>
        )}
      </Panel>
    </Screen>
  );
}

interface TableProps {
  categories: readonly Category[];
  onLabels: (category: number) => void;
  /** Null if the user may not edit. */
  onEdit: ((category: number) => void) | null;
}

function CategoryTable({ categories, onLabels, onEdit }: TableProps) {
  const edit: TableColumn<Category> = {
    header: 'Edit',
    kind: 'action',
    cell: ({ id, name }) => (
      <ActionIcon id={openerId(id, 'edit')} variant="subtle" aria-label={`Edit ${name}`} onClick={() => onEdit?.(id)}>
        <PencilIcon />
      </ActionIcon>
    ),
  };
  const columns: TableColumn<Category>[] = [
    {
      header: 'View Label',
      kind: 'action',
      cell: ({ id, name }) => (
        <Button id={openerId(id, 'labels')} size="compact-sm" variant="light" onClick={() => onLabels(id)}>
          View Label<VisuallyHidden> of {name}</VisuallyHidden>
        </Button>
      ),
    },
    ...(onEdit ? [edit] : []),
    { header: 'Name', cell: ({ name }) => name },
  ];
  return (
    <DataTable
      label="Categories"
      columns={columns}
      rows={categories}
      keyOf={({ id }) => id}
      empty="Categories group the cards of an expense report by their labels. Add the first one."
    />
  );
}
