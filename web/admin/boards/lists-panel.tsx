import { Anchor, Button, Group, Skeleton, Stack, Text, VisuallyHidden } from '@mantine/core';
import { skipToken } from '@tanstack/react-query';
import type { inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from '../../../server/trpc/app-router.ts';
import { trpc } from '../api/client.ts';
import { DownloadIcon } from '../shell/icons.tsx';
import { Loaded } from '../shell/loaded.tsx';
import { Panel } from '../shell/panel.tsx';
import { DataTable, type TableColumn } from '../tables/data-table.tsx';
import { Archived, type Board, listsOpener } from './board-table.tsx';

interface Props {
  /** The board whose lists are shown; undefined while the panel is closed. */
  board: Board | undefined;
  onClose: () => void;
}

/** 'Lists': each list of a board with its expense report (specification, section 2). */
export function ListsPanel({ board, onClose }: Props) {
  const lists = trpc.boards.lists.useQuery(board ? { boardId: board.trelloId } : skipToken);
  return (
    <Panel title="Lists" isOpen={board !== undefined} onClose={onClose} opener={listsOpener(board?.id)}>
      <Stack gap="md">
        <Text fw={600}>{board?.name}</Text>
        <Loaded query={lists} waiting={<Skeleton h={120} />}>
          {(rows) => (
            <DataTable
              label="Lists of the board"
              columns={columns}
              rows={rows}
              keyOf={({ id }) => id}
              empty="The lists of the board appear here, each with its expense report. The board has none yet: add one in Trello."
            />
          )}
        </Loaded>
        <Text size="xs" c="dimmed">
          Amounts come from a number field named Amount, Cost, Expense or Price, or else from the card’s name, for
          example “$1,234.50”, “1.234,50 €”, “Rs 500” or “-12.00”. Cards without an amount are listed separately.
        </Text>
      </Stack>
    </Panel>
  );
}

type List = inferRouterOutputs<AppRouter>['boards']['lists'][number];

const columns: readonly TableColumn<List>[] = [
  {
    header: 'Name',
    cell: ({ name, isArchived }) => (
      <>
        {name} {isArchived && <Archived />}
      </>
    ),
  },
  { header: 'Export Report', kind: 'action', cell: ({ id, name }) => <Export listId={id} name={name} /> },
];

/** Links, so that the browser saves the file while it downloads. */
function Export({ listId, name }: { listId: string; name: string }) {
  const address = `/api/trello/exportlistexpense?listId=${listId}`;
  return (
    <Group gap="sm" wrap="nowrap">
      <Button component="a" href={address} size="compact-sm" variant="light" leftSection={<DownloadIcon />}>
        Export Report<VisuallyHidden> of {name}</VisuallyHidden>
      </Button>
      <Anchor href={`${address}&format=csv`} size="sm" py={4}>
        CSV<VisuallyHidden> of {name}</VisuallyHidden>
      </Anchor>
    </Group>
  );
}
