import { Anchor, Checkbox, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { serverStateNames, serverStates } from '../../../contract/server-states.ts';
import { Thumbnail } from '../records/thumbnail.tsx';
import { formatTimestamp, type Instant } from '../shell/time.ts';
import { DataTable, type TableColumn } from '../tables/data-table.tsx';
import css from './health.module.css';
import { scheduleText } from './schedule-text.ts';
import { Sparkline } from './sparkline.tsx';
import { StateWords } from './state-words.tsx';
import { StatusIcon } from './status.tsx';
import type { Group, Task } from './task-parts.tsx';

interface Props {
  tasks: readonly Task[];
  /** Null: not grouped by client. */
  groups: readonly Group[] | null;
  empty: ReactNode;
  /** By the server's clock. */
  now: Instant;
  /** The selected servers; null for users who may not change them. */
  selection: { selected: ReadonlySet<number>; onChange: (selected: ReadonlySet<number>) => void } | null;
}

/** The monitored servers (specification, section 2, Schedule Tasks), with their state in words; a name opens the server. */
export function TaskTable({ tasks, groups, empty, now, selection }: Props) {
  const select: TableColumn<Task>[] = selection
    ? [{ header: 'Select', kind: 'handle', cell: (task) => <Select task={task} selection={selection} /> }]
    : [];
  const columns: TableColumn<Task>[] = [
    ...select,
    { header: 'State', cell: (task) => <StateWords task={task} now={now} /> },
    { header: 'Logo', cell: ({ logo }) => logo !== null && <Thumbnail hash={logo} /> },
    {
      header: 'Client Name',
      kind: 'title',
      cell: ({ id, name, account }) => (
        <>
          <Anchor component={Link} to={`/admin/schedule-tasks/${id}`} className={css.name} size="sm" fw={600}>
            {name}
          </Anchor>
          {account !== null && (
            <Text size="xs" c="dimmed">
              {account}
            </Text>
          )}
        </>
      ),
    },
    { header: 'Last Runs', cell: ({ runs, name }) => runs.length > 0 && <Sparkline runs={runs} name={name} /> },
    {
      header: 'Health Status Check Code',
      cell: ({ code }) => (
        <Text size="xs" ff="monospace" className={css.code}>
          {code}
        </Text>
      ),
    },
    { header: 'Health Status Check Interval', cell: scheduleText },
    {
      header: 'System Status Updated On',
      kind: 'line',
      cell: ({ updatedOn }) => updatedOn !== null && formatTimestamp(updatedOn),
    },
    { header: 'Status', cell: ({ status }) => <StatusIcon status={status} /> },
  ];
  const groupOf = groups
    ? ({ accountId }: Task) => ({
        key: accountId ?? 0,
        heading: <GroupHeading group={groups.find(({ account }) => account === accountId)} />,
      })
    : undefined;
  return (
    <DataTable
      label="Schedule Tasks"
      columns={columns}
      rows={tasks}
      keyOf={({ id }) => id}
      empty={empty}
      groupOf={groupOf}
    />
  );
}

/** A client's name, and how many of its servers are in the states that matter. */
function GroupHeading({ group }: { group: Group | undefined }) {
  if (!group) return null;
  const { name, counts } = group;
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const parts = serverStates
    .filter((state) => state !== 'online' && counts[state] > 0)
    .map((state) => `${counts[state].toLocaleString()} ${serverStateNames[state].toLowerCase()}`);
  return (
    <Text component="span" size="sm">
      <strong>{name || 'Servers without a client account'}</strong>{' '}
      {[...parts, `${all.toLocaleString()} ${all === 1 ? 'server' : 'servers'}`].join(' · ')}
    </Text>
  );
}

function Select({ task: { id, name }, selection }: { task: Task; selection: NonNullable<Props['selection']> }) {
  const { selected, onChange } = selection;
  return (
    <Checkbox
      aria-label={`Select ${name}`}
      checked={selected.has(id)}
      onChange={(event) => {
        const next = new Set(selected);
        if (event.currentTarget.checked) next.add(id);
        else next.delete(id);
        onChange(next);
      }}
    />
  );
}
