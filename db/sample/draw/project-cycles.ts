import { facet } from './curve.ts';
import { grain } from './depth.ts';
import { browser } from './frames.ts';
import { repeat } from './random.ts';
import { at, box, disc, down, n, picture, shape, stroke } from './svg.ts';
import { narrow, plain, words } from './words.ts';

const red = '#e8452c';
const steel = '#1d2a30';

function wheel(x: number, y: number): string {
  const spokes = repeat(18, (i) =>
    stroke(
      `M${x} ${y}L${n(x + Math.cos((i * Math.PI) / 9) * 108)} ${n(y + Math.sin((i * Math.PI) / 9) * 108)}`,
      '#8d9a9f',
      1.3,
    ),
  );
  return (
    disc(x, y, 114, 'none', 114, `stroke="${steel}" stroke-width="9"`) +
    disc(x, y, 106, 'none', 106, 'stroke="#b9c3c6" stroke-width="3"') +
    spokes +
    disc(x, y, 10, steel)
  );
}

function bicycle(): string {
  return (
    wheel(-190, 0) +
    wheel(190, 0) +
    stroke('M-190 0L-40 6L-92 -168L-190 0', red, 11) +
    stroke('M-84 -140L126 -152L-40 6', red, 12) +
    stroke('M118 -182L140 -118L190 0', red, 11) +
    stroke('M-92 -168L-100 -196', steel, 8) +
    shape('M-146 -204Q-100 -214 -58 -200Q-76 -188 -104 -190Q-138 -190 -146 -204Z', steel) +
    stroke('M112 -192L160 -202Q196 -200 188 -172Q182 -156 164 -160', steel, 9) +
    disc(-40, 6, 34, 'none', 34, `stroke="${steel}" stroke-width="6"`) +
    disc(-40, 6, 20, '#b9c3c6') +
    stroke('M-40 6L-10 52M-22 54H6', steel, 7) +
    stroke('M-190 -12L-40 -28M-190 12L-40 40', steel, 2.4)
  );
}

/** Web site of Northmole Cycles. */
export function cycles(): string {
  const specs = [
    ['8.9 kg', 'steel, and proud of it'],
    ['11', 'gears, sealed'],
    ['48 h', 'from order to slipway'],
  ];
  const page =
    box(0, 0, 960, 620, '#f1f2ef') +
    shape(facet([520, 0], [960, 0], [960, 620], [300, 620]), '#dfe5e5') +
    words('NORTHMOLE', 480, 292, 254, '#f2b8a9', { face: narrow, weight: 700, anchor: 'middle', spacing: 2 }) +
    box(0, 0, 960, 66, '#f1f2ef') +
    box(48, 24, 26, 5, red) +
    box(48, 33, 20, 5, red) +
    box(48, 42, 14, 5, red) +
    words('NORTHMOLE CYCLES', 88, 45, 24, steel, { face: narrow, weight: 700, spacing: 1.5 }) +
    ['Frames', 'Workshop', 'Ride out']
      .map((link, i) => words(link, 560 + i * 92, 43, 14, steel, { face: plain, weight: 600 }))
      .join('') +
    box(838, 20, 76, 34, steel, 17) +
    words('Basket', 876, 42, 13, '#ffffff', { face: plain, weight: 700, anchor: 'middle' }) +
    disc(480, 466, 330, '#b7c3c5', 12, 'opacity="0.7"') +
    at(480, 342, 1.06, bicycle()) +
    box(0, 496, 960, 120, steel) +
    specs
      .map(
        ([big, small], i) =>
          words(big ?? '', 60 + i * 300, 552, 44, '#ffffff', { face: narrow, weight: 700, spacing: 1 }) +
          words(small ?? '', 60 + i * 300, 578, 14, '#a9b8bd', { face: plain, weight: 500 }),
      )
      .join('');
  return picture(
    1200,
    800,
    box(0, 0, 1200, 800, down([0, '#b7c6ca'], [1, '#8ea3aa'])),
    shape(facet([700, 0], [1200, 0], [1200, 800], [420, 800]), red, 'opacity="0.92"'),
    shape(facet([840, 0], [900, 0], [620, 800], [560, 800]), '#f6d5c6', 'opacity="0.28"'),
    browser(120, 84, 960, 592, 'northmole.example', '#dfe5e5', page),
    grain(1200, 800, 0.05),
  );
}
