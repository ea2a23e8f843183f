import { Group, Pagination, Skeleton, Table, Text, UnstyledButton } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { countLimit, pageSize } from '../../../contract/paging.ts';
import { SortIcon } from '../shell/icons.tsx';
import { type Loadable, Loaded } from '../shell/loaded.tsx';
import css from './record-table.module.css';
import { ScrollingTable } from './scrolling-table.tsx';

/** A column; one with `sort` can be sorted by, on the server. */
export interface PagedColumn<Row, Sort extends string = never> {
  header: string;
  cell: (row: Row) => ReactNode;
  sort?: Sort;
  /** Holds a button, so takes no more room than it needs. */
  isAction?: boolean;
}

/** What a list that is paged on the server answers. */
interface Listed<Row> {
  rows: readonly Row[];
  count: number;
  isCountExact: boolean;
}

/** How such a list is sorted. */
export interface PagedSorting<Sort extends string> {
  by: Sort;
  isDescending: boolean;
}

interface Props<Row, Sort extends string> {
  /** What the table is called to a screen reader. */
  label: string;
  /** What one row is called, and several. */
  noun: readonly [one: string, several: string];
  /** Says what appears here while there are no rows. */
  empty: string;
  columns: readonly PagedColumn<Row, Sort>[];
  query: Loadable<Listed<Row>>;
  page: number;
  onPage: (page: number) => void;
  sorting?: PagedSorting<Sort> | undefined;
  /** The column whose highest values come first when it is chosen. */
  newestFirst?: Sort;
  onSort?: (sorting: PagedSorting<Sort>) => void;
}

/** Filters and the page of a list: whoever filters anew starts at the first page. */
export function usePaging<Filters>(none: Filters) {
  const [filters, setFilters] = useState(none);
  const [page, setPage] = useState(1);
  const search = (wanted: Filters) => {
    setFilters(wanted);
    setPage(1);
  };
  return { filters, search, page, setPage };
}

/** One page of a long list that is filtered, sorted and paged on the server. */
export function PagedTable<Row extends { id: number }, Sort extends string = never>(props: Props<Row, Sort>) {
  return (
    <Loaded query={props.query} waiting={<Skeleton h={200} />}>
      {(data) => <PageOfRows {...props} data={data} />}
    </Loaded>
  );
}

function PageOfRows<Row extends { id: number }, Sort extends string>(props: Props<Row, Sort> & { data: Listed<Row> }) {
  const { label, noun, empty, columns, data, page, onPage, sorting } = props;
  if (data.count === 0) {
    return (
      <div className={css.empty}>
        <Text size="sm">{empty}</Text>
      </div>
    );
  }
  const counted = data.isCountExact ? data.count.toLocaleString() : `More than ${countLimit.toLocaleString()}`;
  return (
    <>
      <Group justify="space-between">
        <Text size="sm" c="dimmed" role="status">
          {counted} {noun[data.count === 1 ? 0 : 1]}
        </Text>
        <Pagination
          size="sm"
          value={page}
          onChange={onPage}
          total={Math.ceil(data.count / pageSize)}
          getControlProps={(control) => ({ 'aria-label': `${control} page` })}
        />
      </Group>
      <ScrollingTable label={label}>
        <Table.Thead>
          <Table.Tr>
            {columns.map((column) => (
              <Header key={column.header} column={column} sorting={sorting} {...props} />
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {data.rows.map((row) => (
            <Table.Tr key={row.id}>
              {columns.map(({ header, cell, isAction }) => (
                <Table.Td key={header} className={isAction ? css.action : undefined}>
                  {cell(row)}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </ScrollingTable>
    </>
  );
}

type HeaderProps<Row, Sort extends string> = Pick<Props<Row, Sort>, 'sorting' | 'newestFirst' | 'onSort'> & {
  column: PagedColumn<Row, Sort>;
};

function Header<Row, Sort extends string>({ column, sorting, newestFirst, onSort }: HeaderProps<Row, Sort>) {
  const { header, sort } = column;
  if (sort === undefined || !onSort) return <Table.Th>{header}</Table.Th>;
  const own = sorting?.by === sort ? sorting : undefined;
  const direction = !own ? 'none' : own.isDescending ? 'descending' : 'ascending';
  return (
    <Table.Th aria-sort={direction}>
      <UnstyledButton
        className={css.sort}
        onClick={() => onSort({ by: sort, isDescending: own ? !own.isDescending : sort === newestFirst })}
      >
        {header}
        <SortIcon direction={direction} />
      </UnstyledButton>
    </Table.Th>
  );
}
