import { nightCraft, sloop, trawler } from './boats.ts';
import type { Point } from './curve.ts';
import { lifted } from './depth.ts';
import { headland, range, skyline } from './land.ts';
import { lampHeight, lighthouse, nightTower } from './lighthouse.ts';
import { lamp, mix, night, sea } from './paint.ts';
import { between, repeat, seeded } from './random.ts';
import { halo, haze, rings, sky, stars } from './sky.ts';
import { box, down } from './svg.ts';
import { nightStreet, row } from './town.ts';
import { gleam, ripples, water } from './water.ts';

/** Where the lamp of the harbour's lighthouse is, in a 1920x1080 picture. */
export const harbourLamp: Point = [1292, 452 - lampHeight * 0.94];

const shore: readonly Point[] = [
  [1080, 668],
  [1130, 640],
  [1165, 560],
  [1210, 480],
  [1250, 452],
  [1340, 452],
  [1400, 478],
  [1480, 470],
  [1580, 420],
  [1700, 372],
  [1830, 342],
  [1960, 320],
];

function quay(): string {
  const random = seeded(52);
  const lights = repeat(6, (i) => {
    const x = 1460 + i * 88;
    return box(x - 1.5, 664, 3, 46, '#0a222b') + halo(x, 662, 46, lamp, 0.5) + box(x - 5, 656, 10, 9, lamp, 3);
  });
  const stone = lifted(8, 0, -3, 0.3, box(1380, 706, 560, 34, down([0, '#1d4a53'], [1, '#0a242d']), 4));
  const gleams = repeat(6, (i) => gleam(random, 1460 + i * 88, 746, between(random, 150, 230), 26, lamp, 0.62));
  return lights + stone + gleams;
}

/** Sky and far hills of the night harbour. */
export function farShore(): string {
  const random = seeded(7);
  const [x, y] = harbourLamp;
  return [
    sky(1920, 720, [0, night], [0.5, '#0d2f3a'], [1, '#1f6470']),
    stars(random, 150, 1920, 480, '#e9f2ef'),
    rings(x, y, 520, 4, '#2b7781', 0.15),
    haze(random, 1920, 520, 70, 12, '#4b8c92', 0.1),
    range(skyline(random, -40, 1400, 668, 150, 2.2), 706, '#1a5460', '#236a74'),
    range(skyline(random, -40, 1500, 676, 84, 3.4), 706, '#154854', '#1c5a65'),
  ].join('');
}

/** Headland, lighthouse, town, quay and boats of the night harbour, with the water they stand in. */
export function nearShore(): string {
  const random = seeded(21);
  const [x, y] = harbourLamp;
  const back = { ...nightStreet, walls: nightStreet.walls.map((wall) => mix(wall, '#14424d', 0.5)), lit: 0.5 };
  return [
    lifted(14, -4, -2, 0.35, headland(shore, 720, '#1d5864', '#0b2e38', 5, 1960)),
    halo(x, y, 190, lamp, 0.55),
    lighthouse(x, 452, 0.94, nightTower),
    row(random, 1640, 1960, (at) => 520 - (at - 1640) * 0.2, 52, back),
    row(random, 1560, 1960, (at) => 592 - (at - 1560) * 0.1, 62, { ...nightStreet, lit: 0.6 }),
    row(random, 1440, 1960, () => 704, 78, nightStreet),
    water(1920, 700, 1080, '#1b5c68', '#0a222b'),
    box(0, 690, 1440, 20, down([0, '#2f7d86', 0], [0.5, '#3b8a91', 0.5], [1, '#2f7d86', 0])),
    gleam(random, x, 712, 330, 74, lamp, 0.5),
    quay(),
    ripples(random, 1920, 708, 1060, 90, '#5aa0a4', 0.22),
  ].join('');
}

/** Boats lying in the night harbour. */
export function moored(): string {
  const random = seeded(33);
  return [
    gleam(random, 1104, 806, 90, 60, '#7fa3a8', 0.28),
    sloop(1100, 800, 0.86, nightCraft, true),
    sloop(1226, 766, 0.6, nightCraft, true),
    gleam(random, 1582, 880, 130, 70, lamp, 0.4),
    trawler(1600, 868, 1.02, { ...nightCraft, hull: '#0b2530' }, mix(lamp, '#ffffff', 0.15)),
    halo(1600, 775, 90, lamp, 0.22),
    sloop(1812, 822, 0.78, { ...nightCraft, stripe: sea }, true),
  ].join('');
}
