import { brindleBean, gullAnchor, moleWheel, petrelDial, saltgrass, theatreCurtain, tone } from './client-marks.ts';
import { at, picture } from './svg.ts';
import { heavy, light, narrow, plain, round, type Setting, serif, words } from './words.ts';

function lockup(mark: string, name: string, size: number, how: Setting, line: string): () => string {
  return () =>
    picture(
      440,
      300,
      at(220, 102, 1, mark),
      words(name, 220 + (how.spacing ?? 0) / 2, 230, size, tone, { anchor: 'middle', ...how }),
      words(line, 222, 272, 16, tone, { anchor: 'middle', face: plain, weight: 600, spacing: 4 }),
    );
}

/** Logos of the six invented clients, in the order of the projects. */
export const clientLogos: readonly (() => string)[] = [
  lockup(gullAnchor(), 'Gull & Anchor', 50, { face: serif, weight: 700 }, 'BAKERY'),
  lockup(moleWheel(), 'NORTHMOLE', 58, { face: narrow, weight: 700, spacing: 4 }, 'CYCLES'),
  lockup(petrelDial(), 'Petrel', 46, { face: light, spacing: 3 }, 'INSTRUMENTS'),
  lockup(saltgrass(), 'Saltgrass', 54, { face: serif, slant: true }, 'FARM'),
  lockup(theatreCurtain(), 'Low Harbour', 44, { face: round, weight: 700 }, 'THEATRE'),
  lockup(brindleBean(), 'Brindle', 50, { face: heavy, spacing: -1 }, 'COFFEE'),
];
