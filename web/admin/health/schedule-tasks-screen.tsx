import { ActionIcon, Group, SegmentedControl, Skeleton, Text, TextInput, Tooltip } from '@mantine/core';
import { useState } from 'react';
import { type HealthStatus, healthStatuses } from '../../../contract/health.ts';
import { trpc } from '../api/client.ts';
import { usePanels } from '../records/panels.ts';
import css from '../records/record-table.module.css';
import { RefreshIcon } from '../shell/icons.tsx';
import { Loaded } from '../shell/loaded.tsx';
import { Screen } from '../shell/screen.tsx';
import { statusLabels } from './status.tsx';
import { TaskPanel } from './task-panel.tsx';
import { type Task, TaskTable } from './task-table.tsx';

/** How often the open screen looks for news, in ms. */
export const livePause = 5000;

/** Schedule Tasks (specification, section 2). */
export function ScheduleTasksScreen() {
  const query = trpc.health.list.useQuery(undefined, { refetchInterval: livePause });
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
          maxLength={120}
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
        {(all) =>
          shown.length > 0 ? (
            <TaskTable tasks={shown} onOpen={panels.list} />
          ) : (
            <div className={css.empty}>
              <Text size="sm">
                {all.length === 0
                  ? 'No server is watched yet. One is as soon as its client has a health status check code.'
                  : 'No server fits the filter.'}
              </Text>
            </div>
          )
        }
      </Loaded>
      <TaskPanel task={data?.find(({ id }) => id === panels.open.list)} onClose={() => panels.close()} />
    </Screen>
  );
}

function counted(tasks: readonly Task[], value: HealthStatus) {
  return { value, label: `${statusLabels[value]} ${tasks.filter(({ status }) => status === value).length}` };
}
