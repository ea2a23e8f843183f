import { facet } from './curve.ts';
import { grain, lifted } from './depth.ts';
import { browser } from './frames.ts';
import { repeat } from './random.ts';
import { across, at, box, disc, down, n, outward, picture, shape, stroke, turned } from './svg.ts';
import { light, plain, sans, serif, words } from './words.ts';

const brass = '#c99a4b';

function barometer(): string {
  const ticks = repeat(61, (i) =>
    turned(-135 + i * 4.5, 0, 0, box(-1, -158, i % 5 === 0 ? 2.6 : 1.4, i % 5 === 0 ? 20 : 10, '#2a3644')),
  );
  const figures = repeat(7, (i) => {
    const a = ((-135 + i * 45 - 90) * Math.PI) / 180;
    return words(String(960 + i * 15), Math.cos(a) * 118, Math.sin(a) * 118 + 7, 20, '#2a3644', {
      face: serif,
      anchor: 'middle',
      weight: 700,
    });
  });
  return (
    lifted(14, 0, 12, 0.5, disc(0, 0, 206, across([0, '#f0d08d'], [0.35, brass], [0.7, '#8b6328'], [1, '#d9b068']))) +
    disc(0, 0, 186, across([0, '#7d5722'], [1, '#e8c57f'])) +
    disc(0, 0, 178, outward([0, '#fbf4e4'], [0.8, '#f3e7cd'], [1, '#d9c8a2'])) +
    ticks +
    figures +
    words('FAIR', 66, -58, 13, '#8b6328', { face: sans, weight: 600, spacing: 3, anchor: 'middle' }) +
    words('RAIN', -66, -58, 13, '#8b6328', { face: sans, weight: 600, spacing: 3, anchor: 'middle' }) +
    words('Petrel', 0, 66, 26, '#2a3644', { face: serif, slant: true, anchor: 'middle' }) +
    turned(-28, 0, 0, shape(facet([0, -150], [6, 0], [0, 42], [-6, 0]), '#1c2a38')) +
    turned(34, 0, 0, shape(facet([0, -136], [3, 0], [0, 30], [-3, 0]), '#b5482a')) +
    disc(0, 0, 13, brass) +
    disc(-3, -3, 5, '#f0d08d')
  );
}

/** Web site of Petrel Instruments. */
export function petrel(): string {
  const week = [22, 30, 27, 12, -8, -20, -6, 10, 24, 34, 28, 20];
  const line = week.map((v, i) => `${i === 0 ? 'M' : 'L'}${n(60 + i * 36)} ${n(520 - v)}`).join('');
  const page =
    box(0, 0, 960, 620, down([0, '#13212f'], [1, '#0c1722'])) +
    disc(720, 310, 380, outward([0, '#2c4258', 0.9], [1, '#13212f', 0])) +
    words('PETREL', 60, 52, 19, '#f3e7cd', { face: light, spacing: 8 }) +
    ['Barometers', 'Compasses', 'Repairs']
      .map((link, i) => words(link, 590 + i * 112, 51, 14, '#b8c3cc', { face: plain, weight: 500 }))
      .join('') +
    words('Weather,', 58, 180, 64, '#f3e7cd', { face: serif }) +
    words('to the tenth.', 58, 246, 64, brass, { face: serif, slant: true }) +
    words('Made by hand above the chandlery,', 60, 294, 17, '#9fb0bd', { face: plain }) +
    words('checked against the harbour glass.', 60, 320, 17, '#9fb0bd', { face: plain }) +
    box(60, 352, 160, 46, 'none', 23, `stroke="${brass}" stroke-width="1.6"`) +
    words('See the bench', 140, 380, 14, '#f0d08d', { face: plain, weight: 700, anchor: 'middle' }) +
    repeat(4, (i) => box(60, 470 + i * 30, 396, 1, '#2b3d4e')) +
    stroke(line, brass, 3) +
    disc(456, 500, 6, '#f0d08d') +
    words('THIS WEEK, HPA', 60, 452, 11, '#7f93a3', { face: plain, weight: 700, spacing: 2 }) +
    at(706, 318, 1.02, barometer());
  return picture(
    1200,
    800,
    box(0, 0, 1200, 800, down([0, '#33495c'], [1, '#1b2c3a'])),
    repeat(5, (i) => disc(1010, 690, 520 - i * 92, i % 2 === 0 ? '#c99a4b' : '#22384a', 520 - i * 92, 'opacity="0.3"')),
    browser(120, 84, 960, 592, 'petrel.example', '#2a3b4a', page),
    grain(1200, 800, 0.05),
  );
}
