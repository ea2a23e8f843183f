import { facet, type Point } from './curve.ts';
import { repeat } from './random.ts';
import { n, shape } from './svg.ts';

/** Rays spreading from a sun all the way round. */
export function beamFan(x: number, y: number, length: number, count: number, colour: string, opacity: number): string {
  const end = (turn: number): Point => [x + Math.cos(turn) * length, y + Math.sin(turn) * length];
  const step = (Math.PI * 2) / count;
  return repeat(count, (i) =>
    shape(facet([x, y], end(i * step), end(i * step + step * 0.46)), colour, `opacity="${n(opacity)}"`),
  );
}
