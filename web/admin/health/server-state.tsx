import { Group, Text } from '@mantine/core';
import { SectionCard } from '../shell/section-card.tsx';
import { formatDateTime, formatExactTime, formatLength, formatRelative } from '../shell/time.ts';
import { scheduleText } from './schedule-text.ts';
import { outageText, StatusIcon, statusLabels } from './status.tsx';
import type { TaskDetail } from './task-parts.tsx';

/** The state in words: since when, why, what is expected next, and until when alarms are held back. */
export function ServerState({ task }: { task: TaskDetail }) {
  const { status, statusSince, outage, runningSince, hold, nextMaintenance, dueAt, now } = task;
  const length = formatLength(Number(new Date(now)) - Number(new Date(statusSince)));
  return (
    <SectionCard title="State" aside={<Text size="sm">Expected pings: {scheduleText(task)}</Text>}>
      <Group gap="sm">
        <StatusIcon status={status} />
        <Text fw={700} size="lg">
          {statusLabels[status]}
        </Text>
        <Text size="sm" c="dimmed" title={formatExactTime(statusSince)}>
          for {length}, since {formatDateTime(statusSince)}
        </Text>
      </Group>
      {outage !== null && outage.cause !== null && <Text size="sm">{outageText(outage)}</Text>}
      {runningSince !== null && <Text size="sm">Running since {formatDateTime(runningSince)}</Text>}
      {dueAt !== null && status !== 'offline' && (
        <Text size="sm" c="dimmed">
          {runningSince === null ? 'Offline without a ping by' : 'Offline unless the run ends by'}{' '}
          {formatDateTime(dueAt)} ({formatRelative(dueAt, now)})
        </Text>
      )}
      {hold !== null && (
        <Text size="sm" role="status">
          Alarms are held back until {formatDateTime(hold.until)}: {holdReasons[hold.reason]}
        </Text>
      )}
      {nextMaintenance !== null && (
        <Text size="sm">
          Maintenance from {formatDateTime(nextMaintenance.from)} until {formatDateTime(nextMaintenance.until)}
        </Text>
      )}
    </SectionCard>
  );
}

const holdReasons = {
  maintenance: 'the server is in maintenance.',
  parent: 'a server that this one needs is offline, or has just come back.',
  flapping:
    'the status has changed four times within an hour. An outage that lasts five minutes is announced without further delay.',
};
