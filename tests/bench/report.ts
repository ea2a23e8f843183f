/** A measured value and its target; a row without limits is only shown. */
export interface Row {
  name: string;
  target: string;
  figure: number;
  least?: number;
  most?: number;
}

/** True if the value is a number within its limits. */
export function isMet({ figure, least, most }: Row): boolean {
  return figure >= (least ?? Number.NEGATIVE_INFINITY) && figure <= (most ?? Number.POSITIVE_INFINITY);
}

/** Formats the rows as a Markdown table. */
export function table(rows: readonly Row[]): string {
  const cells = rows.map((row) => [row.name, row.target, String(round(row.figure)), verdict(row)]);
  const all = [['', 'target', 'figure', 'ok'], ...cells];
  const widths = [0, 1, 2, 3].map((column) => Math.max(...all.map((line) => line[column]?.length ?? 0)));
  const drawn = all.map((line) => `| ${line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`);
  return [drawn[0], `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`, ...drawn.slice(1)].join('\n');
}

function verdict(row: Row): string {
  if (row.least === undefined && row.most === undefined) return '';
  return isMet(row) ? 'yes' : 'NO';
}

/** The median; of an even number of values the upper one. */
export function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

/** Rounds to three decimals. */
export function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}
