import { Anchor, Group, Stack, Text } from '@mantine/core';
import { formatExactTime, formatInterval, formatRelative, type Instant } from '../shell/time.ts';
import css from './health.module.css';
import type { TaskDetail } from './task-parts.tsx';

type Check = TaskDetail['checks'][number];

const stateNames = { new: 'Not checked yet', up: 'Up', down: 'Down' } as const;

interface Props {
  checks: readonly Check[];
  now: Instant;
  /** Opens a check to change it; undefined for those who may not. */
  onOpen?: (id: number) => void;
}

/** The active checks of a server: their state, how long the last attempt took, and why it failed. */
export function CheckList({ checks, now, onOpen }: Props) {
  return (
    <Stack gap="sm" component="ul" className={css.list}>
      {checks.map((check) => (
        <li key={check.id}>
          <Group gap="xs" justify="space-between" wrap="nowrap" align="flex-start">
            {onOpen ? (
              <Anchor
                component="button"
                id={`check-row-${check.id}`}
                size="sm"
                fw={600}
                ta="start"
                mih={24}
                className={css.code}
                onClick={() => onOpen(check.id)}
              >
                {check.address}
              </Anchor>
            ) : (
              <Text size="sm" fw={600} className={css.code}>
                {check.address}
              </Text>
            )}
            <Text size="sm" fw={600} className={css.checkState} data-status={check.status}>
              {check.isActive ? stateNames[check.status] : 'Switched off'}
            </Text>
          </Group>
          <Text size="xs" c="dimmed" title={check.checkedAt === null ? undefined : formatExactTime(check.checkedAt)}>
            {[
              formatInterval(check.everySeconds),
              ...(check.checkedAt === null ? [] : [`last ${formatRelative(check.checkedAt, now)}`]),
              ...(check.latencyMs === null ? [] : [`took ${check.latencyMs.toLocaleString()} ms`]),
            ].join(' · ')}
          </Text>
          {check.reason !== '' && <Text size="sm">{check.reason}</Text>}
        </li>
      ))}
    </Stack>
  );
}
