import { z } from 'zod';

/** A measurement; one line of the table. Without a target the line is only shown. */
export const row = z.object({
  /** What is measured, with the database where that matters: `GET / br, SQLite`. */
  what: z.string(),
  /** The product's rate or other figure, in `unit`. */
  figure: z.number().optional(),
  /** Unit of `figure` and `floor`, such as `/s`, `ms` or `MB`. */
  unit: z.string().optional(),
  /** The same figure of the floor: the least that any program could do for the same result. */
  floor: z.number().optional(),
  /** The product's figure of the floor's: for rates at most 1. */
  ratio: z.number().optional(),
  /** 99th percentile of the answer times, in ms. */
  p99: z.number().optional(),
  /** The limit of one of the figures. */
  target: z
    .object({
      of: z.enum(['figure', 'ratio', 'p99']),
      least: z.number().optional(),
      most: z.number().optional(),
    })
    .optional(),
});
export type Row = z.infer<typeof row>;
type Target = NonNullable<Row['target']>;

/** A target for a figure, or with `of` for the ratio or the p99. */
export const atLeast = (least: number, of: Target['of'] = 'figure'): Target => ({ of, least });

/** A target for a figure, or with `of` for the ratio or the p99. */
export const atMost = (most: number, of: Target['of'] = 'figure'): Target => ({ of, most });

/** True if the row has no target, or its value is a number within its limits. */
export function isMet(row: Row): boolean {
  if (!row.target) return true;
  const value = row[row.target.of] ?? Number.NaN;
  return (
    value >= (row.target.least ?? Number.NEGATIVE_INFINITY) && value <= (row.target.most ?? Number.POSITIVE_INFINITY)
  );
}

const headings = ['what', 'rate or figure', 'floor', 'ratio', 'p99, ms', 'target', 'result'];

/** Formats the rows as an aligned table that is Markdown too. */
export function table(rows: readonly Row[]): string {
  return drawTable(rows.map(cells));
}

/** A table with the lines of an older one replaced by the rows that were measured again; new rows follow their neighbours. */
export function updatedTable(older: string, rows: readonly Row[]): string {
  const lines = older
    .split('\n')
    .slice(2)
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
  let place = lines.length;
  for (const line of rows.map(cells)) {
    const known = lines.findIndex((one) => rowName(one) === rowName(line));
    if (known === -1) lines.splice(place, 0, line);
    else lines[known] = line;
    place = (known === -1 ? place : known) + 1;
  }
  return drawTable(lines);
}

/** What a line measures, without the remark in parentheses, which may differ from run to run. */
function rowName([what = '']: readonly string[]): string {
  return what.replace(/ \([^)]*\)/g, '');
}

function drawTable(rows: readonly (readonly string[])[]): string {
  const lines = [headings, ...rows];
  const widths = headings.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  // Figures to the right; the first and the last column to the left.
  const isText = (column: number) => column === 0 || column >= headings.length - 2;
  const drawn = lines.map((line) => {
    const padded = widths.map((width, column) =>
      isText(column) ? (line[column] ?? '').padEnd(width) : (line[column] ?? '').padStart(width),
    );
    return `| ${padded.join(' | ')} |`;
  });
  const rule = widths.map((width, column) => `${'-'.repeat(width + 1)}${isText(column) ? '-' : ':'}`).join('|');
  return [drawn[0], `|${rule}|`, ...drawn.slice(1)].join('\n');
}

function cells(row: Row): string[] {
  const withUnit = (value: number | undefined) =>
    value === undefined ? '' : `${formatNumber(value)}${row.unit ? ` ${row.unit}` : ''}`;
  const plain = (value: number | undefined) => (value === undefined ? '' : formatNumber(value));
  return [
    row.what.replaceAll('|', '/'),
    withUnit(row.figure),
    withUnit(row.floor),
    plain(row.ratio),
    plain(row.p99),
    targetOf(row),
    row.target ? (isMet(row) ? 'pass' : 'FAIL') : '',
  ];
}

function targetOf({ target, unit }: Row): string {
  if (!target) return '';
  const { of, least, most } = target;
  const suffix = of === 'p99' ? ' ms' : of === 'figure' && unit ? ` ${unit}` : '';
  const limits = [
    ...(least === undefined ? [] : [`≥ ${formatNumber(least)}${suffix}`]),
    ...(most === undefined ? [] : [`≤ ${formatNumber(most)}${suffix}`]),
  ];
  return [...(of === 'figure' ? [] : [of]), limits.join(', ')].join(' ');
}

/** A number with three significant digits, whole from 100 on, with a separator of thousands. */
export function formatNumber(value: number): string {
  if (!Number.isFinite(value)) return 'none';
  return Math.abs(value) >= 100 ? Math.round(value).toLocaleString('en-US') : String(Number(value.toPrecision(3)));
}

/** The median; of an even number of values the upper one. */
export function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

/**
 * Measures a part of the bench and sends its rows to main.ts, which started this process. The part and its servers end
 * with main.ts, and after an interruption.
 */
export async function runPart(measure: () => Promise<Row[]>): Promise<void> {
  const end = () => process.exit(1);
  for (const event of ['SIGINT', 'SIGTERM', 'disconnect'] as const) process.once(event, end);
  const rows = await measure();
  if (!process.send) throw new Error('start this part with: npm run bench -- <part>');
  process.off('disconnect', end);
  process.send(rows, undefined, undefined, () => process.disconnect());
}
