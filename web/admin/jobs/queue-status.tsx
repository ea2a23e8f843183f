import type { inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from '../../../server/trpc/app-router.ts';
import { Bars } from '../shell/bars.tsx';
import { formatAge, formatClock, formatInterval, formatRelative } from '../shell/time.ts';
import { DataTable, type TableColumn } from '../tables/data-table.tsx';
import css from './jobs.module.css';
import { Part } from './part.tsx';

export type Overview = inferRouterOutputs<AppRouter>['jobs']['overview'];
type QueueStatus = NonNullable<Overview['status']>;
type Minute = QueueStatus['throughput'][number];

/** A longer wait of the oldest job is shown as an alarm, in seconds. */
const maxWaitSeconds = 300;

/** Number of jobs in each state, and the age of the oldest waiting job. */
export function Figures({ status }: { status: QueueStatus }) {
  const { waiting, oldestDueSeconds, active, delayed, parked } = status;
  const figures = [
    { name: 'Waiting', value: waiting.toLocaleString() },
    { name: 'Oldest job', value: formatAge(oldestDueSeconds), isAlarm: oldestDueSeconds > maxWaitSeconds },
    { name: 'Running', value: active.toLocaleString() },
    { name: 'Delayed', value: delayed.toLocaleString() },
    { name: 'Parked', value: parked.toLocaleString(), isAlarm: parked > 0 },
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

const minuteColumns: readonly TableColumn<Minute>[] = [
  { header: 'Minute', cell: ({ minute }) => formatClock(minute) },
  { header: 'Completed', cell: ({ completed }) => completed },
  { header: 'Failed', cell: ({ failed }) => failed },
];

/** Runs of the last hour by minute, as a chart and as a table. */
export function Throughput({ minutes }: { minutes: readonly Minute[] }) {
  const sum = (of: 'completed' | 'failed') => minutes.reduce((total, minute) => total + minute[of], 0);
  const [completed, failed] = [sum('completed'), sum('failed')];
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
        summary={`${completed.toLocaleString()} runs completed in the last hour, ${failed.toLocaleString()} failed.`}
        legend={{ first: '60 minutes ago', last: 'now', ok: 'completed', failed: 'failed' }}
      />
      {busy.length > 0 && (
        <details className={css.table}>
          <summary style={{ minHeight: 24 }}>As a table</summary>
          <DataTable
            label="Runs by minute"
            columns={minuteColumns}
            rows={busy}
            keyOf={({ minute }) => String(minute)}
            className={css.minutes}
          />
        </details>
      )}
    </Part>
  );
}

/** Jobs that run on a schedule. */
export function Schedules({ schedules, now }: Pick<QueueStatus, 'schedules'> & Pick<Overview, 'now'>) {
  const columns: TableColumn<QueueStatus['schedules'][number]>[] = [
    { header: 'Job', cell: ({ name }) => name },
    { header: 'Runs', cell: ({ everySeconds }) => formatInterval(everySeconds) },
    { header: 'Last run', cell: ({ lastRunAt }) => (lastRunAt ? formatRelative(lastRunAt, now) : 'not yet') },
    { header: 'Next run', cell: ({ nextRunAt }) => formatRelative(nextRunAt, now) },
  ];
  return (
    <Part title="Schedules">
      <DataTable
        label="Schedules"
        columns={columns}
        rows={schedules}
        keyOf={({ name }) => name}
        empty="There are no scheduled jobs yet. A worker process adds them when it starts."
      />
    </Part>
  );
}
