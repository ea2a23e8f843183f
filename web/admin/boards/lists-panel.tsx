import { Anchor, Button, Group, Skeleton, Stack, Table, Text, VisuallyHidden } from '@mantine/core';
import { skipToken } from '@tanstack/react-query';
import type { inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from '../../../server/trpc/app-router.ts';
import { trpc } from '../api/client.ts';
import { Panel } from '../records/panel.tsx';
import css from '../records/record-table.module.css';
import { DownloadIcon } from '../shell/icons.tsx';
import { Loaded } from '../shell/loaded.tsx';
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
          {(rows) => <ListTable lists={rows} />}
        </Loaded>
        <Text size="xs" c="dimmed">
          Amounts come from a number field named Amount, Cost, Expense or Price, else from the card’s name, such as
          “$1,234.50”, “1.234,50 €”, “Rs 500” or “-12.00”. Cards without an amount are listed apart.
        </Text>
      </Stack>
    </Panel>
  );
}

function ListTable({ lists }: { lists: inferRouterOutputs<AppRouter>['boards']['lists'] }) {
  if (lists.length === 0) return <Text size="sm">This board has no lists.</Text>;
  return (
    <div className={css.scroll}>
      <Table verticalSpacing="xs">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Name</Table.Th>
            <Table.Th>Export Report</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {lists.map(({ id, name, isArchived }) => (
            <Table.Tr key={id}>
              <Table.Td>
                {name} {isArchived && <Archived />}
              </Table.Td>
              <Table.Td className={css.action}>
                <Export listId={id} name={name} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}

/** A link and not a call, so that the browser saves the file while it comes in. */
function Export({ listId, name }: { listId: string; name: string }) {
  const address = `/api/trello/exportlistexpense?listId=${listId}`;
  return (
    <Group gap="sm" wrap="nowrap">
      <Button component="a" href={address} size="compact-sm" variant="light" leftSection={<DownloadIcon />}>
        Export Report<VisuallyHidden> of {name}</VisuallyHidden>
      </Button>
      <Anchor href={`${address}&format=csv`} size="sm">
        CSV<VisuallyHidden> of {name}</VisuallyHidden>
      </Anchor>
    </Group>
  );
}
