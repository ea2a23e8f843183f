import { ActionIcon, Anchor, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server';
import type { OptionalColumn } from '../../../contract/message-log.ts';
import type { AppRouter } from '../../../server/trpc/app-router.ts';
import { EyeIcon, WarningIcon } from '../shell/icons.tsx';
import { formatClock, formatDay, formatExactTime } from '../shell/time.ts';
import type { TableColumn } from '../tables/data-table.tsx';
import { OutcomeBadge } from './outcome-badge.tsx';
import { Sid } from './sid.tsx';

type Sort = NonNullable<inferRouterInputs<AppRouter>['telephony']['log']['page']['sort']>;
type Row = inferRouterOutputs<AppRouter>['telephony']['log']['page']['rows'][number];

/** The open panel of a row; response and error are mutually exclusive. */
export interface Detail {
  id: number;
  kind: 'response' | 'error';
}

/** A column of the log; those with a key can be hidden. */
export interface LogColumn extends TableColumn<Row, Sort> {
  key?: OptionalColumn;
}

/** The log's columns: those of the specification in its order, and what names the message. */
export function logColumns(onOpen: (detail: Detail) => void): readonly LogColumn[] {
  return [
    {
      header: 'Response',
      kind: 'action',
      cell: (row) => row.hasResponse && <DetailButton row={row} kind="response" onOpen={onOpen} />,
    },
    {
      header: 'Error',
      kind: 'action',
      cell: (row) => row.hasError && <DetailButton row={row} kind="error" onOpen={onOpen} />,
    },
    { header: 'Message', kind: 'title', cell: (row) => <Message row={row} /> },
    { sortKey: 'status', header: 'Twilio SMS Status', cell: (row) => <Status row={row} /> },
    { sortKey: 'fromNumber', header: 'Twilio From Number', cell: (row) => row.fromNumber },
    { sortKey: 'requestFrom', key: 'requestFrom', header: 'Request From', cell: (row) => row.requestFrom },
    { sortKey: 'toNumber', header: 'To Number', cell: (row) => row.toNumber },
    {
      sortKey: 'accountSid',
      key: 'accountSid',
      header: 'AccountSID',
      cell: (row) => row.accountSid && <Sid sid={row.accountSid} />,
    },
    {
      sortKey: 'messageSid',
      key: 'messageSid',
      header: 'Message ID',
      cell: (row) => row.messageSid && <Sid sid={row.messageSid} />,
    },
    { key: 'segments', header: 'Segments', kind: 'number', cell: (row) => row.segments },
    { key: 'price', header: 'Price', kind: 'number', cell: (row) => row.price },
    {
      sortKey: 'createdOn',
      key: 'createdOn',
      header: 'Created On',
      cell: (row) => row.createdOn && formatDay(row.createdOn),
    },
  ];
}

/** Who gets the message, its text and time; a link to its story. */
function Message({ row: { id, contact, toNumber, fromNumber, server, text, createdOn, outcome } }: { row: Row }) {
  const who = outcome === 'received' ? `From ${fromNumber}` : (contact ?? `To ${toNumber}`);
  return (
    <>
      <Anchor component={Link} to={`/admin/twilio-log/${id}`} size="sm" fw={600} lineClamp={2} title={who}>
        {who}
      </Anchor>
      <Text size="xs" c="dimmed" title={createdOn ? formatExactTime(createdOn) : undefined}>
        {[createdOn && formatClock(createdOn), server].filter(Boolean).join(' · ')}
      </Text>
      <Text size="xs" dir="auto" lineClamp={2} miw={{ sm: '11rem' }} style={{ overflowWrap: 'anywhere' }}>
        {text}
      </Text>
    </>
  );
}

/** The status and, below, why a message was refused or not delivered. */
function Status({ row: { status, outcome, reason } }: { row: Row }) {
  return (
    <>
      <OutcomeBadge outcome={outcome}>{status}</OutcomeBadge>
      {reason !== null && (
        <Text size="xs" c="var(--mantine-color-error)" miw={{ sm: '10rem' }}>
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
      {kind === 'error' ? <WarningIcon /> : <EyeIcon />}
    </ActionIcon>
  );
}
