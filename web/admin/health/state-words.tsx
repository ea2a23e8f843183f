import { Badge, Group, Text } from '@mantine/core';
import { serverStateNames } from '../../../contract/server-states.ts';
import { formatDateTime, formatExactTime, formatLength, type Instant } from '../shell/time.ts';
import css from './health.module.css';
import { outageText } from './status.tsx';
import type { Task } from './task-parts.tsx';

/** The state in words: how long, why, and what is expected next; maintenance and held alarms as badges. */
export function StateWords({ task, now }: { task: Task; now: Instant }) {
  const { state, statusSince, outage, runningSince, nextAt, maintenanceUntil, isHeld } = task;
  const since = (at: Instant) => formatLength(Number(new Date(now)) - Number(new Date(at)));
  const until = (at: Instant) => formatLength(Number(new Date(at)) - Number(new Date(now)));
  return (
    <div className={css.state} data-state={state}>
      <Text size="sm" fw={600} title={formatExactTime(statusSince)}>
        {state === 'offline' ? `Offline for ${since(statusSince)}` : serverStateNames[state]}
      </Text>
      {outage !== null && outage.cause !== null && <Text size="xs">{outageText(outage)}</Text>}
      {runningSince !== null && <Text size="xs">Running since {formatDateTime(runningSince)}</Text>}
      {nextAt !== null && state === 'online' && (
        <Text size="xs" c="dimmed">
          Next due in {until(nextAt)}
        </Text>
      )}
      {nextAt !== null && state === 'late' && <Text size="xs">Due {since(nextAt)} ago</Text>}
      {(maintenanceUntil !== null || isHeld) && (
        <Group gap={4} mt={2}>
          {maintenanceUntil !== null && (
            <Badge variant="default" tt="none" size="sm" className={css.badge}>
              Maintenance until {formatDateTime(maintenanceUntil)}
            </Badge>
          )}
          {isHeld && (
            <Badge variant="default" tt="none" size="sm" className={css.badge}>
              Alarms held back
            </Badge>
          )}
        </Group>
      )}
    </div>
  );
}
