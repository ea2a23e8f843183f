import { Text } from '@mantine/core';
import { formatLength } from '../shell/time.ts';
import css from './day-bar.module.css';
import type { TaskDetail } from './task-parts.tsx';

/** One bar for each day in the colour of its worst state, today at the right. */
export function DayBar({ days }: { days: TaskDetail['days'] }) {
  const bad = days.filter(({ state }) => state === 'offline');
  const seconds = bad.reduce((sum, { offlineSeconds }) => sum + offlineSeconds, 0);
  const summary =
    bad.length === 0
      ? 'No outage in these days.'
      : `Offline on ${bad.length} ${bad.length === 1 ? 'day' : 'days'}, ${formatLength(seconds * 1000)} in all.`;
  return (
    <>
      <div className={css.bar} role="img" aria-label={`The last ${days.length} days. ${summary}`}>
        {days.map(({ day, state, offlineSeconds }) => (
          <span
            key={day}
            data-state={state}
            title={
              state === 'offline'
                ? `${day}: offline for ${formatLength(offlineSeconds * 1000)}`
                : `${day}: ${words[state]}`
            }
          />
        ))}
      </div>
      <Text size="sm" c="dimmed">
        {summary}
      </Text>
    </>
  );
}

const words = { online: 'online', unknown: 'not monitored' };
