import { dinghy } from './boats.ts';
import { facet } from './curve.ts';
import { grain } from './depth.ts';
import { browser } from './frames.ts';
import { repeat } from './random.ts';
import { across, at, box, disc, down, outward, picture, shape } from './svg.ts';
import { narrow, plain, words } from './words.ts';

function curtain(side: number): string {
  const folds = repeat(6, (i) => {
    const x = i * 40;
    return shape(
      `M${x} 0H${x + 42}Q${x + 40 - i * 5} 260 ${x * 0.55 + 20} 480H${x * 0.55 - 8}Q${x - 4 - i * 5} 250 ${x} 0Z`,
      across([0, '#7d1830'], [0.4, '#c42f45'], [1, '#6b1229']),
    );
  });
  return side < 0 ? folds : `<g transform="translate(960 0) scale(-1 1)">${folds}</g>`;
}

/** Web site of the Low Harbour Theatre. */
export function theatre(): string {
  const nights = [
    ['12', 'FRI', 'Opening night'],
    ['13', 'SAT', 'Two houses'],
    ['18', 'THU', 'Captioned'],
    ['21', 'SUN', 'Last boat'],
  ];
  const page =
    box(0, 0, 960, 620, down([0, '#1c0f22'], [1, '#2a1330'])) +
    shape(facet([480, -60], [250, 400], [710, 400]), down([0, '#ffe3a6', 0.75], [1, '#ffe3a6', 0.06])) +
    disc(480, 402, 240, outward([0, '#ffe9bd', 0.9], [1, '#e7a95e', 0.05]), 34) +
    disc(480, 290, 82, '#f8e2b2') +
    at(480, 384, 1, shape('M-220 8Q-190 -12 -160 4T-100 4T-40 4T20 4T80 4T140 4T220 4V40H-220Z', '#274a5c')) +
    dinghy(480, 372, 1.3, { hull: '#3a1c35', stripe: '#d9485a', sail: '#ffffff', spar: '#c99a5b' }) +
    at(480, 396, 1, shape('M-240 8Q-206 -10 -172 4T-104 4T-36 4T32 4T100 4T168 4T240 4V40H-240Z', '#183444')) +
    box(0, 418, 960, 30, down([0, '#6b3b2a'], [1, '#3a1c1a'])) +
    curtain(-1) +
    curtain(1) +
    words('THE LOW TIDE', 480, 138, 106, '#fff3d9', { face: narrow, anchor: 'middle', spacing: 4, weight: 700 }) +
    words('a play in six fathoms', 480, 174, 18, '#ffe3b4', { face: plain, weight: 700, anchor: 'middle' }) +
    box(0, 440, 960, 180, '#160b1c') +
    nights
      .map(
        ([day, name, what], i) =>
          box(52 + i * 218, 466, 202, 104, '#26152e', 10) +
          words(day ?? '', 70 + i * 218, 528, 56, '#f8c56a', { face: narrow, weight: 700 }) +
          words(name ?? '', 128 + i * 218, 504, 14, '#d9485a', { face: plain, weight: 800, spacing: 2 }) +
          words(what ?? '', 128 + i * 218, 528, 14.5, '#f0dfe4', { face: plain, weight: 600 }),
      )
      .join('');
  return picture(
    1200,
    800,
    box(0, 0, 1200, 800, across([0, '#5b1f3d'], [0.5, '#8d2b48'], [1, '#4a1936'])),
    shape(facet([260, 0], [420, 0], [900, 800], [380, 800]), '#f3a48a', 'opacity="0.14"'),
    shape(facet([900, 0], [1000, 0], [840, 800], [360, 800]), '#f3a48a', 'opacity="0.12"'),
    browser(120, 84, 960, 592, 'lowharbour.example', '#3b2140', page),
    grain(1200, 800, 0.05),
  );
}
