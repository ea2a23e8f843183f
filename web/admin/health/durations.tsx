import { Text } from '@mantine/core';
import { duration } from './format.ts';
import css from './health.module.css';
import { Heading, type TaskDetail } from './task-panel.tsx';

/** Bars of the chart. */
const most = 60;

/** How long the last runs took, the newest at the right; shown for servers that report starts. */
export function Durations({ hits }: { hits: TaskDetail['hits'] }) {
  const runs = hits.flatMap(({ id, kind, durationMilliseconds }) =>
    durationMilliseconds === null ? [] : [{ id, hasFailed: kind === 'failure', length: durationMilliseconds }],
  );
  if (runs.length === 0) return null;
  const shown = runs.slice(0, most).reverse();
  const longest = Math.max(1, ...shown.map(({ length }) => length));
  const summary = `${shown.length} runs, the longest ${duration(longest)}, the last ${duration(shown.at(-1)?.length ?? 0)}`;
  return (
    <>
      <Heading>Durations</Heading>
      <svg
        className={css.chart}
        viewBox={`0 0 ${most * 10} 100`}
        preserveAspectRatio="none"
        role="img"
        aria-label={summary}
      >
        {shown.map(({ id, hasFailed, length }, place) => {
          const height = Math.max(2, (length / longest) * 100);
          return (
            <rect
              key={id}
              x={place * 10}
              y={100 - height}
              width="8"
              height={height}
              data-failed={hasFailed || undefined}
            >
              <title>{duration(length)}</title>
            </rect>
          );
        })}
      </svg>
      <Text size="xs" c="dimmed">
        {summary}
      </Text>
    </>
  );
}
