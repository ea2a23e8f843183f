import { Bars } from '../shell/bars.tsx';
import { formatDuration } from '../shell/time.ts';
import { Heading, type TaskDetail } from './task-parts.tsx';

/** Number of bars in the chart. */
const maxBars = 60;

/** Durations of the latest runs, the newest at the right; only for servers that ping their starts. */
export function Durations({ pings }: { pings: TaskDetail['pings'] }) {
  const runs = pings.flatMap(({ id, kind, durationMilliseconds }) =>
    durationMilliseconds === null ? [] : [{ id, hasFailed: kind === 'failure', length: durationMilliseconds }],
  );
  if (runs.length === 0) return null;
  const shown = runs.slice(0, maxBars).reverse();
  const longest = Math.max(...shown.map(({ length }) => length));
  const summary = `${shown.length} ${shown.length === 1 ? 'run' : 'runs'}, the longest ${formatDuration(longest)}, the last ${formatDuration(shown.at(-1)?.length ?? 0)}`;
  const bars = shown.map(({ id, hasFailed, length }) => ({
    key: id,
    title: formatDuration(length),
    ok: hasFailed ? 0 : Math.max(1, length),
    failed: hasFailed ? Math.max(1, length) : 0,
  }));
  return (
    <>
      <Heading>Durations</Heading>
      <Bars bars={bars} places={maxBars} summary={summary} />
    </>
  );
}
