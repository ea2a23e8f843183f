import { Anchor, Button, Center, Skeleton, Text } from '@mantine/core';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import type { LogView } from '../../../contract/message-log.ts';
import { userMay } from '../accounts/store.ts';
import { client, trpc } from '../api/client.ts';
import { Loaded } from '../shell/loaded.tsx';
import { formatDateTime } from '../shell/time.ts';
import { DataTable } from '../tables/data-table.tsx';
import { PagedTable } from '../tables/paged-table.tsx';
import { type Detail, type LogColumn, logColumns } from './log-columns.tsx';
import { DetailPanel } from './log-detail-panel.tsx';
import type { LogSearch } from './log-search.ts';

interface Props {
  view: LogView;
  search: LogSearch;
  hidden: readonly string[];
  onChange: (part: LogSearch) => void;
}

const noMatch = 'No messages match. Choose another period, or Reset the filters.';

/** The messages that match, page by page; with a text, the newest first as far as the server has searched. */
export function LogTable({ view, search, hidden, onChange }: Props) {
  const [detail, setDetail] = useState<Detail | null>(null);
  const columns = logColumns(setDetail).filter(({ key }) => key === undefined || !hidden.includes(key));
  const empty = isFiltered(search) ? noMatch : <NoMessages />;
  return (
    <>
      {search.text === undefined ? (
        <Pages view={view} search={search} columns={columns} empty={empty} onChange={onChange} />
      ) : (
        <Found view={view} text={search.text} columns={columns} />
      )}
      <DetailPanel kind="response" title="Twilio Response" detail={detail} onClose={() => setDetail(null)} />
      <DetailPanel kind="error" title="Error Message" detail={detail} onClose={() => setDetail(null)} />
    </>
  );
}

/** True if the search leaves messages out. */
function isFiltered({ sort: _, ascending: __, page: ___, ...filters }: LogSearch): boolean {
  return Object.values(filters).some((value) => value !== undefined);
}

/** Says where messages come from, with a link to the next step. */
function NoMessages() {
  const [to, name] = userMay('telephony:read')
    ? ['/admin/twilioclient', 'Twilio Client']
    : ['/admin/twilioclientcontact', 'Twilio Client Contact'];
  return (
    <Text size="sm">
      There are no messages yet. Alarms, test messages and replies appear here.{' '}
      <Anchor component={Link} to={to} underline="always">
        Open {name}
      </Anchor>
    </Text>
  );
}

interface PagesProps extends Pick<Props, 'view' | 'search' | 'onChange'> {
  columns: readonly LogColumn[];
  empty: ReactNode;
}

function Pages({ view, search, columns, empty, onChange }: PagesProps) {
  const { page = 1, sort = 'createdOn', ascending = false } = search;
  const query = trpc.telephony.log.page.useQuery(
    { ...view, page, sort, isDescending: !ascending },
    { placeholderData: keepPreviousData },
  );
  return (
    <PagedTable
      label="Twilio Logs"
      noun={['message', 'messages']}
      empty={empty}
      columns={columns}
      query={query}
      page={page}
      onPage={(next) => onChange({ page: next > 1 ? next : undefined })}
      sorting={{ by: sort, isDescending: !ascending }}
      newestFirst="createdOn"
      onSort={({ by, isDescending }) =>
        onChange({
          sort: by === 'createdOn' ? undefined : by,
          ascending: isDescending ? undefined : true,
          page: undefined,
        })
      }
    />
  );
}

/** The search begins with the newest message. */
const noPlace: { at: string; id: number } | null = null;

/** Results of the search anywhere; the server stops after a while and goes on when asked. */
function Found({ view, text, columns }: { view: LogView; text: string; columns: readonly LogColumn[] }) {
  // tRPC's own hook would send a `direction` of its own, which is a filter here.
  const query = useInfiniteQuery({
    queryKey: [['telephony', 'log', 'search'], { ...view, text }],
    queryFn: ({ pageParam }) => client.telephony.log.search.query({ ...view, text, cursor: pageParam }),
    initialPageParam: noPlace,
    getNextPageParam: ({ next }) => next && { at: new Date(next.at).toISOString(), id: next.id },
  });
  const rows = query.data?.pages.flatMap((answer) => answer.rows) ?? [];
  const next = query.data?.pages.at(-1)?.next;
  return (
    <Loaded query={query} waiting={<Skeleton h={200} />}>
      {() => (
        <>
          <Text size="sm" c="dimmed" role="status">
            {rows.length.toLocaleString()} {rows.length === 1 ? 'message' : 'messages'}
            {next ? `, searched back to ${formatDateTime(next.at)}` : ''}
          </Text>
          <DataTable
            label="Twilio Logs"
            columns={columns.map(({ sortKey: _, ...column }) => column)}
            rows={rows}
            keyOf={({ id }) => id}
            empty={next ? undefined : noMatch}
          />
          {next && (
            <Center>
              <Button variant="default" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
                Search further back
              </Button>
            </Center>
          )}
        </>
      )}
    </Loaded>
  );
}
