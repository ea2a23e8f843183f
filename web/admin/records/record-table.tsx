import { Button, Skeleton, Table, Text, VisuallyHidden } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { hasFailed, LoadFailure } from '../shell/loaded.tsx';
import type { RowAction } from './actions.tsx';
import type { Level, Row } from './level.ts';
import css from './record-table.module.css';
import { useReorder, useRows } from './rows.ts';
import { ScrollingTable } from './scrolling-table.tsx';
import { DragHandle, SortableRow, SortableRows } from './sortable-rows.tsx';
import { SortHeader, type Sorting, sortRows } from './sorting.tsx';

interface Props {
  level: Level;
  parentId?: number | undefined;
  actions: readonly RowAction[];
  /** What the table is called to a screen reader. */
  label: string;
  /** Says what to do while there are no rows. */
  empty: ReactNode;
  /** The row loaded in a form. */
  current?: number | undefined;
  /** Scrolls inside a panel (specification, section 9: table bodies of 200 to 270 px). */
  isInPanel?: boolean;
}

/** Rows of a record: action columns, then the declared ones; sorted by a column, or in their own order and movable. */
export function RecordTable({ level, parentId, actions, label, empty, current, isInPanel = false }: Props) {
  const query = useRows(level, parentId);
  const { data, isPending } = query;
  const { rows: ordered, move } = useReorder(level, parentId, data ?? []);
  const [sorting, setSorting] = useState<Sorting | null>(null);

  if (hasFailed(query)) return <LoadFailure query={query} />;
  if (data?.length === 0) return <div className={css.empty}>{empty}</div>;

  const rows = sortRows(ordered, level, sorting);
  const isMovable = rows.length > 1;
  const cells = (row: Row) => (
    <>
      {actions.map(({ header, Cell }) => (
        <Table.Td key={header} className={css.action}>
          <Cell level={level} row={row} />
        </Table.Td>
      ))}
      {level.columns.map(({ name, Cell }) => (
        <Table.Td key={name}>
          <Cell value={row[name]} />
        </Table.Td>
      ))}
    </>
  );

  return (
    <SortableRows rows={rows} titleOf={level.title} onMove={move}>
      <ScrollingTable label={label} isInPanel={isInPanel}>
        <Table.Thead>
          <Table.Tr>
            {isMovable && (
              <Table.Th className={css.handle}>
                <VisuallyHidden>Move</VisuallyHidden>
              </Table.Th>
            )}
            {actions.map(({ header }) => (
              <Table.Th key={header}>{header}</Table.Th>
            ))}
            {level.columns.map((column) => (
              <SortHeader key={column.name} column={column} sorting={sorting} onSort={setSorting} />
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody aria-busy={isPending}>
          {isPending && <Waiting columns={actions.length + level.columns.length} />}
          {rows.map((row) => (
            <SortableRow key={row.id} id={row.id} isCurrent={row.id === current}>
              {isMovable && (
                <Table.Td className={css.handle}>
                  <DragHandle id={row.id} name={level.title(row)} isDisabled={sorting !== null} />
                </Table.Td>
              )}
              {cells(row)}
            </SortableRow>
          ))}
        </Table.Tbody>
      </ScrollingTable>
      {sorting && isMovable && (
        <Text size="xs" c="dimmed" mt={6}>
          Sorted by a column.{' '}
          <Button variant="transparent" size="compact-xs" px={0} onClick={() => setSorting(null)}>
            Show the page’s order
          </Button>{' '}
          to move rows.
        </Text>
      )}
    </SortableRows>
  );
}

function Waiting({ columns }: { columns: number }) {
  return ['first', 'second', 'third'].map((row) => (
    <Table.Tr key={row}>
      <Table.Td colSpan={columns}>
        <Skeleton h={28} />
      </Table.Td>
    </Table.Tr>
  ));
}
