import { grounded, type Point } from './curve.ts';
import { lifted } from './depth.ts';
import { mix } from './paint.ts';
import { between, type Random, repeat } from './random.ts';
import { box, down, n, shape } from './svg.ts';

/** Level water from y down to `bottom`. */
export function water(w: number, y: number, bottom: number, top: string, foot: string): string {
  return box(0, y, w, bottom - y, down([0, top], [1, foot]));
}

/** Short level strokes on water, longer and wider apart the nearer they are. */
export function ripples(
  random: Random,
  w: number,
  y: number,
  bottom: number,
  count: number,
  colour: string,
  opacity: number,
): string {
  return repeat(count, () => {
    const near = random() ** 1.4;
    const length = between(random, 20, 70) * (0.5 + near * 2.4);
    const thick = 1.2 + near * 2.6;
    const top = y + 5 + (bottom - y) * near;
    return box(
      between(random, -60, w),
      top,
      length,
      thick,
      colour,
      thick / 2,
      `opacity="${n(opacity * between(random, 0.3, 1))}"`,
    );
  });
}

/** Broken column of light on the water below a lamp. */
export function gleam(
  random: Random,
  x: number,
  y: number,
  length: number,
  width: number,
  colour: string,
  opacity: number,
): string {
  const count = Math.max(4, Math.round(length / 13));
  return repeat(count, (i) => {
    const t = i / count;
    const w = width * (0.35 + t * 1.1) * between(random, 0.45, 1.1);
    const thick = 2 + t * 3.2;
    const left = x - w / 2 + between(random, -width, width) * 0.22;
    return box(left, y + t * length, w, thick, colour, thick / 2, `opacity="${n(opacity * (1 - t) ** 1.2)}"`);
  });
}

/** Crest line of a wave: `peak` 0 is a calm swell, 1 has pointed crests. */
function crest(
  x0: number,
  x1: number,
  y: number,
  height: number,
  length: number,
  phase: number,
  peak: number,
): Point[] {
  const count = Math.ceil((x1 - x0) / 16);
  return Array.from({ length: count + 1 }, (_, i): Point => {
    const x = x0 + ((x1 - x0) * i) / count;
    const turn = (x / length) * Math.PI * 2 + phase;
    const swell = 0.5 + 0.5 * Math.sin(turn);
    const point = 1 - Math.abs(Math.sin(turn / 2 + 0.4));
    return [x, y - height * (swell * (1 - peak) + point * peak)];
  });
}

/** What a stack of waves looks like. */
export interface Swell {
  w: number;
  top: number;
  bottom: number;
  count: number;
  height: number;
  length: number;
  back: string;
  front: string;
  peak: number;
  rim?: string;
  turn?: number;
}

/** Stack of paper-cut waves, the nearest in front; `turn` moves them along (0 to 1 is one whole loop). */
export function waves(random: Random, swell: Swell): string {
  return repeat(swell.count, (i) => {
    const t = swell.count === 1 ? 1 : i / (swell.count - 1);
    const y = swell.top + (swell.bottom - swell.top) * t ** 1.15;
    const length = swell.length * (0.7 + 0.6 * t);
    const way = i % 2 === 0 ? 1 : -1;
    const phase = between(random, 0, 12.57) + way * (swell.turn ?? 0) * 12.566;
    const line = crest(-40, swell.w + 40, y, swell.height * (0.6 + 0.7 * t), length, phase, swell.peak);
    const colour = mix(swell.back, swell.front, t);
    const d = grounded(line, swell.bottom + 400);
    const edge = swell.rim ? shape(d, swell.rim, 'opacity="0.5" transform="translate(0 -2.5)"') : '';
    const body =
      edge +
      shape(
        d,
        down(
          [0, mix(colour, swell.rim ?? '#ffffff', swell.rim ? 0.2 : 0.09)],
          [0.28, colour],
          [1, mix(colour, '#04151b', 0.3)],
        ),
      );
    return swell.turn === undefined ? lifted(9, 0, -5, 0.22, body) : body;
  });
}
