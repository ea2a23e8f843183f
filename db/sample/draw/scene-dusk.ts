import { dinghy, sloop } from './boats.ts';
import { grain, lifted } from './depth.ts';
import { ebbing, headland, range, skyline } from './land.ts';
import { lighthouse } from './lighthouse.ts';
import { coral, lamp, mix, sand } from './paint.ts';
import { seeded } from './random.ts';
import { gull, haze, rings, sky, stars } from './sky.ts';
import { beamFan } from './sun.ts';
import { box, disc, down, faint, picture } from './svg.ts';
import { row } from './town.ts';
import { gleam, ripples, water, waves } from './water.ts';

/** Warm quay at dusk. */
export function team(): string {
  const random = seeded(71);
  const street = {
    walls: ['#e7cfb8', '#ecd8c4', '#dfc6b2', '#e9d3c6', '#d6c9bb'],
    roof: '#cfae98',
    dark: '#a68f83',
    lit: 0.4,
    glow: '#fbe3ac',
  };
  const far = {
    ...street,
    walls: street.walls.map((wall) => mix(wall, '#f4e7d8', 0.55)),
    roof: '#e2cdb9',
    dark: '#c6b4a6',
  };
  return picture(
    1920,
    1080,
    sky(1920, 1080, [0, '#f7eee2'], [0.6, '#f6e0c8'], [1, '#f0c9ad']),
    rings(1500, 640, 380, 3, '#fbe9c9', 0.4),
    haze(random, 1920, 340, 160, 10, '#fffaf0', 0.4),
    range(skyline(random, -40, 1960, 800, 240, 1.8), 1000, '#ecd7c4', '#f2e2d1'),
    faint(
      0.8,
      row(random, 20, 1900, (x) => 850 + Math.sin(x / 300) * 16, 84, far),
    ),
    row(random, -30, 1950, () => 960, 108, street),
    box(0, 956, 1920, 124, down([0, '#c9ab98'], [0.08, '#d8bda8'], [1, '#c3a28f'])),
    ripples(random, 1920, 975, 1070, 36, '#f6e4cf', 0.5),
    grain(1920, 1080, 0.06),
  );
}

/** Dusk with the sun gone under the sea line. */
export function subscribe(): string {
  const random = seeded(88);
  return picture(
    1920,
    1080,
    sky(1920, 720, [0, '#123c47'], [0.45, '#3c6069'], [0.75, '#a7746a'], [1, '#dd8157']),
    stars(random, 60, 1920, 320, sand),
    rings(960, 716, 460, 4, '#f0a06c', 0.2),
    disc(960, 712, 108, down([0, '#f7c16a'], [1, '#ef8b57'])),
    haze(random, 1920, 560, 110, 14, '#f0b594', 0.2),
    range(ebbing(skyline(random, -60, 860, 716, 210, 1.5), 716, 'right'), 726, '#5b5f68', '#9b6f68'),
    range(ebbing(skyline(random, 1060, 1980, 716, 240, 1.7), 716, 'left'), 726, '#505a64', '#9b6f68'),
    water(1920, 714, 1080, '#a8685a', '#16414c'),
    gleam(random, 960, 722, 330, 170, '#ffd08a', 0.6),
    ripples(random, 1920, 724, 1040, 100, '#f3b590', 0.3),
    sloop(1440, 800, 0.72, { hull: '#22434d', stripe: '#7f4b45', sail: '#e9b593', spar: '#3b4c54' }),
    dinghy(520, 868, 0.7, { hull: '#1b3b45', stripe: '#a5553f', sail: sand, spar: '#6d5a55' }),
    waves(random, {
      w: 1920,
      top: 940,
      bottom: 1060,
      count: 3,
      height: 30,
      length: 520,
      back: '#24505a',
      front: '#0f333d',
      peak: 0.3,
      rim: '#b9786a',
    }),
    grain(1920, 1080),
  );
}

/** Vivid coral dawn. */
export function promo(): string {
  const random = seeded(99);
  const [x, y] = [1420, 600];
  return picture(
    1920,
    1080,
    sky(1920, 1080, [0, '#d2452a'], [0.45, coral], [0.68, '#f08a4b'], [1, '#f7c065']),
    beamFan(x, y, 1900, 17, '#ffd27a', 0.1),
    rings(x, y, 420, 3, '#ffcf7a', 0.22),
    disc(x, y, 150, down([0, '#ffe9b8'], [1, lamp])),
    haze(random, 1920, 500, 120, 12, '#ffd9a6', 0.18),
    range(skyline(random, -60, 1980, 720, 190, 1.9), 800, '#cf5a3d', '#ea8a55'),
    range(skyline(random, -60, 1980, 770, 170, 2.6), 850, '#a8483b', '#d26d4a'),
    faint(0.9, gull(1090, 360, 78, '#7a2f2b'), gull(1190, 300, 50, '#8f3a30'), gull(980, 300, 40, '#8f3a30')),
    lifted(
      10,
      0,
      -4,
      0.2,
      headland(
        [
          [-60, 690],
          [120, 650],
          [260, 660],
          [340, 720],
          [430, 800],
          [560, 868],
          [640, 900],
        ],
        920,
        '#7c3437',
        '#4a2a33',
        4,
        -60,
      ),
    ),
    lighthouse(190, 660, 0.86, { wall: '#f6d9bd', band: '#c8402a', dark: '#4a2530', light: '#fff0c4' }),
    water(1920, 850, 1080, '#c65f45', '#7c3437'),
    gleam(random, x, 858, 210, 220, '#ffe2a6', 0.75),
    ripples(random, 1920, 858, 1060, 80, '#ffc98d', 0.35),
    waves(random, {
      w: 1920,
      top: 950,
      bottom: 1060,
      count: 4,
      height: 34,
      length: 560,
      back: '#8d3b38',
      front: '#2a2029',
      peak: 0.35,
      rim: '#f0915a',
    }),
    grain(1920, 1080),
  );
}
