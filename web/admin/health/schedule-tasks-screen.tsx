import { ActionIcon, Anchor, Skeleton, Text, Tooltip } from '@mantine/core';
import { keepPreviousData } from '@tanstack/react-query';
import { Link, Navigate, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { userMay } from '../accounts/store.ts';
import { trpc } from '../api/client.ts';
import { RefreshIcon } from '../shell/icons.tsx';
import { Loaded } from '../shell/loaded.tsx';
import { Screen } from '../shell/screen.tsx';
import { ListPager } from '../tables/list-pager.tsx';
import { BulkBar } from './bulk-bar.tsx';
import { useServerPolling, useWatchedServers } from './live.ts';
import { OverviewBar } from './overview-bar.tsx';
import { type OverviewSearch, overviewSearch } from './overview-search.ts';
import { TaskTable } from './task-table.tsx';

/** Schedule Tasks (specification, section 2): the servers that need a person first. The filters are in the address. */
export function ScheduleTasksScreen() {
  const search = overviewSearch.parse(useSearch({ strict: false }));
  // Alarms link to a server with `list`.
  if (search.list !== undefined) return <Navigate to={`/admin/schedule-tasks/${search.list}`} replace />;
  return <Overview search={search} />;
}

function Overview({ search }: { search: OverviewSearch }) {
  const navigate = useNavigate();
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set());
  const { text = '', state, account, sort = 'state', page = 1 } = search;
  const query = trpc.health.overview.useQuery(
    { text, state, account, sort, page },
    { ...useServerPolling(), placeholderData: keepPreviousData },
  );
  const { data, refetch, isFetching } = query;
  useWatchedServers(data?.rows.map(({ id }) => id) ?? []);
  const change = (part: OverviewSearch) => {
    setSelected(new Set());
    void navigate({ to: '.', search: { ...search, page: undefined, ...part } });
  };
  const mayChange = userMay('health:write');
  const isFiltered = text !== '' || state !== undefined || account !== undefined;
  return (
    <Screen
      title="Schedule Tasks"
      isWide
      notice={data?.counts.offline ?? 0}
      actions={
        <Tooltip label="Refresh">
          <ActionIcon
            variant="default"
            size={36}
            aria-label="Refresh"
            aria-busy={isFetching}
            onClick={() => void refetch()}
          >
            <RefreshIcon />
          </ActionIcon>
        </Tooltip>
      }
    >
      <OverviewBar search={search} counts={data?.counts} onChange={change} />
      <Loaded query={query} waiting={<Skeleton h={200} />}>
        {({ rows, groups, count, isCountExact, now }) => (
          <>
            {mayChange && rows.length > 0 && (
              <BulkBar
                selected={rows.filter(({ id }) => selected.has(id)).map(({ id }) => id)}
                onDone={() => setSelected(new Set())}
              />
            )}
            {count > rows.length && (
              <ListPager
                noun={['server', 'servers']}
                count={count}
                isCountExact={isCountExact}
                page={page}
                onPage={(next) => change({ page: next > 1 ? next : undefined })}
              />
            )}
            <TaskTable
              tasks={rows}
              groups={groups}
              now={now}
              selection={mayChange ? { selected, onChange: setSelected } : null}
              empty={isFiltered ? 'No servers match the filter. Choose All, or empty the name.' : <NoServers />}
            />
          </>
        )}
      </Loaded>
    </Screen>
  );
}

/** Says how monitoring starts, with a link to the place for those who may start it. */
function NoServers() {
  return (
    <Text size="sm">
      No servers are monitored yet. Monitoring starts when a client has a health status check code.{' '}
      {userMay('content:write') && (
        <Anchor component={Link} to="/admin/client" underline="always" inherit>
          Open Client
        </Anchor>
      )}
    </Text>
  );
}
