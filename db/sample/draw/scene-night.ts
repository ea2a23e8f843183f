import { nightCraft, trawler } from './boats.ts';
import { grain } from './depth.ts';
import { ebbing, headland, range, skyline } from './land.ts';
import { beam } from './light.ts';
import { lampHeight, lighthouse, nightTower } from './lighthouse.ts';
import { ink, lamp, mix, night } from './paint.ts';
import { between, repeat, seeded } from './random.ts';
import { soundings } from './scene-light.ts';
import { halo, haze, rings, sky, stars } from './sky.ts';
import { disc, down, picture } from './svg.ts';
import { nightStreet, row } from './town.ts';
import { gleam, ripples, water, waves } from './water.ts';

/** Deep water cut from dark paper. */
export function facts(): string {
  const body =
    soundings(410, 420, 300, 1060, 9, '#0f3641', '#081c24', 0.3) +
    soundings(520, 1840, 1050, 560, 6, '#10404c', '#0a2730', 0.28);
  return picture(1920, 1080, sky(1920, 1080, [0, '#123f4b'], [1, '#10343f']), body, grain(1920, 1080, 0.06));
}

/** The town asleep across the water, its middle left calm. */
export function presentation(): string {
  const random = seeded(120);
  const far = { ...nightStreet, walls: nightStreet.walls.map((wall) => mix(wall, '#12404b', 0.6)), lit: 0.34 };
  const gleams = repeat(20, () =>
    gleam(random, between(random, 20, 1900), 906, between(random, 60, 140), 16, lamp, 0.35),
  );
  return picture(
    1920,
    1080,
    sky(1920, 920, [0, night], [0.6, '#0e313c'], [1, '#1a5763']),
    stars(random, 170, 1920, 640, '#e9f2ef'),
    disc(300, 210, 74, down([0, '#e7eee6'], [1, '#9fc2c1'])) + disc(332, 194, 66, '#0a232c'),
    halo(300, 210, 260, '#5c9aa0', 0.22),
    range(skyline(random, -40, 1960, 850, 230, 1.7), 930, '#134651', '#1a5a65'),
    row(random, -20, 1940, (x) => 838 + Math.cos(x / 260) * 22, 58, far),
    row(random, -30, 1950, () => 902, 74, { ...nightStreet, lit: 0.45 }),
    water(1920, 898, 1080, '#174f5a', '#081c24'),
    gleams,
    ripples(random, 1920, 906, 1070, 70, '#5aa0a4', 0.2),
    grain(1920, 1080),
  );
}

/** Moonlit open sea. */
export function contact(grained = true): string {
  const random = seeded(131);
  return picture(
    1920,
    1080,
    sky(1920, 520, [0, night], [0.55, '#0e333e'], [1, '#2f7680']),
    stars(random, 120, 1920, 420, '#e9f2ef'),
    rings(1340, 250, 330, 4, '#2b7781', 0.16),
    disc(1340, 250, 88, down([0, '#f3efdf'], [1, '#b8d2ce'])),
    haze(random, 1920, 400, 80, 10, '#3b7f86', 0.16),
    range(ebbing(skyline(seeded(9), -60, 1180, 512, 150, 1.9), 512, 'right'), 522, '#16505b', '#1f626c'),
    water(1920, 512, 1080, '#174f5b', '#0b2731'),
    gleam(random, 1340, 520, 430, 190, '#dfeee6', 0.5),
    ripples(random, 1920, 522, 1000, 120, '#63a6a9', 0.22),
    trawler(620, 640, 0.62, nightCraft, lamp),
    halo(620, 580, 80, lamp, 0.25),
    gleam(random, 612, 650, 110, 46, lamp, 0.4),
    waves(random, {
      w: 1920,
      top: 780,
      bottom: 1050,
      count: 5,
      height: 46,
      length: 620,
      back: '#14505c',
      front: '#071a21',
      peak: 0.4,
      rim: '#3a838b',
    }),
    grained ? grain(1920, 1080) : '',
  );
}

/** Heavy paper waves, with a lighthouse far behind them. */
export function touch(): string {
  const random = seeded(147);
  const [x, foot] = [470, 470];
  const y = foot - lampHeight * 0.5;
  return picture(
    1920,
    1080,
    sky(1920, 640, [0, '#07191f'], [0.7, ink], [1, '#195461']),
    stars(random, 130, 1920, 420, '#e9f2ef'),
    rings(x, y, 300, 4, '#2b7781', 0.14),
    beam(x, y, -8, 9, 1700, '#ffe3a0', 0.2),
    beam(x, y, 172, 9, 700, '#ffe3a0', 0.16),
    range(ebbing(skyline(random, 820, 2000, 590, 170, 1.4), 590, 'left'), 600, '#11434f', '#185562'),
    headland(
      [
        [180, 580],
        [280, 540],
        [350, 486],
        [410, 470],
        [530, 470],
        [600, 494],
        [690, 548],
        [820, 584],
      ],
      610,
      '#123d48',
      '#082129',
      3,
      470,
    ),
    halo(x, y, 120, lamp, 0.55),
    lighthouse(x, foot, 0.5, nightTower),
    waves(random, {
      w: 1920,
      top: 596,
      bottom: 1030,
      count: 7,
      height: 96,
      length: 600,
      back: '#1f6b77',
      front: '#071c23',
      peak: 0.55,
      rim: '#5aa3a8',
    }),
    grain(1920, 1080),
  );
}
