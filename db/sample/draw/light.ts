import { facet } from './curve.ts';
import { along, shape } from './svg.ts';

/** Beam of light from a lamp: direction and width in degrees (0 points right, 90 down). */
export function beam(
  x: number,
  y: number,
  angle: number,
  width: number,
  length: number,
  colour: string,
  opacity: number,
): string {
  const end = (turn: number): readonly [number, number] => {
    const a = (turn * Math.PI) / 180;
    return [x + Math.cos(a) * length, y + Math.sin(a) * length];
  };
  const tip = end(angle);
  return [1, 0.84, 0.69, 0.55, 0.42, 0.3, 0.18]
    .map((share, i) => {
      const half = (width * share) / 2;
      const fade = along(
        [x, y, tip[0], tip[1]],
        [0, colour, opacity * 0.5],
        [0.4 - i * 0.02, colour, opacity * (0.26 - i * 0.012)],
        [1 - i * 0.03, colour, 0],
      );
      return shape(facet([x, y], end(angle - half), end(angle + half)), fade);
    })
    .join('');
}
