import { Badge, Button, Group, Text, UnstyledButton } from '@mantine/core';
import { keepPreviousData } from '@tanstack/react-query';
import type { inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from '../../../server/trpc/app-router.ts';
import { trpc } from '../api/client.ts';
import { DownloadIcon } from '../shell/icons.tsx';
import { Screen } from '../shell/screen.tsx';
import { formatTimestamp } from '../shell/time.ts';
import { usePanels } from '../shell/use-panels.ts';
import type { TableColumn } from '../tables/data-table.tsx';
import { PagedTable, usePaging } from '../tables/paged-table.tsx';
import css from './audit.module.css';
import { AuditDetail } from './audit-detail.tsx';
import { AuditFilters, type Filters, noFilters, toInput } from './audit-filters.tsx';
import { outcomeLabels, readableAction, readableName } from './labels.ts';
import { RecordName } from './record-name.tsx';

type Row = inferRouterOutputs<AppRouter>['audit']['page']['rows'][number];

/** Audit Log: user, action, time and address of every change, newest first. */
export function AuditScreen() {
  const { filters, search, page, setPage } = usePaging<Filters>(noFilters);
  const query = trpc.audit.page.useQuery({ ...toInput(filters), page }, { placeholderData: keepPreviousData });
  const panels = usePanels();
  const columns: TableColumn<Row>[] = [
    {
      header: 'When',
      cell: (row) => (
        <UnstyledButton
          id={`audit-${row.id}`}
          className={css.when}
          fz="sm"
          fw={600}
          mih={24}
          onClick={() => panels.list(row.id)}
        >
          {formatTimestamp(row.at)}
        </UnstyledButton>
      ),
    },
    { header: 'User', cell: (row) => row.userName || <Text size="sm">–</Text> },
    { header: 'Action', kind: 'line', cell: (row) => <Action row={row} /> },
    { header: 'Record', cell: (row) => <RecordName entry={row} /> },
    {
      header: 'Fields',
      cell: (row) =>
        row.fields !== '' && (
          <Text size="sm" maw="22rem" lineClamp={2}>
            {row.fields.split(', ').map(readableName).join(', ')}
          </Text>
        ),
    },
    { header: 'Address', cell: (row) => row.ip },
  ];
  return (
    <Screen
      title="Audit Log"
      actions={
        <Button component="a" href={exportUrl(filters)} download variant="default" leftSection={<DownloadIcon />}>
          Export CSV
        </Button>
      }
    >
      <AuditFilters onSearch={search} />
      <PagedTable
        label="Audit Log"
        noun={['entry', 'entries']}
        empty="No entries match. Changes, sign-ins and exports stay in this list for a year, unless Personal data sets another time."
        columns={columns}
        query={query}
        page={page}
        onPage={setPage}
      />
      <AuditDetail id={panels.open.list} onClose={() => panels.close()} />
    </Screen>
  );
}

function Action({ row }: { row: Row }) {
  return (
    <Group gap="xs" wrap="nowrap">
      {readableAction(row.action)}
      {row.outcome !== 'done' && (
        <Badge size="xs" color={row.outcome === 'failed' ? 'red.9' : 'amber.4'}>
          {outcomeLabels[row.outcome]}
        </Badge>
      )}
    </Group>
  );
}

/** Address of the CSV export with the same filters. */
function exportUrl(filters: Filters): string {
  const set = Object.entries(toInput(filters)).flatMap(([name, value]) => (value ? [[name, value]] : []));
  const query = new URLSearchParams(set).toString();
  return `/api/audit.csv${query === '' ? '' : `?${query}`}`;
}
