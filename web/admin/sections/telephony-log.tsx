import { ActionIcon, Button, Group, Pagination, Skeleton, Table, Text, UnstyledButton } from '@mantine/core';
import { keepPreviousData } from '@tanstack/react-query';
import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server';
import { useState } from 'react';
import { logCountLimit, logPageSize } from '../../../contract/telephony.ts';
import type { AppRouter } from '../../../server/router.ts';
import { trpc } from '../api/client.ts';
import { Panel } from '../records/panel.tsx';
import css from '../records/record-table.module.css';
import { CopyIcon, DownloadIcon, SortIcon, WarningIcon } from '../shell/icons.tsx';
import { Screen } from '../shell/screen.tsx';
import { JsonTree } from '../telephony/json-tree.tsx';
import { type Filters, LogFilters, noFilters } from '../telephony/log-filters.tsx';

type Sort = NonNullable<inferRouterInputs<AppRouter>['telephony']['log']['page']['sort']>;
type Row = inferRouterOutputs<AppRouter>['telephony']['log']['page']['rows'][number];

/** Which of a row's two panels is open; opening one closes the other. */
interface Detail {
  id: number;
  kind: 'response' | 'error';
}

const columns: readonly { name: Sort; header: string; text: (row: Row) => string }[] = [
  { name: 'fromNumber', header: 'Twilio From Number', text: (row) => row.fromNumber },
  { name: 'requestFrom', header: 'Request From', text: (row) => row.requestFrom },
  { name: 'toNumber', header: 'To Number', text: (row) => row.toNumber },
  { name: 'accountSid', header: 'AccountSID', text: (row) => row.accountSid },
  { name: 'messageSid', header: 'Message ID', text: (row) => row.messageSid ?? '' },
  { name: 'status', header: 'Twilio SMS Status', text: (row) => row.status },
  { name: 'createdOn', header: 'Created On', text: (row) => day(row.createdOn) },
];

/** MM/dd/yyyy (specification, section 9). */
function day(instant: string | Date): string {
  const date = new Date(instant);
  const two = (part: number) => String(part).padStart(2, '0');
  return `${two(date.getMonth() + 1)}/${two(date.getDate())}/${date.getFullYear()}`;
}

/** Twilio Logs (specification, section 2). */
export function TelephonyLogScreen() {
  const [filters, setFilters] = useState<Filters>(noFilters);
  const [page, setPage] = useState(1);
  const [{ sort, isDescending }, setSorting] = useState<{ sort: Sort; isDescending: boolean }>({
    sort: 'createdOn',
    isDescending: true,
  });
  const [detail, setDetail] = useState<Detail | null>(null);
  const { data } = trpc.telephony.log.page.useQuery(
    { ...filters, page, sort, isDescending },
    { placeholderData: keepPreviousData },
  );

  return (
    <Screen
      title="Twilio Logs"
      actions={
        <Button component="a" href={exportAddress(filters)} download variant="default" leftSection={<DownloadIcon />}>
          Export CSV
        </Button>
      }
    >
      <LogFilters
        onSearch={(wanted) => {
          setFilters(wanted);
          setPage(1);
        }}
      />
      {!data && <Skeleton h={200} />}
      {data && data.count === 0 && (
        <div className={css.empty}>
          <Text size="sm">No messages here. What is sent, received or synced from Twilio appears in this list.</Text>
        </div>
      )}
      {data && data.count > 0 && (
        <>
          <Group justify="space-between">
            <Text size="sm" c="dimmed" role="status">
              {data.isCountExact ? data.count.toLocaleString() : `More than ${logCountLimit.toLocaleString()}`} messages
            </Text>
            <Pagination
              size="sm"
              value={page}
              onChange={setPage}
              total={Math.ceil(data.count / logPageSize)}
              getControlProps={(control) => ({ 'aria-label': `${control} page` })}
            />
          </Group>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
          <section className={css.scroll} aria-label="Twilio Logs" tabIndex={0}>
            <Table verticalSpacing="xs" highlightOnHover stickyHeader>
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>Response</Table.Th>
                  <Table.Th>Error</Table.Th>
                  {columns.map(({ name, header }) => {
                    const isOwn = name === sort;
                    const direction = !isOwn ? 'none' : isDescending ? 'descending' : 'ascending';
                    return (
                      <Table.Th key={name} aria-sort={direction}>
                        <UnstyledButton
                          className={css.sort}
                          onClick={() => {
                            setSorting({ sort: name, isDescending: isOwn ? !isDescending : name === 'createdOn' });
                            setPage(1);
                          }}
                        >
                          {header}
                          <SortIcon direction={direction} />
                        </UnstyledButton>
                      </Table.Th>
                    );
                  })}
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {data.rows.map((row) => (
                  <Table.Tr key={row.id}>
                    <Table.Td className={css.action}>
                      {row.hasResponse && <DetailButton row={row} kind="response" onOpen={setDetail} />}
                    </Table.Td>
                    <Table.Td className={css.action}>
                      {row.hasError && <DetailButton row={row} kind="error" onOpen={setDetail} />}
                    </Table.Td>
                    {columns.map(({ name, text }) => (
                      <Table.Td key={name}>{text(row)}</Table.Td>
                    ))}
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </section>
        </>
      )}
      <DetailPanel kind="response" title="Twilio Response" detail={detail} onClose={() => setDetail(null)} />
      <DetailPanel kind="error" title="Error Message" detail={detail} onClose={() => setDetail(null)} />
    </Screen>
  );
}

function DetailButton({ row, kind, onOpen }: { row: Row; kind: Detail['kind']; onOpen: (detail: Detail) => void }) {
  return (
    <ActionIcon
      id={`log-${row.id}-${kind}`}
      variant="subtle"
      color={kind === 'error' ? 'red' : undefined}
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
  const { data } = trpc.telephony.log.details.useQuery({ id: detail?.id ?? 1 }, { enabled: isOpen });
  return (
    <Panel title={title} isOpen={isOpen} onClose={onClose} opener={`log-${detail?.id}-${kind}`}>
      {data && detail ? <JsonTree name={kind} value={data[kind]} /> : <Skeleton h={80} />}
    </Panel>
  );
}

/** The same rows as a file. */
function exportAddress({ telephonyClientId, ...texts }: Filters): string {
  const query = new URLSearchParams(Object.entries(texts).filter(([, text]) => text !== ''));
  if (telephonyClientId !== undefined) query.set('telephonyClientId', String(telephonyClientId));
  const search = query.toString();
  return `/api/twilio/log.csv${search === '' ? '' : `?${search}`}`;
}
