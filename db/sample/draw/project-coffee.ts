import { brindleBean, tone } from './client-marks.ts';
import { facet } from './curve.ts';
import { grain, lifted } from './depth.ts';
import { phone } from './frames.ts';
import { repeat } from './random.ts';
import { across, at, box, disc, down, outward, picture, shape, stroke, turned } from './svg.ts';
import { heavy, plain, words } from './words.ts';

const bean = (colour: string): string => brindleBean().replaceAll(tone, colour);

function bag(x: number, y: number, scale: number, colour: string, dark: string): string {
  const body =
    shape(
      facet([-80, -110], [80, -110], [88, 130], [-88, 130]),
      across([0, dark], [0.12, colour], [0.85, colour], [1, dark]),
    ) +
    shape(facet([-80, -136], [80, -136], [80, -106], [-80, -106]), dark) +
    box(-56, -66, 112, 150, '#f6e9d8', 6) +
    at(0, -16, 0.5, bean(dark)) +
    words('BRINDLE', 0, 44, 19, dark, { face: heavy, anchor: 'middle' }) +
    words('whole bean', 0, 64, 11, dark, { face: plain, weight: 600, anchor: 'middle' });
  return at(x, y, scale, disc(0, 132, 100, '#2a160e', 10, 'opacity="0.35"'), body);
}

function cup(x: number, y: number, r: number): string {
  return (
    lifted(10, 0, 10, 0.3, disc(x, y, r * 1.4, '#f1dfca')) +
    disc(x, y, r * 1.2, '#e6cfb5') +
    stroke(`M${x + r * 0.9} ${y}h${r * 0.5}`, '#fbf2e6', r * 0.26) +
    disc(x, y, r, '#fbf2e6') +
    disc(x, y, r * 0.84, outward([0, '#8a5431'], [1, '#4a2817'])) +
    shape(
      `M${x} ${y + r * 0.5}C${x - r * 0.8} ${y} ${x - r * 0.4} ${y - r * 0.6} ${x} ${y - r * 0.2}C${x + r * 0.4} ${y - r * 0.6} ${x + r * 0.8} ${y} ${x} ${y + r * 0.5}Z`,
      '#e9c79d',
    )
  );
}

function shop(): string {
  return (
    box(0, 0, 270, 560, down([0, '#e58a54'], [1, '#c9623a'])) +
    disc(200, 190, 150, '#f3b27c', 150, 'opacity="0.6"') +
    at(40, 62, 0.26, bean('#4a2114')) +
    words('Brindle', 60, 70, 22, '#4a2114', { face: heavy, spacing: -1 }) +
    words('Strong', 24, 140, 48, '#fff3e2', { face: heavy, spacing: -2 }) +
    words('as rope.', 24, 188, 48, '#fff3e2', { face: heavy, spacing: -2 }) +
    bag(138, 350, 1, '#5a2c1b', '#3a1a10') +
    box(24, 498, 222, 44, '#3a1a10', 22) +
    words('Start a subscription', 135, 525, 14, '#fbe3c6', { face: plain, weight: 700, anchor: 'middle' })
  );
}

function list(): string {
  const items = [
    ['Slack Water', 'cocoa, plum', '#5a2c1b'],
    ['First Light', 'honey, lemon', '#d99a4b'],
    ['Dog Watch', 'molasses, smoke', '#2f3b3f'],
  ];
  return (
    box(0, 0, 250, 520, '#faf0e2') +
    words('Roasts', 22, 74, 30, '#3a1a10', { face: heavy, spacing: -1 }) +
    items
      .map(
        ([name, taste, colour], i) =>
          box(16, 100 + i * 134, 218, 120, '#ffffff', 16) +
          bag(70, 162 + i * 134, 0.34, colour ?? '#5a2c1b', '#2a140c') +
          words(name ?? '', 116, 152 + i * 134, 17, '#3a1a10', { weight: 700, spacing: -0.5 }) +
          words(taste ?? '', 116, 174 + i * 134, 13, '#9a6a4c', { face: plain, weight: 600 }) +
          repeat(5, (d) => disc(121 + d * 15, 192 + i * 134, 4.5, d < 4 - i ? '#c9623a' : '#ecd9c4')),
      )
      .join('')
  );
}

function brew(): string {
  return (
    box(0, 0, 250, 520, '#3a1d12') +
    words('Four minutes', 22, 74, 25, '#fbe3c6', { face: heavy, spacing: -1 }) +
    disc(125, 230, 92, 'none', 92, 'stroke="#5c3422" stroke-width="14"') +
    stroke('M125 138A92 92 0 1 1 46 277', '#e58a54', 14) +
    words('2:40', 125, 244, 42, '#fff3e2', { face: heavy, anchor: 'middle', spacing: -1 }) +
    cup(125, 412, 44)
  );
}

/** Web site of Brindle Coffee, on telephones. */
export function coffee(): string {
  const beans = repeat(16, (i) =>
    at(((i * 397) % 1240) - 20, ((i * 251) % 840) - 20, 0.22 + (i % 4) * 0.05, turned(i * 47, 0, 0, bean('#6d3a22'))),
  );
  return picture(
    1200,
    800,
    box(0, 0, 1200, 800, down([0, '#d6a277'], [1, '#a8683f'])),
    disc(600, 430, 440, '#e7bf97', 440, 'opacity="0.55"'),
    `<g opacity="0.35">${beans}</g>`,
    turned(-7, 330, 420, phone(196, 170, 250, 520, '#2a140c', list())),
    turned(7, 870, 420, phone(754, 170, 250, 520, '#2a140c', brew())),
    phone(465, 120, 270, 560, '#1d0e08', shop()),
    grain(1200, 800, 0.05),
  );
}
