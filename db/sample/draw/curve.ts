import { n } from './svg.ts';

export type Point = readonly [x: number, y: number];

/** Straight-sided outline through points. */
export function facet(...points: readonly Point[]): string {
  return `M${points.map(([x, y]) => `${n(x)} ${n(y)}`).join('L')}Z`;
}

/** Open smooth line through points (Catmull-Rom). */
export function flow(points: readonly Point[]): string {
  const first = points[0];
  if (!first) return '';
  const pieces = points.slice(1).map((end, i) => {
    const start = points[i] ?? end;
    const before = points[i - 1] ?? start;
    const after = points[i + 2] ?? end;
    const c1 = `${n(start[0] + (end[0] - before[0]) / 6)} ${n(start[1] + (end[1] - before[1]) / 6)}`;
    const c2 = `${n(end[0] - (after[0] - start[0]) / 6)} ${n(end[1] - (after[1] - start[1]) / 6)}`;
    return `C${c1} ${c2} ${n(end[0])} ${n(end[1])}`;
  });
  return `M${n(first[0])} ${n(first[1])}${pieces.join('')}`;
}

/** Closed smooth outline through points. */
export function blob(points: readonly Point[]): string {
  const count = points.length;
  const pick = (i: number): Point => points[(i + count) % count] ?? [0, 0];
  const start = pick(0);
  const pieces = points.map((from, i) => {
    const to = pick(i + 1);
    const before = pick(i - 1);
    const after = pick(i + 2);
    const c1 = `${n(from[0] + (to[0] - before[0]) / 6)} ${n(from[1] + (to[1] - before[1]) / 6)}`;
    const c2 = `${n(to[0] - (after[0] - from[0]) / 6)} ${n(to[1] - (after[1] - from[1]) / 6)}`;
    return `C${c1} ${c2} ${n(to[0])} ${n(to[1])}`;
  });
  return `M${n(start[0])} ${n(start[1])}${pieces.join('')}Z`;
}

/** Smooth line closed along a level `bottom` below it. */
export function grounded(points: readonly Point[], bottom: number): string {
  const first = points[0];
  const last = points.at(-1);
  if (!first || !last) return '';
  return `${flow(points)}L${n(last[0])} ${n(bottom)}L${n(first[0])} ${n(bottom)}Z`;
}
