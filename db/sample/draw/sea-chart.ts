import { blob, facet, type Point } from './curve.ts';
import { lifted } from './depth.ts';
import { coral, mix, paper, sea } from './paint.ts';
import { repeat } from './random.ts';
import { box, disc, inside, shape, stroke, turned } from './svg.ts';
import { plain, words } from './words.ts';

function coast(x: number, y: number, r: number, wobble: number): Point[] {
  return Array.from({ length: 28 }, (_, i): Point => {
    const a = (i / 28) * Math.PI * 2;
    const far =
      r * (1 + 0.17 * Math.sin(a * 2 + wobble) + 0.11 * Math.sin(a * 3 + wobble * 2) + 0.04 * Math.sin(a * 6));
    return [x + Math.cos(a) * far * 1.3, y + Math.sin(a) * far];
  });
}

function rose(x: number, y: number, r: number): string {
  const points = repeat(8, (i) => {
    const long = i % 2 === 0 ? r : r * 0.58;
    return turned(
      i * 45,
      x,
      y,
      shape(facet([x, y - long], [x + r * 0.13, y - r * 0.13], [x, y]), i % 2 === 0 ? coral : sea) +
        shape(facet([x, y - long], [x - r * 0.13, y - r * 0.13], [x, y]), i % 2 === 0 ? '#f0a184' : '#7fb0b1'),
    );
  });
  return (
    disc(x, y, r * 1.12, 'none', r * 1.12, `stroke="${sea}" stroke-width="1.6"`) +
    disc(x, y, r * 1.2, 'none', r * 1.2, `stroke="${sea}" stroke-width="4" stroke-dasharray="2 7"`) +
    points
  );
}

/** Sea chart with soundings, a course and a compass rose, 680 by 480 px. */
export function chart(): string {
  const sheets =
    repeat(5, (i) =>
      shape(
        blob(coast(250, 210, 250 - i * 38, 0.8)),
        mix('#bcdad8', '#f1e4cb', i / 4),
        `stroke="${mix(sea, paper, 0.45)}" stroke-width="1.2"`,
      ),
    ) +
    repeat(3, (i) =>
      shape(
        blob(coast(560, 400, 110 - i * 26, 2.4)),
        mix('#bcdad8', '#f1e4cb', (i + 2) / 4),
        `stroke="${mix(sea, paper, 0.45)}" stroke-width="1.2"`,
      ),
    );
  const grid = repeat(
    9,
    (i) =>
      stroke(`M${i * 80 + 20} 0V480`, '#6f9ea1', 0.8, 'opacity="0.4"') +
      stroke(`M0 ${i * 60 + 20}H680`, '#6f9ea1', 0.8, 'opacity="0.4"'),
  );
  const depths = repeat(26, (i) =>
    words(String(3 + ((i * 7) % 19)), 30 + ((i * 173) % 630), 40 + ((i * 97) % 420), 11, sea, {
      face: plain,
      weight: 600,
      opacity: 0.55,
    }),
  );
  const course =
    stroke('M60 430L190 392L330 440L470 330L600 250L640 120', coral, 3, 'stroke-dasharray="10 8"') +
    [
      [190, 392],
      [330, 440],
      [470, 330],
      [600, 250],
    ]
      .map(([x, y]) => disc(x ?? 0, y ?? 0, 6, paper, 6, `stroke="${coral}" stroke-width="3"`))
      .join('');
  return (
    lifted(12, 0, 8, 0.3, box(0, 0, 680, 480, '#a9cfce', 3)) +
    inside('M14 14H666V466H14Z', sheets, grid, depths) +
    box(14, 14, 652, 452, 'none', 0, `stroke="${sea}" stroke-width="2"`) +
    course +
    rose(578, 104, 56)
  );
}
