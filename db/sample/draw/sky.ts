import { mix } from './paint.ts';
import { between, type Random, repeat } from './random.ts';
import { box, disc, down, n, outward, type Stop, shape } from './svg.ts';

/** Sky filling the picture from the top down to `h`. */
export function sky(w: number, h: number, ...stops: readonly Stop[]): string {
  return box(0, 0, w, h, down(...stops));
}

/** Stars scattered in a rectangle, thinning out downwards. */
export function stars(random: Random, count: number, w: number, h: number, colour: string): string {
  return repeat(count, () => {
    const y = h * random() ** 1.5;
    const size = between(random, 0.7, 2.1);
    return disc(
      between(random, 0, w),
      y,
      size,
      colour,
      size,
      `opacity="${n(between(random, 0.25, 0.85) * (1 - y / h))}"`,
    );
  });
}

/** Soft light around a point. */
export function halo(x: number, y: number, r: number, colour: string, opacity: number): string {
  return disc(x, y, r, outward([0, colour, opacity], [0.35, colour, opacity * 0.45], [1, colour, 0]));
}

/** Rings of paper around a light, each fainter than the last. */
export function rings(x: number, y: number, r: number, count: number, colour: string, opacity: number): string {
  return repeat(count, (i) =>
    disc(x, y, r * (1 - i / count) ** 0.8, colour, r * (1 - i / count) ** 0.8, `opacity="${n(opacity)}"`),
  );
}

/** Flat-bottomed cloud of round puffs, `w` px wide, with its foot at y. */
export function cloud(random: Random, x: number, y: number, w: number, colour: string, opacity: number): string {
  const puffs = Array.from({ length: 6 }, (_, i) => {
    const t = (i + 0.7) / 6.4;
    const r = w * 0.14 * (0.45 + Math.sin(t * Math.PI) * between(random, 0.35, 0.85));
    const cx = x + w * t;
    return `M${n(cx - r)} ${n(y)}A${n(r)} ${n(r)} 0 0 1 ${n(cx + r)} ${n(y)}Z`;
  });
  const base = `M${n(x)} ${n(y)}a${n(w * 0.03)} ${n(w * 0.03)} 0 0 1 ${n(w * 0.03)} ${n(-w * 0.03)}H${n(x + w * 0.97)}a${n(w * 0.03)} ${n(w * 0.03)} 0 0 1 ${n(w * 0.03)} ${n(w * 0.03)}Z`;
  return shape(`${puffs.join('')}${base}`, down([0, colour, opacity], [1, colour, opacity * 0.3]));
}

/** Long thin bank of haze, as in calm weather. */
export function haze(
  random: Random,
  w: number,
  y: number,
  spread: number,
  count: number,
  colour: string,
  opacity: number,
): string {
  return repeat(count, () => {
    const length = between(random, w * 0.12, w * 0.4);
    const thick = between(random, 5, 16);
    const left = between(random, -length * 0.4, w - length * 0.4);
    const top = y + between(random, -spread, spread);
    return box(left, top, length, thick, colour, thick / 2, `opacity="${n(opacity * between(random, 0.4, 1))}"`);
  });
}

/** Gull in flight, seen from afar. */
export function gull(x: number, y: number, span: number, colour: string): string {
  const s = span / 2;
  const wing = (side: number): string =>
    `M${n(x)} ${n(y)}Q${n(x + side * s * 0.4)} ${n(y - s * 0.5)} ${n(x + side * s)} ${n(y - s * 0.16)}Q${n(x + side * s * 0.45)} ${n(y - s * 0.24)} ${n(x)} ${n(y + s * 0.12)}Z`;
  return shape(wing(-1), mix(colour, '#ffffff', 0.12)) + shape(wing(1), colour);
}
