import { ActionIcon, Alert, Button, Skeleton, Stack, Text } from '@mantine/core';
import { keepPreviousData } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server';
import { useState } from 'react';
import type { AppRouter } from '../../../server/trpc/app-router.ts';
import { trpc } from '../api/client.ts';
import { CopyIcon, DownloadIcon, WarningIcon } from '../shell/icons.tsx';
import { JsonTree } from '../shell/json-tree.tsx';
import { Loaded } from '../shell/loaded.tsx';
import { Panel } from '../shell/panel.tsx';
import { Screen } from '../shell/screen.tsx';
import { formatDay } from '../shell/time.ts';
import type { Sorting, TableColumn } from '../tables/data-table.tsx';
import { PagedTable, usePaging } from '../tables/paged-table.tsx';
import { type Filters, LogFilters, noFilters } from './log-filters.tsx';
import { logSearch } from './log-search.ts';

type Sort = NonNullable<inferRouterInputs<AppRouter>['telephony']['log']['page']['sort']>;
type Row = inferRouterOutputs<AppRouter>['telephony']['log']['page']['rows'][number];

/** The open panel of a row; response and error are mutually exclusive. */
interface Detail {
  id: number;
  kind: 'response' | 'error';
}

const columns: readonly TableColumn<Row, Sort>[] = [
  { sortKey: 'fromNumber', header: 'Twilio From Number', cell: (row) => row.fromNumber },
  { sortKey: 'requestFrom', header: 'Request From', cell: (row) => row.requestFrom },
  { sortKey: 'toNumber', header: 'To Number', cell: (row) => row.toNumber },
  { sortKey: 'accountSid', header: 'AccountSID', cell: (row) => <Sid sid={row.accountSid} /> },
  { sortKey: 'messageSid', header: 'Message ID', cell: (row) => <Sid sid={row.messageSid ?? ''} /> },
  { sortKey: 'status', header: 'Twilio SMS Status', cell: (row) => <Status row={row} /> },
  { sortKey: 'createdOn', header: 'Created On', cell: (row) => row.createdOn && formatDay(row.createdOn) },
];

/** Twilio Logs (specification, section 2), at first the messages to the number in the address. */
export function TelephonyLogScreen() {
  const { to } = logSearch.parse(useSearch({ strict: false }));
  return <Log key={to} initial={{ ...noFilters, toNumber: to === undefined ? '' : `+${to}` }} />;
}

function Log({ initial }: { initial: Filters }) {
  const { filters, search, page, setPage } = usePaging<Filters>(initial);
  const [sorting, setSorting] = useState<Sorting<Sort>>({ by: 'createdOn', isDescending: true });
  const [detail, setDetail] = useState<Detail | null>(null);
  const query = trpc.telephony.log.page.useQuery(
    { ...filters, page, sort: sorting.by, isDescending: sorting.isDescending },
    { placeholderData: keepPreviousData },
  );
  const views: TableColumn<Row, Sort>[] = [
    {
      header: 'Response',
      kind: 'action',
      cell: (row) => row.hasResponse && <DetailButton row={row} kind="response" onOpen={setDetail} />,
    },
    {
      header: 'Error',
      kind: 'action',
      cell: (row) => row.hasError && <DetailButton row={row} kind="error" onOpen={setDetail} />,
    },
  ];

  return (
    <Screen
      title="Twilio Logs"
      actions={
        <Button component="a" href={exportUrl(filters)} download variant="default" leftSection={<DownloadIcon />}>
          Export CSV
        </Button>
      }
    >
      <LogFilters initial={initial} onSearch={search} />
      <PagedTable
        label="Twilio Logs"
        noun={['message', 'messages']}
        empty="No messages match. Sent, received and synced messages appear in this list."
        columns={[...views, ...columns]}
        query={query}
        page={page}
        onPage={setPage}
        sorting={sorting}
        newestFirst="createdOn"
        onSort={(wanted) => {
          setSorting(wanted);
          setPage(1);
        }}
      />
      <DetailPanel kind="response" title="Twilio Response" detail={detail} onClose={() => setDetail(null)} />
      <DetailPanel kind="error" title="Error Message" detail={detail} onClose={() => setDetail(null)} />
    </Screen>
  );
}

/** A SID on two lines, so that the status and its reason fit beside it. */
function Sid({ sid }: { sid: string }) {
  return (
    <Text size="xs" w="8.5rem" style={{ overflowWrap: 'anywhere' }}>
      {sid}
    </Text>
  );
}

/** The status and, below, why a message was refused or not delivered. */
function Status({ row: { status, reason } }: { row: Row }) {
  return (
    <>
      {status}
      {reason !== null && (
        <Text size="xs" c="var(--mantine-color-error)" miw="12rem">
          {reason}
        </Text>
      )}
    </>
  );
}

function DetailButton({ row, kind, onOpen }: { row: Row; kind: Detail['kind']; onOpen: (detail: Detail) => void }) {
  return (
    <ActionIcon
      id={`log-${row.id}-${kind}`}
      variant="subtle"
      {...(kind === 'error' && { color: 'red' })}
      aria-label={`View the ${kind} of the message to ${row.toNumber}`}
      onClick={() => onOpen({ id: row.id, kind })}
    >
      {kind === 'error' ? <WarningIcon /> : <CopyIcon />}
    </ActionIcon>
  );
}

interface DetailPanelProps {
  kind: Detail['kind'];
  title: string;
  detail: Detail | null;
  onClose: () => void;
}

function DetailPanel({ kind, title, detail, onClose }: DetailPanelProps) {
  const isOpen = detail?.kind === kind;
  const query = trpc.telephony.log.details.useQuery({ id: detail?.id ?? 1 }, { enabled: isOpen });
  return (
    <Panel title={title} isOpen={isOpen} onClose={onClose} opener={`log-${detail?.id}-${kind}`}>
      <Loaded query={query} what="message" waiting={<Skeleton h={80} />}>
        {(details) => (
          <Stack gap="md">
            <MessageSummary message={details} />
            <JsonTree name={kind} value={details[kind]} />
          </Stack>
        )}
      </Loaded>
    </Panel>
  );
}

type Details = inferRouterOutputs<AppRouter>['telephony']['log']['details'];

/** The message in words: its text, its status, why it failed, and its cost. */
function MessageSummary({ message: { toNumber, body, status, reason, segments, price } }: { message: Details }) {
  const size = segments === null ? null : segments === 1 ? '1 segment' : `${segments} segments`;
  return (
    <>
      <Text size="sm">
        {[`To ${toNumber}`, `Status: ${status}`, size, price && `Price: ${price}`].filter(Boolean).join(' · ')}
      </Text>
      {reason !== null && (
        <Alert color="red" title="What happened">
          {reason}
        </Alert>
      )}
      <Text size="sm" dir="auto" p="sm" bg="var(--mantine-color-default-hover)" style={wrapped}>
        {body || 'Twilio does not show the text of this message.'}
      </Text>
    </>
  );
}

const wrapped = { whiteSpace: 'pre-wrap', overflowWrap: 'anywhere', borderRadius: 'var(--mantine-radius-sm)' } as const;

/** Address of the CSV export with the same filters. */
function exportUrl({ telephonyClientId, ...texts }: Filters): string {
  const query = new URLSearchParams(Object.entries(texts).filter(([, text]) => text !== ''));
  if (telephonyClientId !== undefined) query.set('telephonyClientId', String(telephonyClientId));
  const search = query.toString();
  return `/api/twilio/log.csv${search === '' ? '' : `?${search}`}`;
}
