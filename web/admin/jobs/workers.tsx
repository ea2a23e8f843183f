import { Badge, Text } from '@mantine/core';
import { formatDateTime, formatRelative } from '../shell/time.ts';
import { DataTable, type TableColumn } from '../tables/data-table.tsx';
import { Part } from './part.tsx';
import type { Overview } from './queue-status.tsx';

/** Workers tick every 15 s; after this many milliseconds without a tick a worker counts as silent. */
const silentAfter = 60_000;

/** The processes that run jobs, with their last tick. */
export function Workers({ workers, now }: Pick<Overview, 'workers' | 'now'>) {
  const columns: TableColumn<Overview['workers'][number]>[] = [
    {
      header: 'Process',
      cell: ({ id }) => (
        <Text size="sm" ff="monospace">
          {id}
        </Text>
      ),
    },
    {
      header: 'State',
      cell: ({ seenAt }) => {
        const isSilent = Number(new Date(now)) - Number(new Date(seenAt)) > silentAfter;
        return (
          <Badge size="sm" color={isSilent ? 'red.9' : 'teal.9'}>
            {isSilent ? 'Silent' : 'Ticking'}
          </Badge>
        );
      },
    },
    { header: 'Started', cell: ({ startedAt }) => formatDateTime(startedAt) },
    { header: 'Last tick', cell: ({ seenAt }) => formatRelative(seenAt, now) },
    { header: 'Last job', cell: ({ lastJobAt }) => (lastJobAt ? formatRelative(lastJobAt, now) : 'none yet') },
  ];
  return (
    <Part title="Worker processes">
      <DataTable
        label="Worker processes"
        columns={columns}
        rows={workers}
        keyOf={({ id }) => id}
        empty="No worker process is running. Jobs wait until one starts."
      />
    </Part>
  );
}
