import { facet } from './curve.ts';
import { grain, lifted } from './depth.ts';
import { coral, ink, lamp, mix, paper, sand, sea } from './paint.ts';
import { repeat } from './random.ts';
import { chart } from './sea-chart.ts';
import { at, box, disc, down, outward, picture, shape, stroke, turned } from './svg.ts';

function wireframe(): string {
  return (
    lifted(9, 0, 6, 0.3, box(0, 0, 250, 330, paper, 3)) +
    box(20, 22, 70, 10, ink, 5) +
    repeat(3, (i) => box(148 + i * 28, 24, 20, 6, '#9fb8b8', 3)) +
    box(20, 48, 210, 108, '#cfe3e1', 4) +
    shape('M20 130Q60 104 110 124T230 112V156H20Z', '#5fa0a3') +
    disc(188, 80, 14, lamp) +
    box(34, 66, 92, 11, sea, 5) +
    box(34, 84, 64, 11, sea, 5) +
    box(34, 104, 40, 12, coral, 6) +
    repeat(
      3,
      (i) =>
        box(20 + i * 73, 172, 64, 60, sand, 4) +
        box(26 + i * 73, 240, 50, 5, '#9fb8b8', 2) +
        box(26 + i * 73, 250, 36, 5, '#c3d3d2', 2),
    ) +
    box(20, 272, 210, 38, ink, 4) +
    stroke('M-6 190Q-22 140 8 96', coral, 3) +
    stroke('M8 96l-10 8M8 96l2 12', coral, 3)
  );
}

function dividers(x: number, y: number): string {
  return lifted(
    5,
    2,
    6,
    0.35,
    stroke(`M${x} ${y}L${x - 52} ${y + 176}`, '#c99a4b', 9),
    stroke(`M${x} ${y}L${x + 48} ${y + 178}`, '#b3843a', 9),
    stroke(`M${x - 52} ${y + 176}l-6 26M${x + 48} ${y + 178}l6 26`, '#5c6b70', 4),
    disc(x, y, 17, '#e0b866'),
    disc(x, y, 6, '#7d5722'),
    box(x - 4, y - 34, 8, 22, '#c99a4b', 3),
  );
}

function mug(x: number, y: number): string {
  return (
    lifted(9, 3, 8, 0.35, disc(x, y, 62, '#f3e9dc'), stroke(`M${x + 52} ${y + 30}l30 18`, '#f3e9dc', 17)) +
    disc(x, y, 52, '#e0d3c0') +
    disc(x, y, 48, outward([0, '#7a4a2c'], [1, '#3b2115'])) +
    stroke(`M${x - 30} ${y - 10}A34 34 0 0 1 ${x - 4} ${y - 33}`, '#b98256', 4)
  );
}

/** Chart table with plans of a web site, from above. */
export function charts(): string {
  const planks = repeat(
    6,
    (i) =>
      box(
        0,
        i * 122,
        1080,
        120,
        down([0, mix('#8a5a38', '#6f4529', (i * 0.37) % 1)], [1, mix('#7d5032', '#64402a', (i * 0.61) % 1)]),
      ) +
      stroke(
        `M0 ${i * 122 + 40 + (i % 3) * 14}Q${300 + i * 40} ${i * 122 + 22} 1080 ${i * 122 + 52}`,
        '#5a3822',
        1.4,
        'opacity="0.4"',
      ),
  );
  const ruler =
    lifted(5, 0, 5, 0.3, box(0, 0, 420, 40, '#e8c987', 3)) +
    repeat(42, (i) => box(6 + i * 9.8, 0, 1.4, i % 5 === 0 ? 16 : 9, '#7d5722'));
  const pencil = lifted(
    4,
    0,
    5,
    0.35,
    box(0, 0, 170, 12, lamp, 2),
    shape(facet([170, 0], [196, 6], [170, 12]), '#f3dcb8'),
    shape(facet([188, 4], [196, 6], [188, 8]), ink),
    box(-16, 0, 18, 12, coral, 3),
  );
  const dark = box(0, 0, 1080, 720, {
    kind: 'radial',
    span: [0.42, 0.4, 0.75],
    px: false,
    stops: [
      [0, '#000000', 0],
      [0.6, '#0a1a20', 0.12],
      [1, '#0a1a20', 0.62],
    ],
  });
  const warm = box(0, 0, 1080, 720, {
    kind: 'radial',
    span: [0.36, 0.3, 0.5],
    px: false,
    stops: [
      [0, '#ffd98a', 0.22],
      [1, '#ffd98a', 0],
    ],
  });
  return picture(
    1080,
    720,
    planks,
    turned(
      5,
      900,
      120,
      at(
        760,
        -90,
        1,
        lifted(10, 0, 7, 0.3, box(0, 0, 380, 300, '#1d5560', 3)),
        repeat(7, (i) => stroke(`M30 ${40 + i * 34}H350`, '#7fb0b1', 1, 'opacity="0.45"')),
        stroke('M60 230L140 150L200 190L320 70', lamp, 4),
      ),
    ),
    turned(-5, 360, 360, at(50, 130, 1, chart())),
    turned(7, 850, 400, at(744, 250, 1, wireframe())),
    turned(-24, 600, 640, at(420, 618, 1, ruler)),
    dividers(560, 330),
    turned(28, 900, 640, at(800, 640, 1, pencil)),
    mug(134, 92),
    warm,
    dark,
    grain(1080, 720, 0.06),
  );
}
