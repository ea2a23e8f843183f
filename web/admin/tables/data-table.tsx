import { Skeleton, Table, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { Fragment, type ReactNode } from 'react';
import { EmptyState } from '../shell/empty-state.tsx';
import { SortIcon } from '../shell/icons.tsx';
import css from './data-table.module.css';
import { SortSelect } from './sort-select.tsx';

/** One column of a table; `Key` names the columns the table can be sorted by. */
export interface TableColumn<Row, Key extends string = never> {
  header: string;
  cell: (row: Row) => ReactNode;
  /** Makes the header a button that sorts by the column. */
  sortKey?: Key | undefined;
  /**
   * `action`: as narrow as its button. `handle`: the same, with a header for screen readers only. `line`: never wraps.
   * `number`: the same, with digits below each other. `title`: names the row, on top of its card on a phone; by default the
   * first column that is no action.
   */
  kind?: 'action' | 'handle' | 'line' | 'number' | 'title';
}

/** The column a table is sorted by. */
export interface Sorting<Key extends string> {
  by: Key;
  isDescending: boolean;
}

interface Props<Row, Key extends string> {
  /** Name of the table for screen readers. */
  label: string;
  columns: readonly TableColumn<Row, Key>[];
  rows: readonly Row[];
  /** React key of a row. */
  keyOf: (row: Row) => string | number;
  /** Shown instead of a table without rows. */
  empty?: ReactNode;
  sorting?: Sorting<Key> | null | undefined;
  onSort?: ((by: Key) => void) | undefined;
  /** Draws skeletons instead of rows. */
  isLoading?: boolean;
  /** Limits the height, so that a form above the table stays in sight. */
  isLow?: boolean;
  className?: string | undefined;
  /** The group of a row; a heading stands above the first row of each group. */
  groupOf?: ((row: Row) => { key: string | number; heading: ReactNode }) | undefined;
  /** Wraps a row's cells; a plain table row by default. */
  renderRow?: (row: Row, cells: ReactNode) => ReactNode;
}

/** Windows in which each row is a card, as in data-table.module.css. */
const phone = '(max-width: 37.5em)';

/** Tables with more columns have less space between them. */
const maxAiryColumns = 8;

/** Headers with more characters wrap, but not after each word. */
const maxShortHeader = 18;

/** A table in a scrolling region that the keyboard reaches; on a phone each row is a card. */
export function DataTable<Row, Key extends string = never>(props: Props<Row, Key>) {
  const { label, columns, rows, keyOf, empty, isLoading = false, isLow = false, className = '' } = props;
  const { groupOf, sorting, onSort, renderRow = (_row, cells) => <Table.Tr role="row">{cells}</Table.Tr> } = props;
  const isPhone = useMediaQuery(phone, false, { getInitialValueInEffect: false });
  if (rows.length === 0 && !isLoading && empty !== undefined) return <EmptyState>{empty}</EmptyState>;
  const title = columns.find(({ kind }) => kind === 'title') ?? columns.find(({ kind }) => !kind || kind === 'line');
  const table = (
    <section
      className={`${css.scroll} ${className}`}
      data-low={isLow || undefined}
      data-dense={columns.length > maxAiryColumns || undefined}
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling element must be reachable by keyboard
      tabIndex={0}
    >
      {/* The roles stay where the cards' style takes them away. */}
      <Table verticalSpacing="xs" highlightOnHover stickyHeader role="table">
        <Table.Thead role="rowgroup">
          <Table.Tr role="row">
            {columns.map((column) => (
              // The headers of cards are out of sight: no focus may go there.
              <Header
                key={column.header}
                column={column}
                sorting={sorting ?? null}
                onSort={isPhone ? undefined : onSort}
              />
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody role="rowgroup" aria-busy={isLoading}>
          {isLoading && <LoadingRows columns={columns.length} />}
          {rows.map((row, place) => (
            <Fragment key={keyOf(row)}>
              {groupOf && (
                <GroupHeading
                  group={groupOf(row)}
                  before={rows[place - 1]}
                  groupOf={groupOf}
                  columns={columns.length}
                />
              )}
              {renderRow(
                row,
                columns.map((column) => (
                  <Cell key={column.header} column={column} row={row} isTitle={column === title} />
                )),
              )}
            </Fragment>
          ))}
        </Table.Tbody>
      </Table>
    </section>
  );
  const sortable = columns.flatMap(({ header, sortKey }) => (sortKey === undefined ? [] : [{ header, sortKey }]));
  if (!isPhone || !onSort || sortable.length === 0) return table;
  const isDescending = sorting?.isDescending ?? false;
  return (
    <div>
      <SortSelect label={label} choices={sortable} by={sorting?.by} isDescending={isDescending} onSort={onSort} />
      {table}
    </div>
  );
}

interface CellProps<Row, Key extends string> {
  column: TableColumn<Row, Key>;
  row: Row;
  isTitle: boolean;
}

function Cell<Row, Key extends string>({ column: { header, kind, cell }, row, isTitle }: CellProps<Row, Key>) {
  return (
    <Table.Td role="cell" className={kind && css[kind]} data-title={isTitle || undefined} data-header={header}>
      {cell(row)}
    </Table.Td>
  );
}

interface GroupHeadingProps<Row> {
  group: { key: string | number; heading: ReactNode };
  before: Row | undefined;
  groupOf: (row: Row) => { key: string | number };
  columns: number;
}

/** The heading of a group above its first row. */
function GroupHeading<Row>({ group, before, groupOf, columns }: GroupHeadingProps<Row>) {
  if (before !== undefined && groupOf(before).key === group.key) return null;
  return (
    <Table.Tr role="row" className={css.group}>
      <Table.Td role="rowheader" colSpan={columns} data-title>
        {group.heading}
      </Table.Td>
    </Table.Tr>
  );
}

interface HeaderProps<Row, Key extends string> {
  column: TableColumn<Row, Key>;
  sorting: Sorting<Key> | null;
  onSort: ((by: Key) => void) | undefined;
}

function Header<Row, Key extends string>({ column, sorting, onSort }: HeaderProps<Row, Key>) {
  const { header, kind, sortKey } = column;
  if (kind === 'handle') {
    return (
      <Table.Th role="columnheader" className={css.handle}>
        <VisuallyHidden>{header}</VisuallyHidden>
      </Table.Th>
    );
  }
  const className = [kind === 'number' && css.number, header.length > maxShortHeader && css.long]
    .filter(Boolean)
    .join(' ');
  if (sortKey === undefined || !onSort)
    return (
      <Table.Th role="columnheader" className={className}>
        {header}
      </Table.Th>
    );
  const direction = sorting?.by !== sortKey ? 'none' : sorting.isDescending ? 'descending' : 'ascending';
  return (
    <Table.Th role="columnheader" aria-sort={direction} className={className}>
      <UnstyledButton className={css.sort} onClick={() => onSort(sortKey)}>
        {header}
        <SortIcon direction={direction} />
      </UnstyledButton>
    </Table.Th>
  );
}

function LoadingRows({ columns }: { columns: number }) {
  return ['first', 'second', 'third'].map((row) => (
    <Table.Tr key={row} role="row">
      <Table.Td role="cell" colSpan={columns} data-title>
        <Skeleton h={28} />
      </Table.Td>
    </Table.Tr>
  ));
}
