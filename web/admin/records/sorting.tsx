import { Table, UnstyledButton } from '@mantine/core';
import { SortIcon } from '../shell/icons.tsx';
import type { Level, Row } from './level.ts';
import css from './record-table.module.css';

/** Which column a table is sorted by. */
export interface Sorting {
  column: string;
  isDescending: boolean;
}

/** Rows by the sorted column, or in their own order. */
export function sortRows(rows: readonly Row[], level: Level, sorting: Sorting | null): readonly Row[] {
  const compare = level.columns.find((column) => column.name === sorting?.column)?.compare;
  if (!sorting || !compare) return rows;
  const sorted = rows.toSorted((a, b) => compare(a[sorting.column], b[sorting.column]));
  return sorting.isDescending ? sorted.reverse() : sorted;
}

interface Props {
  column: Level['columns'][number];
  sorting: Sorting | null;
  onSort: (sorting: Sorting | null) => void;
}

/** Header of a column: a click sorts upwards, the next downwards, the third gives the rows' own order back. */
export function SortHeader({ column: { name, header, compare }, sorting, onSort }: Props) {
  if (!compare) return <Table.Th>{header}</Table.Th>;
  const own = sorting?.column === name ? sorting : null;
  const next =
    own === null ? { column: name, isDescending: false } : own.isDescending ? null : { ...own, isDescending: true };
  const direction = own === null ? 'none' : own.isDescending ? 'descending' : 'ascending';
  return (
    <Table.Th aria-sort={direction}>
      <UnstyledButton className={css.sort} onClick={() => onSort(next)}>
        {header}
        <SortIcon direction={direction} />
      </UnstyledButton>
    </Table.Th>
  );
}
