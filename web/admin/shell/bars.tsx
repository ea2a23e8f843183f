import { Text } from '@mantine/core';
import css from './bars.module.css';

/** One bar: what went well stands below what failed. */
export interface Bar {
  key: string | number;
  /** What the bar says when it is pointed at. */
  title: string;
  ok: number;
  failed: number;
}

interface Props {
  bars: readonly Bar[];
  /** Places for bars; fewer stand at the left. */
  places: number;
  /** The chart in words, for those who do not see it and below it. */
  summary: string;
  /** What stands below the first and the last bar, and what the colours of a bar's two parts mean. */
  legend?: { first: string; last: string; ok: string; failed: string };
}

/** Bars of one kind beside each other, the newest at the right. */
export function Bars({ bars, places, summary, legend }: Props) {
  const longest = Math.max(1, ...bars.map(({ ok, failed }) => ok + failed));
  const heightOf = (value: number) => (value === 0 ? 0 : Math.max(2, (value / longest) * 100));
  return (
    <div>
      <svg
        className={css.chart}
        viewBox={`0 0 ${places * 10} 100`}
        preserveAspectRatio="none"
        role="img"
        aria-label={summary}
      >
        {bars.map(({ key, title, ok, failed }, place) => {
          const [below, above] = [heightOf(ok), heightOf(failed)];
          return (
            <g key={key}>
              <title>{title}</title>
              <rect className={css.ground} x={place * 10} y="0" width="8" height="100" />
              <rect x={place * 10} y={100 - below} width="8" height={below} />
              <rect x={place * 10} y={Math.max(0, 100 - below - above)} width="8" height={above} data-failed />
            </g>
          );
        })}
      </svg>
      {legend && (
        <div className={css.legend}>
          <span>{legend.first}</span>
          <span>
            <span className={css.swatch} aria-hidden="true" /> {legend.ok}{' '}
            <span className={css.swatch} aria-hidden="true" data-failed /> {legend.failed}
          </span>
          <span>{legend.last}</span>
        </div>
      )}
      <Text size="xs" c="dimmed">
        {summary}
      </Text>
    </div>
  );
}
