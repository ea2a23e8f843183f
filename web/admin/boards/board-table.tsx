import { Badge, Button, Text, VisuallyHidden } from '@mantine/core';
import type { inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from '../../../server/trpc/app-router.ts';
import { ExternalLink } from '../shell/external-link.tsx';
import { formatDateTime } from '../shell/time.ts';
import { DataTable, type TableColumn } from '../tables/data-table.tsx';

export type Board = inferRouterOutputs<AppRouter>['boards']['list'][number];

/** Id of the button that opens a board's lists. */
export function listsOpener(board: number | undefined): string {
  return `board-${board}-lists`;
}

/** Id of the button that opens a board's sharing. */
export function shareOpener(board: number | 'new' | undefined): string {
  return `board-${board}-share`;
}

interface Props {
  boards: readonly Board[];
  onOpen: (board: number) => void;
  /** Opens the sharing of a board; null for users who may not share. */
  onShare: ((board: number) => void) | null;
}

/** Trello Detail's table (specification, section 2: View Lists, Name, Description, Go To Board), and sharing for Admins. */
export function BoardTable({ boards, onOpen, onShare }: Props) {
  const share: TableColumn<Board> = {
    header: 'Sharing',
    kind: 'line',
    cell: ({ id, name, sharedWith }) => {
      const text = sharingText(sharedWith.length);
      return (
        <Button
          id={shareOpener(id)}
          aria-label={`${text}: share ${name}`}
          size="compact-sm"
          variant="light"
          onClick={() => onShare?.(id)}
        >
          {text}
        </Button>
      );
    },
  };
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
      cell: ({ name, isArchived, problem, readAt }) => (
        <>
          {name} {isArchived && <Archived />}
          {problem && (
            <Text size="xs" c="var(--mantine-color-error)" miw={{ sm: '12rem' }} maw="24rem">
              {problem} {readAt ? `Shown as read ${formatDateTime(readAt)}.` : 'Never read so far.'}
            </Text>
          )}
        </>
      ),
    },
    {
      header: 'Description',
      cell: ({ description }) =>
        description !== '' && (
          <Text size="sm" lineClamp={2} maw="30rem" title={description}>
            {description}
          </Text>
        ),
    },
    {
      header: 'Go To Board',
      kind: 'line',
      cell: ({ name, url }) =>
        url !== '' && (
          <ExternalLink href={url} label="Go To Board">
            <VisuallyHidden> {name}</VisuallyHidden>
          </ExternalLink>
        ),
    },
    ...(onShare ? [share] : []),
  ];
  return (
    <DataTable
      label="Boards"
      columns={columns}
      rows={boards}
      keyOf={({ id }) => id}
      empty={
        onShare
          ? 'There are no boards yet. They appear here after the first sync with Trello.'
          : 'No board is shared with you yet. Ask an administrator to share the boards that you need.'
      }
    />
  );
}

function sharingText(clients: number): string {
  if (clients === 0) return 'Not shared';
  return clients === 1 ? '1 client' : `${clients} clients`;
}

/** Marks a board or list that is archived in Trello. */
export function Archived() {
  return (
    <Badge size="sm" variant="default" ms={6} miw="max-content">
      Archived
    </Badge>
  );
}
