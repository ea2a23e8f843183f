import { Skeleton } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { type Loadable, Loaded } from '../shell/loaded.tsx';
import { DataTable, type Sorting, type TableColumn } from './data-table.tsx';
import { ListPager } from './list-pager.tsx';

/** One page of a list as the server answers it. */
interface Listed<Row> {
  rows: readonly Row[];
  count: number;
  isCountExact: boolean;
}

interface Props<Row, Key extends string> {
  /** Name of the table for screen readers. */
  label: string;
  /** Noun for one row and for several. */
  noun: readonly [one: string, several: string];
  /** Shown instead of a table without rows. */
  empty: ReactNode;
  columns: readonly TableColumn<Row, Key>[];
  query: Loadable<Listed<Row>>;
  page: number;
  onPage: (page: number) => void;
  sorting?: Sorting<Key>;
  /** The column that sorts in descending order first. */
  newestFirst?: Key;
  onSort?: (sorting: Sorting<Key>) => void;
}

/** Filters and page number of a list; new filters start at the first page. */
export function usePaging<Filters>(none: Filters) {
  const [filters, setFilters] = useState(none);
  const [page, setPage] = useState(1);
  const search = (next: Filters) => {
    setFilters(next);
    setPage(1);
  };
  return { filters, search, page, setPage };
}

/** One page of a long list that the server filters, sorts and pages. */
export function PagedTable<Row extends { id: number }, Key extends string = never>(props: Props<Row, Key>) {
  const { label, noun, empty, columns, query, page, onPage, sorting, newestFirst, onSort } = props;
  const sortBy = (by: Key) =>
    onSort?.({ by, isDescending: sorting?.by === by ? !sorting.isDescending : by === newestFirst });
  return (
    <Loaded query={query} waiting={<Skeleton h={200} />}>
      {({ rows, count, isCountExact }) => (
        <>
          {count > 0 && <ListPager noun={noun} count={count} isCountExact={isCountExact} page={page} onPage={onPage} />}
          <DataTable
            label={label}
            columns={columns}
            rows={rows}
            keyOf={({ id }) => id}
            empty={count === 0 ? empty : undefined}
            sorting={sorting}
            onSort={onSort && sortBy}
          />
        </>
      )}
    </Loaded>
  );
}
