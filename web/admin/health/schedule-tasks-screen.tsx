import { ActionIcon, Group, SegmentedControl, Skeleton, TextInput, Tooltip } from '@mantine/core';
import { useState } from 'react';
import { type HealthStatus, healthStatuses } from '../../../contract/health.ts';
import { trpc } from '../api/client.ts';
import { RefreshIcon } from '../shell/icons.tsx';
import { Loaded } from '../shell/loaded.tsx';
import { Screen } from '../shell/screen.tsx';
import { usePanels } from '../shell/use-panels.ts';
import { statusLabels } from './status.tsx';
import { TaskPanel } from './task-panel.tsx';
import type { Task } from './task-parts.tsx';
import { TaskTable } from './task-table.tsx';

/** Polling interval of the open screen, in ms. */
const pollInterval = 5000;

/** Schedule Tasks (specification, section 2). */
export function ScheduleTasksScreen() {
  const query = trpc.health.list.useQuery(undefined, { refetchInterval: pollInterval });
  const [name, setName] = useState('');
  const [status, setStatus] = useState<HealthStatus | 'all'>('all');
  const panels = usePanels();
  const { data, refetch, isFetching } = query;
  const named = (data ?? []).filter((task) => task.name.toLowerCase().includes(name.trim().toLowerCase()));
  const shown = named.filter((task) => status === 'all' || task.status === status);
  return (
    <Screen
      title="Schedule Tasks"
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
      <Group gap="sm">
        <TextInput
          aria-label="Filter by client name"
          placeholder="Client name"
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <SegmentedControl
          aria-label="Status"
          value={status}
          onChange={(value) => setStatus(healthStatuses.find((known) => known === value) ?? 'all')}
          data={[
            { value: 'all', label: `All ${named.length}` },
            ...healthStatuses.map((value) => counted(named, value)),
          ]}
        />
      </Group>
      <Loaded query={query} waiting={<Skeleton h={200} />}>
        {(all) => (
          <TaskTable
            tasks={shown}
            onOpen={panels.list}
            empty={
              all.length === 0
                ? 'No servers are monitored yet. Monitoring starts when a client has a health status check code.'
                : 'No servers match the filter.'
            }
          />
        )}
      </Loaded>
      <TaskPanel task={data?.find(({ id }) => id === panels.open.list)} onClose={() => panels.close()} />
    </Screen>
  );
}

function counted(tasks: readonly Task[], value: HealthStatus) {
  return { value, label: `${statusLabels[value]} ${tasks.filter(({ status }) => status === value).length}` };
}
