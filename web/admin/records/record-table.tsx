import { Button, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { ReleaseMark, useReleaseMarks } from '../releases/release-marks.tsx';
// Delete asks, also without a connection.
import '../shell/confirm-dialog.tsx';
import { Loaded } from '../shell/loaded.tsx';
import { DataTable, type Sorting, type TableColumn } from '../tables/data-table.tsx';
import type { RowAction } from './actions.tsx';
import { ColumnCell } from './column-cell.tsx';
import { useReorder, useRows } from './record-queries.ts';
import type { RecordView, Row } from './record-view.ts';
import { DragHandle, SortableRow, SortableRows } from './sortable-rows.tsx';

interface Props {
  view: RecordView;
  parentId?: number | undefined;
  actions: readonly RowAction[];
  /** Name of the table for screen readers. */
  label: string;
  /** Shown instead of a table without rows. */
  empty: ReactNode;
  /** Id of the row that the form beside the table edits. */
  current?: number | undefined;
  /** Id of the row that was just saved. */
  saved?: number | undefined;
  /** Limits the height below a form (specification, section 9: table bodies of 200 to 270 px). */
  isLow?: boolean;
}

/** Rows of a record: action columns, then the declared ones; sorted by a column, or in the page's order and movable. */
export default function RecordTable({ view, parentId, actions, label, empty, current, saved, isLow = false }: Props) {
  const query = useRows(view, parentId);
  const { rows: ordered, move } = useReorder(view, parentId, query.data ?? []);
  const marks = useReleaseMarks(view);
  const [sorting, setSorting] = useState<Sorting<string> | null>(null);

  const rows = sortRows(ordered, view, sorting);
  const isMovable = rows.length > 1;
  const handle: TableColumn<Row, string> = {
    header: 'Move',
    kind: 'handle',
    cell: (row) => <DragHandle id={row.id} name={view.title(row)} isDisabled={sorting !== null} />,
  };
  const table = {
    label,
    columns: [...(isMovable ? [handle] : []), ...columnsOf(view, actions, marks, current)],
    keyOf: (row: Row) => row.id,
    isLow,
  };

  return (
    <Loaded query={query} waiting={<DataTable {...table} rows={[]} isLoading />}>
      {() => (
        <SortableRows rows={rows} titleOf={view.title} onMove={move}>
          <DataTable
            {...table}
            rows={rows}
            empty={empty}
            sorting={sorting}
            onSort={(by) => setSorting(nextSorting(sorting, by))}
            renderRow={(row, cells) => (
              <SortableRow id={row.id} isCurrent={row.id === current} isSaved={row.id === saved}>
                {cells}
              </SortableRow>
            )}
          />
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
      )}
    </Loaded>
  );
}

function columnsOf(
  view: RecordView,
  actions: readonly RowAction[],
  marks: ReturnType<typeof useReleaseMarks>,
  current: number | undefined,
): TableColumn<Row, string>[] {
  return [
    ...actions.map(({ header, Cell }): TableColumn<Row, string> => {
      return { header, kind: 'action', cell: (row) => <Cell view={view} row={row} /> };
    }),
    ...view.columns.map(
      (column, place): TableColumn<Row, string> => ({
        header: column.header,
        sortKey: column.compare ? column.name : undefined,
        ...(column.kind === 'title' && { kind: 'title' }),
        cell: (row) => (
          <>
            <ColumnCell view={view} row={row} column={column} isInForm={row.id === current} />
            {place === 0 && <ReleaseMark mark={marks.get(row.id)} />}
          </>
        ),
      }),
    ),
  ];
}

/** A first click on a header sorts upwards, the second downwards, the third restores the page's order. */
function nextSorting(sorting: Sorting<string> | null, by: string): Sorting<string> | null {
  if (sorting?.by !== by) return { by, isDescending: false };
  return sorting.isDescending ? null : { by, isDescending: true };
}

function sortRows(rows: readonly Row[], view: RecordView, sorting: Sorting<string> | null): readonly Row[] {
  const compare = view.columns.find((column) => column.name === sorting?.by)?.compare;
  if (!sorting || !compare) return rows;
  const sorted = rows.toSorted((a, b) => compare(a[sorting.by], b[sorting.by]));
  return sorting.isDescending ? sorted.reverse() : sorted;
}
