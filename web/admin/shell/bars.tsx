import { Text } from '@mantine/core';
import css from './bars.module.css';

/** One bar: successes below, failures above. */
interface Bar {
  key: string | number;
  /** Tooltip of the bar. */
  title: string;
  ok: number;
  failed: number;
}

interface Props {
  bars: readonly Bar[];
  /** Number of places; fewer bars start at the left. */
  places: number;
  /** Text alternative of the chart, also shown below. */
  summary: string;
  /** Labels of the first and the last bar, and of the two colours. */
  legend?: { first: string; last: string; ok: string; failed: string };
}

/** A bar chart, newest bar at the right. */
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
