import { Divider, Group, Skeleton, Stack, Text } from '@mantine/core';
import { userMay } from '../accounts/store.ts';
import { trpc } from '../api/client.ts';
import { Loaded } from '../shell/loaded.tsx';
import { Panel } from '../shell/panel.tsx';
import { formatDuration, formatTimestamp } from '../shell/time.ts';
import { Durations } from './durations.tsx';
import css from './health.module.css';
import { Settings } from './settings.tsx';
import { Snippets } from './snippets.tsx';
import { outageText, StatusIcon, statusLabels } from './status.tsx';
import { Heading, ScrollingText, type Task, type TaskDetail } from './task-parts.tsx';

/** Polling interval of the open panel, in ms. */
const pollInterval = 5000;

/** One server: uptime, status changes, pings, and the settings for Admins. */
export function TaskPanel({ task, onClose }: { task: Task | undefined; onClose: () => void }) {
  const isOpen = task !== undefined;
  const query = trpc.health.detail.useQuery({ id: task?.id ?? 1 }, { enabled: isOpen, refetchInterval: pollInterval });
  return (
    <Panel title={task?.name ?? ''} isOpen={isOpen} onClose={onClose} opener={`task-${task?.id}`} isWide>
      <Loaded query={query} what="server" waiting={<Skeleton h={300} />}>
        {(detail) => <Detail task={detail} />}
      </Loaded>
    </Panel>
  );
}

function Detail({ task }: { task: TaskDetail }) {
  const isAdmin = userMay('health:write');
  return (
    <Stack gap="md">
      <Group gap="sm">
        <StatusIcon status={task.status} />
        <Text fw={600}>{statusLabels[task.status]}</Text>
        {task.dueAt && (
          <Text size="sm" c="dimmed">
            {task.runningSince === null ? 'Offline without a ping by' : 'Offline unless the run ends by'}{' '}
            {formatTimestamp(task.dueAt)}
          </Text>
        )}
      </Group>
      <PanelNotes task={task} />
      <Group gap="xl">
        {task.uptime.map(({ days, share }) => (
          <div key={days}>
            <Text size="xs" c="dimmed">
              {days} days
            </Text>
            <Text fw={600}>{percent(share)}</Text>
          </div>
        ))}
      </Group>
      {isAdmin && <Settings key={task.id} task={task} />}
      <Divider />
      <Heading>Status changes</Heading>
      {task.flips.length === 0 && <Text size="sm">None in the last 90 days.</Text>}
      <ol className={css.list}>
        {task.flips.map(({ at, status, previous, ...outage }) => (
          <li key={`${at} ${status}`}>
            <StatusIcon status={status} />
            <Text size="sm">
              {statusLabels[previous]} → {statusLabels[status]}
            </Text>
            <Text size="sm" c="dimmed">
              {formatTimestamp(at)}
            </Text>
            {outage.cause !== null && <Text size="sm">{outageText(outage)}</Text>}
          </li>
        ))}
      </ol>
      <Durations pings={task.pings} />
      <Heading>Latest pings</Heading>
      <Pings pings={task.pings} />
      {isAdmin && <Snippets code={task.code} interval={task.interval} />}
    </Stack>
  );
}

/** The outage's cause, the current run, and until when and why alarms are held back. */
function PanelNotes({ task }: { task: TaskDetail }) {
  const { outage, runningSince, hold, nextMaintenance } = task;
  return (
    <>
      {outage !== null && outage.cause !== null && <Text size="sm">{outageText(outage)}</Text>}
      {runningSince !== null && <Text size="sm">Running since {formatTimestamp(runningSince)}</Text>}
      {hold !== null && (
        <Text size="sm" role="status">
          Alarms are held back until {formatTimestamp(hold.until)}: {holdReasons[hold.reason]}
        </Text>
      )}
      {nextMaintenance !== null && (
        <Text size="sm">
          Maintenance from {formatTimestamp(nextMaintenance.from)} until {formatTimestamp(nextMaintenance.until)}
        </Text>
      )}
    </>
  );
}

const holdReasons = {
  maintenance: 'the server is in maintenance.',
  flapping:
    'the status has changed four times within an hour. An outage that lasts five minutes is announced without further delay.',
};

function Pings({ pings }: { pings: TaskDetail['pings'] }) {
  if (pings.length === 0) return <Text size="sm">The server has not sent a ping yet.</Text>;
  return (
    <ol className={css.list}>
      {pings.map((ping) => (
        <li key={ping.id}>
          <Text size="sm" fw={500}>
            {label(ping)}
          </Text>
          <Text size="sm">{formatTimestamp(ping.at)}</Text>
          <Text size="xs" c="dimmed">
            {[
              ping.method,
              ping.durationMilliseconds === null ? '' : formatDuration(ping.durationMilliseconds),
              ping.userAgent,
            ]
              .filter((part) => part !== '')
              .join(' · ')}
          </Text>
          {ping.body !== '' && <ScrollingText className={css.body}>{ping.body}</ScrollingText>}
        </li>
      ))}
    </ol>
  );
}

function label({ kind, exitCode }: TaskDetail['pings'][number]): string {
  if (kind === 'start') return 'Started';
  if (kind === 'success') return 'OK';
  return exitCode === null ? 'Failed' : `Failed with exit code ${exitCode}`;
}

/** Share of time online in percent, rounded down: 100 % only without an outage; a dash for null. */
function percent(share: number | null): string {
  if (share === null) return '–';
  return `${(Math.floor(share * 10_000) / 100).toFixed(share === 1 ? 0 : 2)} %`;
}
