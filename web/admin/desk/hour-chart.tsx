import { Anchor, Text, Title } from '@mantine/core';
import { formatClock, type Instant } from '../shell/time.ts';
import { DataTable, type TableColumn } from '../tables/data-table.tsx';
import css from './desk.module.css';

/** A colour with a meaning. */
type Tone = 'good' | 'waiting' | 'bad' | 'other';

/** Numbers by hour, with their word after a number: `delivered`. */
interface Series {
  word: string;
  tone: Tone;
  values: readonly number[];
  /** Address of what is counted. */
  href?: string;
}

interface Props {
  title: string;
  /** Starts of the spans. */
  starts: readonly Instant[];
  /** Names of the spans; by default the time of day. */
  nameOf?: (start: Instant) => string;
  /** Labels of the first and the last bar. */
  ends?: { first: string; last: string };
  /** Drawn above each other, the first at the bottom. */
  series: readonly Series[];
  /** Shown while all values are 0. */
  empty: string;
}

interface Row {
  name: string;
  values: number[];
}

/** Numbers of the last hours as stacked bars, in words, and as a table. */
export function HourChart({ title, starts, nameOf = formatClock, ends = lastDay, series, empty }: Props) {
  const sums = series.map(({ values }) => values.reduce((sum, value) => sum + value, 0));
  const total = sums.reduce((sum, value) => sum + value, 0);
  const rows = starts.map((start, place) => ({
    name: nameOf(start),
    values: series.map(({ values }) => values[place] ?? 0),
  }));
  const words = series.map(({ word }, place) => `${(sums[place] ?? 0).toLocaleString('en')} ${word}`);
  const summary = total === 0 ? empty : words.join(', ');
  return (
    <div className={css.card}>
      <Title order={3} size="sm" fw={600}>
        {title}
      </Title>
      <div className={css.total}>{total.toLocaleString('en')}</div>
      {total > 0 && (
        <>
          <Bars rows={rows} series={series} label={`${title}: ${summary}`} />
          <div className={css.ends} aria-hidden="true">
            <span>{ends.first}</span>
            <span>{ends.last}</span>
          </div>
        </>
      )}
      <ul className={css.legend}>
        {total === 0 && <li>{empty}</li>}
        {total > 0 &&
          series.map(({ word, tone, href }, place) => (
            <li key={word}>
              <span className={css.swatch} data-tone={tone} aria-hidden="true" />{' '}
              {href !== undefined && (sums[place] ?? 0) > 0 ? (
                <Anchor href={href} fz="inherit" className={css.link}>
                  {words[place]}
                </Anchor>
              ) : (
                words[place]
              )}
            </li>
          ))}
      </ul>
      {total > 0 && <AsTable title={title} rows={rows} series={series} />}
    </div>
  );
}

const lastDay = { first: '24 hours ago', last: 'now' };

function Bars({ rows, series, label }: { rows: readonly Row[]; series: readonly Series[]; label: string }) {
  const highest = Math.max(1, ...rows.map(({ values }) => sumOf(values)));
  // A value is never too small to be seen.
  const heightOf = (value: number) => (value === 0 ? 0 : Math.max(4, (value / highest) * 100));
  return (
    <svg
      className={css.chart}
      viewBox={`0 0 ${rows.length * 10} 104`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      {rows.map(({ name, values }, place) => {
        let top = 104;
        return (
          <g key={place}>
            <title>{`${name}: ${values.map((value, one) => `${value.toLocaleString('en')} ${series[one]?.word}`).join(', ')}`}</title>
            <rect className={css.ground} x={place * 10} y="0" width="10" height="104" />
            {values.map((value, one) => {
              const height = heightOf(value);
              top -= height;
              const { word = '', tone } = series[one] ?? {};
              return <rect key={word} x={place * 10 + 1} y={top} width="8" height={height} data-tone={tone} />;
            })}
          </g>
        );
      })}
    </svg>
  );
}

function AsTable({ title, rows, series }: { title: string; rows: readonly Row[]; series: readonly Series[] }) {
  const columns: TableColumn<Row>[] = [
    { header: 'From', kind: 'title', cell: ({ name }) => name },
    ...series.map(({ word }, place) => ({
      header: word.charAt(0).toUpperCase() + word.slice(1),
      cell: ({ values }: Row) => (values[place] ?? 0).toLocaleString('en'),
    })),
  ];
  const busy = rows.filter(({ values }) => sumOf(values) > 0).reverse();
  return (
    <details className={css.table}>
      <summary>
        <Text size="xs" component="span">
          As a table
        </Text>
      </summary>
      <DataTable label={title} columns={columns} rows={busy} keyOf={({ name }) => name} className={css.rows} />
    </details>
  );
}

const sumOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);
