import { Bars } from '../shell/bars.tsx';
import { formatDuration } from '../shell/time.ts';
import { Heading, type TaskDetail } from './task-detail.tsx';

/** Bars of the chart. */
const most = 60;

/** How long the last runs took, the newest at the right; shown for servers that report starts. */
export function Durations({ hits }: { hits: TaskDetail['hits'] }) {
  const runs = hits.flatMap(({ id, kind, durationMilliseconds }) =>
    durationMilliseconds === null ? [] : [{ id, hasFailed: kind === 'failure', length: durationMilliseconds }],
  );
  if (runs.length === 0) return null;
  const shown = runs.slice(0, most).reverse();
  const longest = Math.max(...shown.map(({ length }) => length));
  const summary = `${shown.length} runs, the longest ${formatDuration(longest)}, the last ${formatDuration(shown.at(-1)?.length ?? 0)}`;
  const bars = shown.map(({ id, hasFailed, length }) => ({
    key: id,
    title: formatDuration(length),
    ok: hasFailed ? 0 : Math.max(1, length),
    failed: hasFailed ? Math.max(1, length) : 0,
  }));
  return (
    <>
      <Heading>Durations</Heading>
      <Bars bars={bars} places={most} summary={summary} />
    </>
  );
}
