import { Group, Skeleton, Stack, Text } from '@mantine/core';
import { skipToken } from '@tanstack/react-query';
import type { inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from '../../../server/trpc/app-router.ts';
import { trpc } from '../api/client.ts';
import { Loaded } from '../shell/loaded.tsx';
import { Panel } from '../shell/panel.tsx';
import { DataTable, type TableColumn } from '../tables/data-table.tsx';
import { Archived, type Board, listsOpener } from './board-table.tsx';
import type { Choices } from './report-choices.ts';
import { ReportLinks } from './report-links.tsx';
import { ReportOptions } from './report-options.tsx';

interface Props {
  /** The board whose lists are shown; undefined while the panel is closed. */
  board: Board | undefined;
  choices: Choices;
  onChange: (choices: Choices) => void;
  onClose: () => void;
}

/** 'Lists': each list of a board with its expense report (specification, section 2). */
export function ListsPanel({ board, choices, onChange, onClose }: Props) {
  const lists = trpc.boards.lists.useQuery(board ? { boardId: board.trelloId } : skipToken);
  return (
    <Panel title="Lists" isOpen={board !== undefined} onClose={onClose} opener={listsOpener(board?.id)}>
      <Stack gap="md">
        <Text fw={600}>{board?.name}</Text>
        <ReportOptions choices={choices} onChange={onChange} />
        {board && (
          <Group justify="space-between" gap="sm">
            <Text size="sm">All lists of the board</Text>
            <ReportLinks of={{ boardId: board.trelloId }} name="the board" choices={choices} />
          </Group>
        )}
        <Loaded query={lists} waiting={<Skeleton h={120} />}>
          {(rows) => (
            <DataTable
              label="Lists of the board"
              columns={columnsWith(choices)}
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

const columnsWith = (choices: Choices): readonly TableColumn<List>[] => [
  {
    header: 'Name',
    cell: ({ name, isArchived }) => (
      <>
        {name} {isArchived && <Archived />}
      </>
    ),
  },
  {
    header: 'Export Report',
    kind: 'action',
    cell: ({ id, name }) => <ReportLinks of={{ listId: id }} name={name} choices={choices} />,
  },
];
