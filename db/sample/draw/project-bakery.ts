import { gullAnchor, tone } from './client-marks.ts';
import { grain } from './depth.ts';
import { browser } from './frames.ts';
import { repeat } from './random.ts';
import { at, box, disc, down, faint, inside, outward, picture, shape, stroke, turned } from './svg.ts';
import { plain, serif, words } from './words.ts';

function boule(x: number, y: number, r: number): string {
  return at(
    x,
    y,
    r / 100,
    disc(0, 72, 108, '#6b3a1e', 12, 'opacity="0.3"'),
    shape(
      'M-104 50Q-104 -58 0 -60Q104 -58 104 50Q104 74 0 74Q-104 74 -104 50Z',
      outward([0, '#dd9a51'], [0.7, '#c47c39'], [1, '#9c5726']),
    ),
    repeat(3, (i) =>
      shape(
        `M${-58 + i * 46} -30Q${-30 + i * 46} 0 ${-34 + i * 46} 40Q${-48 + i * 46} 8 ${-58 + i * 46} -30Z`,
        '#f6d9a4',
      ),
    ),
    faint(0.45, shape('M-86 30Q-84 -40 -10 -50Q-64 -34 -72 30Z', '#fbe4b8')),
  );
}

function baguette(x: number, y: number, angle: number): string {
  return turned(
    angle,
    x,
    y,
    box(x - 20, y - 130, 40, 260, down([0, '#d99547'], [1, '#a9652c']), 20),
    repeat(5, (i) => stroke(`M${x - 10} ${y - 84 + i * 40}L${x + 10} ${y - 66 + i * 40}`, '#f5d8a1', 7)),
  );
}

function card(x: number, name: string, price: string, colour: string, loaf: string): string {
  return (
    box(x, 452, 262, 190, colour, 12) +
    loaf +
    words(name, x + 22, 482, 19, '#4a2b1a', { face: serif, weight: 700 }) +
    words(price, x + 240, 482, 14, '#8a5a34', { face: plain, weight: 700, anchor: 'end' })
  );
}

/** Web site of the Gull & Anchor Bakery. */
export function bakery(): string {
  const arch = 'M590 420V245A155 155 0 0 1 900 245V420Z';
  const page =
    box(0, 0, 960, 620, '#fdf6ea') +
    at(62, 46, 0.3, gullAnchor().replaceAll(tone, '#a3491f')) +
    words('Gull & Anchor', 96, 53, 24, '#4a2b1a', { face: serif, weight: 700 }) +
    ['Loaves', 'Hours', 'The oven']
      .map((link, i) => words(link, 650 + i * 84, 52, 14, '#7a5236', { face: plain, weight: 600 }))
      .join('') +
    words('Bread before', 60, 190, 70, '#4a2b1a', { face: serif, weight: 700, spacing: -1 }) +
    words('the tide.', 60, 262, 70, '#b5501f', { face: serif, slant: true, spacing: -1 }) +
    words('Baked at four, on the quay by six.', 62, 312, 18, '#7a5236', { face: plain, weight: 500 }) +
    box(60, 342, 172, 48, '#b5501f', 24) +
    words('Order for morning', 146, 371, 14.5, '#fff4e2', { face: plain, weight: 700, anchor: 'middle' }) +
    inside(
      arch,
      box(560, 0, 340, 420, down([0, '#f3b569'], [1, '#dd8a45'])),
      disc(832, 190, 46, '#fbe0ae'),
      shape('M560 250Q640 214 730 244T900 232V420H560Z', '#c9713a'),
      baguette(668, 282, -16),
      baguette(716, 268, -3),
      boule(800, 332, 84),
      boule(676, 358, 66),
      box(560, 396, 340, 24, '#7d4421'),
    ) +
    card(60, 'Harbour rye', '4.20', '#f6e2c2', boule(191, 572, 66)) +
    card(349, 'Split-tin', '3.60', '#f1d3b4', boule(480, 572, 66)) +
    card(638, 'Dawn roll', '0.90', '#f7e8cf', boule(720, 580, 44) + boule(812, 580, 44));
  return picture(
    1200,
    800,
    box(0, 0, 1200, 800, down([0, '#edc78f'], [1, '#d99a5b'])),
    disc(1010, 150, 330, '#f5d9a8', 330, 'opacity="0.6"'),
    shape('M0 640Q260 560 560 630T1200 600V800H0Z', '#c67f45', 'opacity="0.55"'),
    browser(120, 84, 960, 592, 'gullandanchor.example', '#f0dcc0', page),
    grain(1200, 800, 0.05),
  );
}
