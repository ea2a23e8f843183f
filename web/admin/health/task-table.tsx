import { Text, UnstyledButton } from '@mantine/core';
import { checkIntervalLabels } from '../../../contract/clients.ts';
import { Thumbnail } from '../records/thumbnail.tsx';
import { formatTimestamp } from '../shell/time.ts';
import { DataTable, type TableColumn } from '../tables/data-table.tsx';
import css from './health.module.css';
import { StatusIcon, StatusNotes } from './status.tsx';
import type { Task } from './task-parts.tsx';

interface Props {
  tasks: readonly Task[];
  empty: string;
  onOpen: (id: number) => void;
}

/** The monitored servers (specification, section 2, Schedule Tasks); a name opens the details. */
export function TaskTable({ tasks, empty, onOpen }: Props) {
  const columns: TableColumn<Task>[] = [
    { header: 'Logo', cell: ({ logo }) => <Thumbnail hash={logo} /> },
    {
      header: 'Client Name',
      cell: ({ id, name }) => (
        <UnstyledButton
          id={`task-${id}`}
          className={css.name}
          fz="sm"
          fw={500}
          td="underline"
          onClick={() => onOpen(id)}
        >
          {name}
        </UnstyledButton>
      ),
    },
    {
      header: 'Health Status Check Code',
      cell: ({ code }) => (
        <Text size="xs" ff="monospace" className={css.code}>
          {code}
        </Text>
      ),
    },
    { header: 'Health Status Check Interval', cell: ({ interval }) => checkIntervalLabels[interval] },
    {
      header: 'System Status Updated On',
      kind: 'line',
      cell: ({ updatedOn }) => updatedOn !== null && formatTimestamp(updatedOn),
    },
    {
      header: 'Status',
      cell: (task) => (
        <>
          <StatusIcon status={task.status} />
          <StatusNotes task={task} />
        </>
      ),
    },
  ];
  return <DataTable label="Schedule Tasks" columns={columns} rows={tasks} keyOf={({ id }) => id} empty={empty} />;
}
