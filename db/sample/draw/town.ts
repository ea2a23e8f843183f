import { facet } from './curve.ts';
import { ink, lamp, mix, sand } from './paint.ts';
import { between, type Random, repeat } from './random.ts';
import { across, box, n, shape } from './svg.ts';

/** Colours of houses and how many of their windows are lit (0 to 1). */
export interface Street {
  walls: readonly string[];
  roof: string;
  dark: string;
  lit: number;
  glow: string;
}

/** The harbour street at night. */
export const nightStreet: Street = {
  walls: ['#1b4a55', '#235861', '#16404a', '#2a5e63', '#3a4d53', '#1e505c'],
  roof: '#0f323c',
  dark: ink,
  lit: 0.55,
  glow: lamp,
};

function panes(random: Random, x: number, y: number, w: number, h: number, look: Street): string {
  const columns = Math.max(1, Math.round(w / 24));
  const rows = Math.max(1, Math.round(h / 34));
  const cell = w / columns;
  const size = Math.min(10, cell * 0.46);
  return repeat(columns * rows, (i) => {
    const lit = random() < look.lit;
    const colour = lit ? mix(look.glow, sand, between(random, 0, 0.5)) : mix(look.dark, '#000000', 0.12);
    const left = x + cell * ((i % columns) + 0.5) - size / 2;
    const top = y + (h / rows) * (Math.floor(i / columns) + 0.28);
    const glowing = lit ? box(left - 4, top - 4, size + 8, size * 1.45 + 8, look.glow, 5, 'opacity="0.13"') : '';
    return (
      glowing +
      box(left, top, size, size * 1.45, colour, 1.2, `opacity="${lit ? n(between(random, 0.75, 1)) : '0.55'}"`)
    );
  });
}

/** One gabled house with its left foot at x,y. */
export function house(random: Random, x: number, y: number, w: number, h: number, look: Street): string {
  const wall = look.walls[Math.floor(random() * look.walls.length)] ?? look.dark;
  const gable = random() < 0.62;
  const rise = w * between(random, 0.38, 0.56);
  const top = y - h;
  const shade = across([0, mix(wall, '#ffffff', 0.07)], [0.55, wall], [1, mix(wall, look.dark, 0.45)]);
  const chimney = box(x + w * 0.68, top - rise * 0.92, w * 0.11, rise * 0.8, mix(look.roof, look.dark, 0.4));
  if (gable) {
    const front = facet([x, y], [x, top], [x + w / 2, top - rise], [x + w, top], [x + w, y]);
    const eaves = facet(
      [x - 3, top + 3],
      [x + w / 2, top - rise - 5],
      [x + w + 3, top + 3],
      [x + w + 3, top - 3],
      [x + w / 2, top - rise - 12],
      [x - 3, top - 3],
    );
    return (
      chimney + shape(front, shade) + shape(eaves, look.roof) + panes(random, x + w * 0.08, top, w * 0.84, h, look)
    );
  }
  const roof = facet(
    [x - 4, top],
    [x + w * 0.14, top - rise * 0.8],
    [x + w * 0.86, top - rise * 0.8],
    [x + w + 4, top],
  );
  return (
    chimney +
    box(x, top, w, h, shade) +
    shape(roof, across([0, mix(look.roof, '#ffffff', 0.06)], [1, look.roof])) +
    panes(random, x + w * 0.08, top, w * 0.84, h, look)
  );
}

/** Row of houses from x0 to x1 standing on a line `ground(x)`. */
export function row(
  random: Random,
  x0: number,
  x1: number,
  ground: (x: number) => number,
  size: number,
  look: Street,
): string {
  const houses: string[] = [];
  let x = x0;
  while (x < x1) {
    const w = size * between(random, 0.6, 1.05);
    const h = size * between(random, 0.75, 1.5);
    const y = Math.max(ground(x), ground(x + w));
    houses.push(house(random, x, y + 6, w, h, look));
    x += w + between(random, -2, size * 0.1);
  }
  return houses.join('');
}
