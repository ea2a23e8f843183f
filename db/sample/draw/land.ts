import { flow, grounded, type Point } from './curve.ts';
import { lifted } from './depth.ts';
import { mix } from './paint.ts';
import { between, type Random, repeat } from './random.ts';
import { down, shape, stroke } from './svg.ts';

/** Rolling skyline between two x, `height` px high at most above `base`. */
export function skyline(random: Random, x0: number, x1: number, base: number, height: number, hills: number): Point[] {
  const waves = [1, 2.3, 4.1].map((times) => ({ times, from: between(random, 0, 6.28), share: 1 / times }));
  return Array.from({ length: 41 }, (_, i): Point => {
    const t = i / 40;
    const lift = waves.reduce((sum, w) => sum + w.share * Math.sin(w.from + t * w.times * hills * 3.14), 0);
    return [x0 + (x1 - x0) * t, base - height * (0.5 + lift / 3.4)];
  });
}

/** Skyline sinking to its base towards the left, the right or both ends. */
export function ebbing(points: readonly Point[], base: number, ends: 'left' | 'right' | 'both'): Point[] {
  const ease = (t: number): number => Math.min(1, Math.max(0, t)) ** 2 * (3 - 2 * Math.min(1, Math.max(0, t)));
  return points.map(([x, y], i): Point => {
    const t = i / (points.length - 1);
    const left = ends === 'right' ? 1 : ease(t * 2.2);
    const right = ends === 'left' ? 1 : ease((1 - t) * 2.2);
    return [x, base + 3 - (base - y) * left * right];
  });
}

/** A range of hills fading into haze at its foot. */
export function range(points: readonly Point[], bottom: number, top: string, foot: string): string {
  return shape(grounded(points, bottom), down([0, top], [1, foot]));
}

/** A headland built of sheets of paper, each lower and drawn in a little towards the x `anchor`. */
export function headland(
  points: readonly Point[],
  bottom: number,
  back: string,
  front: string,
  sheets: number,
  anchor: number,
): string {
  return repeat(sheets, (i) => {
    const t = i / sheets;
    const ripple = (x: number): number => (i === 0 ? 0 : Math.sin(x / 83 + i * 2.1) * 9 + Math.sin(x / 37 + i) * 3);
    const sheet = points.map(
      ([x, y]): Point => [
        anchor + (x - anchor) * (1 - i * 0.045),
        Math.min(bottom, y + (bottom - y) * t * 0.86 + ripple(x)),
      ],
    );
    const colour = mix(back, front, sheets === 1 ? 1 : i / (sheets - 1));
    const body = shape(grounded(sheet, bottom), down([0, colour], [1, mix(colour, '#04151b', 0.22)]));
    const rim = stroke(flow(sheet), mix(colour, '#ffffff', 0.22), 1.6, 'opacity="0.55"');
    return i === 0 ? body + rim : lifted(7, 0, -4, 0.3, body) + rim;
  });
}
