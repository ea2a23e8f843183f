import { facet } from './curve.ts';
import { coral, ink, lamp, mix, paper, sea } from './paint.ts';
import { across, at, box, disc, inside, outward, picture, shape } from './svg.ts';
import { words } from './words.ts';

const round = 'M0 -60A60 60 0 1 1 0 60A60 60 0 1 1 0 -60Z';

function emblem(ground: string, tide: string, deep: string): string {
  return inside(
    round,
    disc(0, 0, 60, ground),
    shape(facet([0, -24], [-80, -52], [-80, -10]), across([0, lamp, 0.35], [1, lamp])),
    shape(facet([0, -24], [80, -46], [80, -16]), across([0, lamp], [1, lamp, 0.35])),
    shape(facet([-12, 40], [-7.5, -15], [7.5, -15], [12, 40]), paper),
    shape(facet([0, 40], [0, -15], [7.5, -15], [12, 40]), mix(paper, ink, 0.16)),
    box(-11, -18, 22, 4.4, paper, 1.6),
    box(-6, -31, 12, 13, lamp, 1),
    shape('M-8.5 -31Q-7 -40 0 -42Q7 -40 8.5 -31Z', paper),
    shape('M-70 26Q-52 10 -34 22T2 22T38 22T74 20V70H-70Z', tide),
    shape('M-70 42Q-50 28 -30 38T10 38T50 38T90 36V70H-70Z', deep),
  );
}

/** Wordmark on one line, its letters in the colour given. */
export function logo(letters: string): () => string {
  return () =>
    picture(
      640,
      160,
      at(80, 80, 1.12, emblem(coral, '#2f8791', sea)),
      words('Tidewright', 164, 108, 82, letters, { weight: 600, spacing: -2.4 }),
    );
}

/** Square mark for a browser tab. */
export function mark(): string {
  return picture(
    512,
    512,
    box(0, 0, 512, 512, outward([0, '#1c6570'], [1, ink]), 112),
    at(256, 256, 3.5, emblem(coral, '#2f8791', '#0f3f4a')),
  );
}
