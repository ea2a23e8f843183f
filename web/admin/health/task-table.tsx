import { Table, Text, UnstyledButton } from '@mantine/core';
import type { inferRouterOutputs } from '@trpc/server';
import { checkIntervalLabels } from '../../../contract/clients.ts';
import type { AppRouter } from '../../../server/trpc/app-router.ts';
import { PlainTable } from '../records/scrolling-table.tsx';
import { Thumbnail } from '../records/thumbnail.tsx';
import { formatTimestamp } from '../shell/time.ts';
import { StatusIcon } from './status.tsx';

export type Task = inferRouterOutputs<AppRouter>['health']['list'][number];

const headers = [
  'Logo',
  'Client Name',
  'Health Status Check Code',
  'Health Status Check Interval',
  'System Status Updated On',
  'Status',
];

/** The servers, as the specification lists them (section 2, Schedule Tasks); a name opens its details. */
export function TaskTable({ tasks, onOpen }: { tasks: readonly Task[]; onOpen: (id: number) => void }) {
  return (
    <PlainTable label="Schedule Tasks" headers={headers}>
      {tasks.map((task) => (
        <Table.Tr key={task.id}>
          <Table.Td>
            <Thumbnail hash={task.logo} />
          </Table.Td>
          <Table.Td>
            <UnstyledButton id={`task-${task.id}`} fz="sm" fw={500} td="underline" onClick={() => onOpen(task.id)}>
              {task.name}
            </UnstyledButton>
          </Table.Td>
          <Table.Td>
            <Text size="xs" ff="monospace">
              {task.code}
            </Text>
          </Table.Td>
          <Table.Td>{checkIntervalLabels[task.interval]}</Table.Td>
          <Table.Td style={{ whiteSpace: 'nowrap' }}>
            {task.updatedOn !== null && formatTimestamp(task.updatedOn)}
          </Table.Td>
          <Table.Td>
            <StatusIcon status={task.status} />
          </Table.Td>
        </Table.Tr>
      ))}
    </PlainTable>
  );
}
