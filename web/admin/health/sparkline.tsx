import css from './health.module.css';
import type { Task } from './task-parts.tsx';

/** The last runs, the newest at the right: the height is the duration where it is known, the colour whether a run failed. */
export function Sparkline({ runs, name }: { runs: Task['runs']; name: string }) {
  if (runs.length === 0) return null;
  const longest = Math.max(1, ...runs.map(({ milliseconds }) => milliseconds ?? 0));
  const failed = runs.filter(({ hasFailed }) => hasFailed).length;
  const bars = runs.map((run, place) => ({
    ...run,
    key: place,
    height: run.milliseconds === null ? 60 : 15 + (85 * run.milliseconds) / longest,
  }));
  return (
    <span
      className={css.sparkline}
      role="img"
      aria-label={`The last ${runs.length} runs of ${name}: ${failed === 0 ? 'none failed' : `${failed} failed`}`}
    >
      {bars.map(({ key, height, hasFailed }) => (
        <span key={key} style={{ height: `${height}%` }} data-failed={hasFailed || undefined} />
      ))}
    </span>
  );
}
