import { Table } from '@mantine/core';
import type { inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from '../../../server/trpc/app-router.ts';
import { PlainTable } from '../records/scrolling-table.tsx';
import { Bars } from '../shell/bars.tsx';
import { formatAge, formatClock, formatInterval, formatRelative } from '../shell/time.ts';
import css from './jobs.module.css';
import { Nothing, Part } from './part.tsx';

export type Overview = inferRouterOutputs<AppRouter>['jobs']['overview'];
export type Standing = NonNullable<Overview['standing']>;

/** How many jobs there are of each kind, and how long the oldest waits. */
export function Figures({ standing }: { standing: Standing }) {
  const figures = [
    { name: 'Waiting', value: standing.waiting.toLocaleString() },
    { name: 'Oldest waits', value: formatAge(standing.oldestDueSeconds), isAlarm: standing.oldestDueSeconds > 300 },
    { name: 'Running', value: standing.active.toLocaleString() },
    { name: 'Later', value: standing.delayed.toLocaleString() },
    { name: 'Parked', value: standing.parked.toLocaleString(), isAlarm: standing.parked > 0 },
  ];
  return (
    <dl className={css.figures} aria-label="Jobs in the queue">
      {figures.map(({ name, value, isAlarm = false }) => (
        <div key={name} data-alarm={isAlarm || undefined}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Runs of the last hour, minute by minute, as a chart and as a table. */
export function Throughput({ minutes }: { minutes: Standing['throughput'] }) {
  const sum = (of: 'completed' | 'failed') => minutes.reduce((total, minute) => total + minute[of], 0);
  const [completed, failed] = [sum('completed'), sum('failed')];
  const summary = `${completed.toLocaleString()} runs completed in the last hour, ${failed.toLocaleString()} failed.`;
  const busy = minutes.filter((minute) => minute.completed + minute.failed > 0).reverse();
  return (
    <Part title="Last hour">
      <Bars
        bars={minutes.map((minute) => ({
          key: String(minute.minute),
          title: `${formatClock(minute.minute)}: ${minute.completed} completed, ${minute.failed} failed`,
          ok: minute.completed,
          failed: minute.failed,
        }))}
        places={minutes.length}
        summary={summary}
        legend={{ first: '60 minutes ago', last: 'now', ok: 'completed', failed: 'failed' }}
      />
      {busy.length > 0 && (
        <details className={css.table}>
          <summary>As a table</summary>
          <PlainTable label="Runs by minute" headers={['Minute', 'Completed', 'Failed']} className={css.minutes}>
            {busy.map((minute) => (
              <Table.Tr key={String(minute.minute)}>
                <Table.Td>{formatClock(minute.minute)}</Table.Td>
                <Table.Td>{minute.completed}</Table.Td>
                <Table.Td>{minute.failed}</Table.Td>
              </Table.Tr>
            ))}
          </PlainTable>
        </details>
      )}
    </Part>
  );
}

/** Jobs that run by themselves. */
export function Schedules({ schedules, now }: { schedules: Standing['schedules']; now: Overview['now'] }) {
  return (
    <Part title="Schedules">
      {schedules.length === 0 ? (
        <Nothing>No job runs by itself yet: a worker process enters the schedules when it starts.</Nothing>
      ) : (
        <PlainTable label="Schedules" headers={['Job', 'Runs', 'Last run', 'Next run']}>
          {schedules.map(({ name, everySeconds, lastRunAt, nextRunAt }) => (
            <Table.Tr key={name}>
              <Table.Td>{name}</Table.Td>
              <Table.Td>{formatInterval(everySeconds)}</Table.Td>
              <Table.Td>{lastRunAt ? formatRelative(lastRunAt, now) : 'not yet'}</Table.Td>
              <Table.Td>{formatRelative(nextRunAt, now)}</Table.Td>
            </Table.Tr>
          ))}
        </PlainTable>
      )}
    </Part>
  );
}
