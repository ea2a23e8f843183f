import { Anchor, Button, Stack, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { userMay } from '../accounts/store.ts';
import { trpc } from '../api/client.ts';
import { useServerPolling } from '../health/live.ts';
import { Loaded } from '../shell/loaded.tsx';
import { Screen } from '../shell/screen.tsx';
import { formatDateTime, formatExactTime, formatLength, type Instant } from '../shell/time.ts';
import { DataTable, type TableColumn } from '../tables/data-table.tsx';
import type { Incident } from './answers.ts';
import { stateOf } from './state.ts';
import { StateLine } from './state-line.tsx';
import { useIncidentActions } from './use-incident-actions.ts';

/** Incidents: open ones with a button to acknowledge, then those that are over. */
export function IncidentsScreen() {
  const open = trpc.alarms.incidents.list.useQuery({}, useServerPolling());
  return (
    <Screen title="Incidents">
      <Text size="sm" c="dimmed" maw="44rem">
        Outages that people are notified of, and fire drills. Whoever acknowledges an incident takes care of it: nobody
        else is notified any more.
      </Text>
      <Loaded query={open} waiting={<Table label="Open" rows={[]} now={new Date()} isLoading />}>
        {(page) => (
          <>
            <Stack gap="xs" component="section" aria-labelledby="open-incidents">
              <Title order={2} size="h4" id="open-incidents">
                Open
              </Title>
              <Table label="Open incidents" rows={page.open} now={page.now} />
            </Stack>
            <Past first={page.over} hasMore={page.hasMore} now={page.now} />
          </>
        )}
      </Loaded>
    </Screen>
  );
}

/** Incidents that are over, the newest first; further ones on demand. */
function Past({ first, hasMore, now }: { first: readonly Incident[]; hasMore: boolean; now: Instant }) {
  const last = first.at(-1);
  const further = trpc.alarms.incidents.list.useInfiniteQuery(
    {},
    {
      enabled: false,
      initialCursor: last?.id,
      getNextPageParam: (page) => (page.hasMore ? page.over.at(-1)?.id : undefined),
    },
  );
  const pages = further.data?.pages ?? [];
  const rows = [...first, ...pages.flatMap(({ over }) => over)];
  const isMore = pages.length === 0 ? hasMore : further.hasNextPage;
  if (rows.length === 0) return null;
  return (
    <Stack gap="xs" component="section" aria-labelledby="past-incidents">
      <Title order={2} size="h4" id="past-incidents">
        Over
      </Title>
      <Table label="Incidents that are over" rows={rows} now={now} />
      {isMore && (
        <div>
          <Button
            variant="default"
            loading={further.isFetching}
            onClick={() => void (pages.length === 0 ? further.refetch() : further.fetchNextPage())}
          >
            Load more
          </Button>
        </div>
      )}
    </Stack>
  );
}

interface TableProps {
  label: string;
  rows: readonly Incident[];
  now: Instant;
  isLoading?: boolean;
}

function Table({ label, rows, now, isLoading = false }: TableProps) {
  const { acknowledge } = useIncidentActions();
  const needsSomeone = (incident: Incident) => ['alarming', 'snoozed'].includes(stateOf(incident, now));
  const hasAction = userMay('health:write') && rows.some(needsSomeone);
  const columns: readonly TableColumn<Incident>[] = [
    {
      header: 'Incident',
      kind: 'title',
      cell: ({ id, title }) => (
        <Anchor component={Link} to={`/admin/incidents/${id}`} size="sm" fw={600} mih={24} display="inline-block">
          {title}
        </Anchor>
      ),
    },
    { header: 'State', cell: (incident) => <StateLine incident={incident} now={now} /> },
    {
      header: 'Since',
      kind: 'line',
      cell: ({ openedAt, resolvedAt }) => (
        <span title={formatExactTime(openedAt)}>
          {formatDateTime(openedAt)}, {formatLength(Number(new Date(resolvedAt ?? now)) - Number(new Date(openedAt)))}
        </span>
      ),
    },
    { header: 'Policy', cell: ({ policy }) => policy ?? 'Everyone at once' },
    {
      header: 'Next step',
      kind: 'line',
      cell: ({ stepAt, resolvedAt }) => (stepAt === null || resolvedAt !== null ? '–' : formatDateTime(stepAt)),
    },
    ...(hasAction
      ? [
          {
            header: 'Action',
            kind: 'action' as const,
            cell: (incident: Incident) =>
              needsSomeone(incident) && (
                <Button
                  size="xs"
                  aria-label={`Acknowledge ${incident.title}`}
                  loading={acknowledge.isPending && acknowledge.variables.id === incident.id}
                  onClick={() => acknowledge.mutate({ id: incident.id })}
                >
                  Acknowledge
                </Button>
              ),
          },
        ]
      : []),
  ];
  return (
    <DataTable
      label={label}
      columns={columns}
      rows={rows}
      keyOf={({ id }) => id}
      isLoading={isLoading}
      empty={<Text size="sm">Nothing is wrong: no incident is open.</Text>}
    />
  );
}
