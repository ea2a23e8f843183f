import { Group, Text } from '@mantine/core';
import type { inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from '../../../server/trpc/app-router.ts';
import { formatDateTime, formatExactTime, formatLength, type Instant } from '../shell/time.ts';
import { NotifiedList } from './notified-list.tsx';
import css from './outage-list.module.css';
import { outageText } from './status.tsx';

type Outage = inferRouterOutputs<AppRouter>['health']['outages']['outages'][number];

/** The outages of the last 90 days, the newest first: length, cause, and who was notified by which channel. */
export function OutageList({ outages, now }: { outages: readonly Outage[]; now: Instant }) {
  if (outages.length === 0)
    return (
      <Text size="sm" c="dimmed">
        No outage in the last 90 days.
      </Text>
    );
  return (
    <ol className={css.outages}>
      {outages.map((outage) => (
        <li key={String(outage.at)} className={css.outage} data-open={outage.until === null || undefined}>
          <Group gap="xs" justify="space-between">
            <Text size="sm" fw={600}>
              {outage.until === null ? 'Offline' : 'Was offline'} for{' '}
              {formatLength(Number(new Date(outage.until ?? now)) - Number(new Date(outage.at)))}
            </Text>
            <Text size="xs" c="dimmed" title={formatExactTime(outage.at)}>
              since {formatDateTime(outage.at)}
              {outage.until !== null && ` until ${formatDateTime(outage.until)}`}
            </Text>
          </Group>
          {outage.cause !== null && <Text size="sm">{outageText(outage)}</Text>}
          <NotifiedList notified={outage.notified} />
        </li>
      ))}
    </ol>
  );
}
