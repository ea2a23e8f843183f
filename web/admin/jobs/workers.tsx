import { Badge, Table, Text } from '@mantine/core';
import { PlainTable } from '../records/scrolling-table.tsx';
import { formatDateTime, formatRelative } from '../shell/time.ts';
import { Nothing, Part } from './part.tsx';
import type { Overview } from './standing.tsx';

/** A worker says that it is there every 15 s; after so many milliseconds without, something is wrong with it. */
const silentAfter = 60_000;

/** Processes that run jobs, with their last sign of life. */
export function Workers({ workers, now }: Pick<Overview, 'workers' | 'now'>) {
  return (
    <Part title="Worker processes">
      {workers.length === 0 ? (
        <Nothing>No process runs jobs: what is enqueued waits until one is started.</Nothing>
      ) : (
        <PlainTable label="Worker processes" headers={['Process', 'State', 'Started', 'Last tick', 'Last job']}>
          {workers.map(({ id, startedAt, seenAt, lastJobAt }) => {
            const isSilent = Number(new Date(now)) - Number(new Date(seenAt)) > silentAfter;
            return (
              <Table.Tr key={id}>
                <Table.Td>
                  <Text size="sm" ff="monospace">
                    {id}
                  </Text>
                </Table.Td>
                <Table.Td>
                  <Badge size="sm" color={isSilent ? 'red.9' : 'teal.9'}>
                    {isSilent ? 'Silent' : 'Ticking'}
                  </Badge>
                </Table.Td>
                <Table.Td>{formatDateTime(startedAt)}</Table.Td>
                <Table.Td>{formatRelative(seenAt, now)}</Table.Td>
                <Table.Td>{lastJobAt ? formatRelative(lastJobAt, now) : 'none yet'}</Table.Td>
              </Table.Tr>
            );
          })}
        </PlainTable>
      )}
    </Part>
  );
}
