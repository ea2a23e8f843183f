import { facet } from './curve.ts';
import { grain } from './depth.ts';
import { browser, phone } from './frames.ts';
import { range, skyline } from './land.ts';
import { repeat, seeded } from './random.ts';
import { at, box, disc, down, inside, picture, shape, stroke } from './svg.ts';
import { plain, serif, words } from './words.ts';

function sheep(x: number, y: number, scale: number): string {
  return at(
    x,
    y,
    scale,
    stroke('M-12 6V20M12 6V20', '#2f3b2c', 4),
    disc(0, 0, 24, '#fbf6e6', 16),
    disc(-10, -8, 12, '#fbf6e6'),
    disc(10, -9, 12, '#fffdf3'),
    disc(26, -8, 9, '#2f3b2c', 8),
    disc(19, -12, 5, '#2f3b2c', 3),
  );
}

function barn(x: number, y: number, scale: number): string {
  return at(
    x,
    y,
    scale,
    shape(facet([-60, 0], [-60, -50], [-30, -84], [30, -84], [60, -50], [60, 0]), '#a8402c'),
    shape(facet([60, 0], [60, -50], [30, -84], [110, -84], [140, -50], [140, 0]), '#7c2f25'),
    shape(
      facet([-64, -50], [-32, -90], [112, -90], [144, -50], [138, -48], [108, -82], [-30, -82], [-58, -46]),
      '#3f2d2a',
    ),
    box(-20, -40, 40, 40, '#f2dfb8', 2),
    stroke('M-20 -40L20 0M20 -40L-20 0', '#a8402c', 4),
    box(80, -34, 16, 16, '#f2dfb8'),
    box(108, -34, 16, 16, '#f2dfb8'),
  );
}

function fields(w: number, top: number): string {
  const random = seeded(612);
  const rows = repeat(16, (i) =>
    stroke(
      `M${w * 0.62} ${top + 150}Q${w * 0.5 + (i - 8) * 40} ${top + 230} ${w * 0.46 + (i - 8) * 110} ${top + 420}`,
      '#88a24a',
      5,
      'opacity="0.7"',
    ),
  );
  return (
    range(skyline(random, -20, w + 20, top + 90, 70, 1.8), top + 460, '#8fb59a', '#b9cfa6') +
    range(skyline(random, -20, w + 20, top + 130, 60, 2.4), top + 460, '#6d9a63', '#8fae5c') +
    range(skyline(random, -20, w + 20, top + 176, 44, 1.6), top + 460, '#a9bb58', '#7c9a45') +
    rows +
    range(skyline(random, -20, w + 20, top + 300, 70, 1.3), top + 520, '#4f7d45', '#2f5a3a')
  );
}

/** Web site of Saltgrass Farm. */
export function farm(): string {
  const page =
    box(0, 0, 960, 620, down([0, '#f8e7b6'], [0.5, '#f7d998'], [1, '#f3cf8a'])) +
    disc(690, 170, 82, '#fdf6dc') +
    fields(960, 150) +
    barn(640, 318, 0.86) +
    sheep(250, 442, 1.1) +
    sheep(330, 470, 1.35) +
    sheep(160, 482, 1.2) +
    words('Saltgrass Farm', 56, 54, 26, '#2b4a34', { face: serif, weight: 700 }) +
    ['Boxes', 'Flock', 'Visit']
      .map((link, i) => words(link, 700 + i * 74, 53, 14.5, '#2b4a34', { face: plain, weight: 700 }))
      .join('') +
    words('Grown where the', 56, 164, 60, '#23402d', { face: serif, weight: 700, spacing: -1 }) +
    words('sea leaves off.', 56, 226, 60, '#23402d', { face: serif, slant: true, spacing: -1 }) +
    box(56, 256, 176, 46, '#23402d', 8) +
    words('Choose a box', 144, 285, 15, '#f8e7b6', { face: plain, weight: 700, anchor: 'middle' });
  const mobile =
    box(0, 0, 220, 430, '#faf4e0') +
    inside(
      'M0 0H220V168H0Z',
      at(0, -54, 0.5, box(0, 0, 460, 520, '#f7d998'), disc(330, 200, 56, '#fdf6dc'), fields(460, 170)),
    ) +
    words('This week', 18, 204, 24, '#23402d', { face: serif, weight: 700 }) +
    ['Sea beet', 'New potatoes', 'Lamb, slow']
      .map(
        (item, i) =>
          box(16, 226 + i * 58, 188, 48, '#ffffff', 10) +
          disc(42, 250 + i * 58, 14, ['#6d9a63', '#d9b45c', '#b9573f'][i] ?? '#6d9a63') +
          words(item, 66, 255 + i * 58, 14, '#2b4a34', { face: plain, weight: 700 }),
      )
      .join('');
  return picture(
    1200,
    800,
    box(0, 0, 1200, 800, down([0, '#9dbb8c'], [1, '#55805a'])),
    shape('M0 560Q320 470 640 560T1200 520V800H0Z', '#3c6847', 'opacity="0.7"'),
    disc(190, 150, 210, '#c9d8a6', 210, 'opacity="0.5"'),
    browser(90, 84, 960, 592, 'saltgrass.example', '#e7e4c8', page),
    phone(910, 300, 220, 430, '#1f3527', mobile),
    grain(1200, 800, 0.05),
  );
}
