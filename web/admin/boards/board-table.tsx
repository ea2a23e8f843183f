import { Badge, Button, Text, VisuallyHidden } from '@mantine/core';
import type { inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from '../../../server/trpc/app-router.ts';
import { ExternalLink } from '../shell/external-link.tsx';
import { DataTable, type TableColumn } from '../tables/data-table.tsx';

export type Board = inferRouterOutputs<AppRouter>['boards']['list'][number];

/** Id of the button that opens a board's lists. */
export function listsOpener(board: number | undefined): string {
  return `board-${board}-lists`;
}

/** Trello Detail's table (specification, section 2: View Lists, Name, Description, Go To Board). */
export function BoardTable({ boards, onOpen }: { boards: readonly Board[]; onOpen: (board: number) => void }) {
  const columns: TableColumn<Board>[] = [
    {
      header: 'View Lists',
      kind: 'action',
      cell: ({ id, name }) => (
        <Button id={listsOpener(id)} size="compact-sm" variant="light" onClick={() => onOpen(id)}>
          View Lists<VisuallyHidden> of {name}</VisuallyHidden>
        </Button>
      ),
    },
    {
      header: 'Name',
      cell: ({ name, isArchived }) => (
        <>
          {name} {isArchived && <Archived />}
        </>
      ),
    },
    {
      header: 'Description',
      cell: ({ description }) => (
        <Text size="sm" lineClamp={2} maw="30rem" title={description}>
          {description}
        </Text>
      ),
    },
    {
      header: 'Go To Board',
      kind: 'action',
      cell: ({ name, url }) =>
        url !== '' && (
          <ExternalLink href={url} label="Go To Board">
            <VisuallyHidden> {name}</VisuallyHidden>
          </ExternalLink>
        ),
    },
  ];
  return (
    <DataTable
      label="Boards"
      columns={columns}
      rows={boards}
      keyOf={({ id }) => id}
      empty="There are no boards yet. They appear here after the first sync with Trello."
    />
  );
}

/** Marks a board or list that is archived in Trello. */
export function Archived() {
  return (
    <Badge size="sm" variant="default" ms={6}>
      Archived
    </Badge>
  );
}
