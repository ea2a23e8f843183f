import { facet } from './curve.ts';
import { coral, ink, lamp, mix, paper } from './paint.ts';
import { repeat } from './random.ts';
import { across, at, box, disc, inside, shape } from './svg.ts';

/** Height of the lamp above the foot of a lighthouse of scale 1, in px. */
export const lampHeight = 236;

/** Colours of a lighthouse. */
export interface Tower {
  wall: string;
  band: string;
  dark: string;
  light: string;
}

/** A lighthouse at night. */
export const nightTower: Tower = { wall: mix(paper, '#7fa3a8', 0.35), band: coral, dark: ink, light: lamp };

/** Lighthouse with its foot at x,y, about 285 px high at scale 1. */
export function lighthouse(x: number, y: number, scale: number, look: Tower): string {
  const wall = facet([-36, 0], [-22, -205], [22, -205], [36, 0]);
  const shade = across(
    [0, look.wall],
    [0.42, look.wall],
    [0.46, mix(look.wall, look.dark, 0.3)],
    [1, mix(look.wall, look.dark, 0.62)],
  );
  const bandShade = across(
    [0, look.band],
    [0.42, look.band],
    [0.46, mix(look.band, look.dark, 0.35)],
    [1, mix(look.band, look.dark, 0.6)],
  );
  const bands = repeat(2, (i) => box(-40, -158 + i * 74, 80, 36, bandShade));
  const panes = repeat(3, (i) => box(-15 + i * 10.5, -252, 9, 34, look.light, 1));
  return at(
    x,
    y,
    scale,
    inside(wall, box(-36, -205, 72, 205, shade), bands),
    box(-4.5, -178, 9, 15, mix(look.light, look.dark, 0.1), 4),
    box(-4.5, -104, 9, 15, mix(look.light, look.dark, 0.1), 4),
    shape('M-9 0v-20a9 9 0 0 1 18 0v20z', look.dark),
    shape(facet([-22, -205], [-31, -214], [31, -214], [22, -205]), mix(look.dark, look.wall, 0.18)),
    box(-34, -219, 68, 6, look.dark, 2),
    repeat(9, (i) => box(-33 + i * 8, -233, 1.8, 15, look.dark)),
    box(-34, -235, 68, 2.6, look.dark),
    box(-18, -254, 36, 38, mix(look.light, paper, 0.25)),
    panes,
    box(-20, -257, 40, 5, look.dark, 1),
    shape('M-21 -257q4 -24 21 -27q17 3 21 27z', across([0, look.band], [1, mix(look.band, look.dark, 0.55)])),
    disc(0, -287, 4, look.dark),
    box(-1, -305, 2, 18, look.dark),
  );
}
