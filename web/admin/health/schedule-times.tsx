import { Text } from '@mantine/core';
import { formatExactTime, formatZonedTime, type Instant } from '../shell/time.ts';
import css from './health.module.css';

interface Props {
  times: readonly Instant[];
  /** Undefined: the browser's. */
  timeZone: string | undefined;
}

/** The next times of a schedule, in its zone. */
export function ScheduleTimes({ times, timeZone }: Props) {
  if (times.length === 0) return <Text size="sm">No ping is expected: silence raises no alarm.</Text>;
  return (
    <div role="status">
      <Text size="xs" c="dimmed" component="p" id="schedule-times">
        {timeZone === undefined
          ? 'If the server pings now, the next pings are expected at'
          : `The next times in ${timeZone}`}
      </Text>
      <ol className={css.times} aria-labelledby="schedule-times">
        {times.map((at) => (
          <li key={String(at)} title={formatExactTime(at)}>
            {formatZonedTime(at, timeZone)}
          </li>
        ))}
      </ol>
    </div>
  );
}
