import { Anchor, Badge, Button, Table, Text, VisuallyHidden } from '@mantine/core';
import type { inferRouterOutputs } from '@trpc/server';
import type { ReactNode } from 'react';
import type { AppRouter } from '../../../server/trpc/app-router.ts';
import css from '../records/record-table.module.css';
import { PlainTable } from '../records/scrolling-table.tsx';
import { ExternalIcon } from '../shell/icons.tsx';
import screen from '../shell/screen.module.css';

export type Board = inferRouterOutputs<AppRouter>['boards']['list'][number];

interface Props {
  boards: readonly Board[];
  /** What stands in place of an empty table. */
  empty: ReactNode;
  onOpen: (board: number) => void;
}

/** Id of the button that opens a board's lists. */
export function listsOpener(board: number | undefined): string {
  return `board-${board}-lists`;
}

/** Trello Detail's table (specification, section 2: View Lists, Name, Description, Go To Board). */
export function BoardTable({ boards, empty, onOpen }: Props) {
  if (boards.length === 0) return <div className={css.empty}>{empty}</div>;
  return (
    <PlainTable label="Boards" headers={['View Lists', 'Name', 'Description', 'Go To Board']}>
      {boards.map((board) => (
        <Row key={board.id} board={board} onOpen={onOpen} />
      ))}
    </PlainTable>
  );
}

function Row({ board, onOpen }: { board: Board; onOpen: Props['onOpen'] }) {
  const { id, name, description, url, isArchived } = board;
  return (
    <Table.Tr>
      <Table.Td className={css.action}>
        <Button id={listsOpener(id)} size="compact-sm" variant="light" onClick={() => onOpen(id)}>
          View Lists<VisuallyHidden> of {name}</VisuallyHidden>
        </Button>
      </Table.Td>
      <Table.Td>
        {name} {isArchived && <Archived />}
      </Table.Td>
      <Table.Td>
        <Text size="sm" lineClamp={2} maw="30rem" title={description}>
          {description}
        </Text>
      </Table.Td>
      <Table.Td className={css.action}>
        {url !== '' && (
          <Anchor href={url} target="_blank" rel="noopener" size="sm" className={screen.onPage}>
            Go To Board <ExternalIcon />
            <VisuallyHidden> {name}</VisuallyHidden>
          </Anchor>
        )}
      </Table.Td>
    </Table.Tr>
  );
}

/** Marks what is archived in Trello. */
export function Archived() {
  return (
    <Badge size="sm" variant="default" ms={6}>
      Archived
    </Badge>
  );
}
