import { dinghy, nightCraft } from './boats.ts';
import { facet } from './curve.ts';
import { grain, lifted } from './depth.ts';
import { headland, range, skyline } from './land.ts';
import { beam } from './light.ts';
import { lampHeight, lighthouse, nightTower } from './lighthouse.ts';
import { coral, lamp, mix, night } from './paint.ts';
import { between, type Random, repeat, seeded } from './random.ts';
import { halo, rings, sky, stars } from './sky.ts';
import { across, box, disc, n, picture, shape } from './svg.ts';
import { gleam, ripples, water, waves } from './water.ts';

function rack(random: Random, x: number, y: number, w: number, h: number, wall: string): string {
  const units = Math.floor((h - 24) / 24);
  const slats = repeat(units, (i) => {
    const top = y - h + 18 + i * 24;
    const lit = random() < 0.24;
    const vents = repeat(Math.floor((w - 62) / 9), (v) =>
      box(x + 16 + v * 9, top + 5, 4, 9, mix(wall, '#04151b', 0.55), 1.5),
    );
    const window =
      box(x + 14, top + 3.5, w - 58, 12, lamp, 2, `opacity="${n(between(random, 0.7, 0.95))}"`) +
      repeat(Math.floor((w - 58) / 22), (v) => box(x + 14 + v * 22, top + 3, 3, 13, mix(wall, '#04151b', 0.3)));
    const leds = [0, 1, 2]
      .map((d) =>
        disc(
          x + w - 34 + d * 10,
          top + 9.5,
          2.6,
          random() < 0.12 ? coral : random() < 0.5 ? '#7fe0c8' : mix(wall, '#04151b', 0.5),
        ),
      )
      .join('');
    return box(x + 8, top, w - 16, 19, mix(wall, '#04151b', 0.3), 3) + (lit ? window : vents) + leds;
  });
  const roof = shape(
    facet([x - 5, y - h], [x + w * 0.5, y - h - w * 0.3], [x + w + 5, y - h]),
    mix(wall, '#04151b', 0.5),
  );
  return (
    roof +
    box(x, y - h, w, h, across([0, mix(wall, '#ffffff', 0.08)], [0.6, wall], [1, mix(wall, '#04151b', 0.4)])) +
    slats
  );
}

/** Lighthouse beam over harbour buildings that look like server racks. */
export function watch(): string {
  const random = seeded(404);
  const [x, foot] = [196, 380];
  const y = foot - lampHeight * 0.86;
  const far = repeat(9, (i) => rack(random, 400 + i * 84, 540, 76, 120 + ((i * 67) % 110), '#174a55'));
  const near = [
    [470, 118, 250],
    [604, 104, 190],
    [724, 132, 296],
    [872, 110, 216],
    [996, 120, 268],
  ]
    .map(([left, w, h], i) =>
      lifted(
        8,
        -2,
        2,
        0.3,
        rack(
          random,
          left ?? 0,
          566,
          w ?? 100,
          h ?? 200,
          ['#226069', '#2b5660', '#1f5964', '#36595c', '#1d525d'][i] ?? '#226069',
        ),
      ),
    )
    .join('');
  return picture(
    1080,
    720,
    sky(1080, 580, [0, night], [0.6, '#0e323d'], [1, '#1f6470']),
    stars(random, 90, 1080, 380, '#e9f2ef'),
    rings(x, y, 330, 4, '#2b7781', 0.16),
    range(skyline(random, 200, 1120, 560, 130, 1.8), 580, '#154a55', '#1c5a65'),
    far,
    beam(x, y, 9, 15, 1250, '#ffe3a0', 0.34),
    beam(x, y, 189, 15, 400, '#ffe3a0', 0.3),
    headland(
      [
        [-30, 400],
        [60, 384],
        [140, 378],
        [250, 380],
        [300, 410],
        [340, 470],
        [420, 540],
        [470, 566],
      ],
      580,
      '#17505c',
      '#0c303a',
      4,
      -30,
    ),
    near,
    halo(x, y, 150, lamp, 0.6),
    lighthouse(x, foot, 0.86, nightTower),
    water(1080, 564, 720, '#1b5a66', '#081c24'),
    box(440, 562, 640, 10, '#0a242d'),
    repeat(12, (i) =>
      gleam(random, 490 + i * 52, 576, between(random, 60, 120), 18, i % 3 === 0 ? '#7fe0c8' : lamp, 0.45),
    ),
    gleam(random, x, 580, 110, 46, lamp, 0.4),
    ripples(random, 1080, 572, 710, 46, '#5aa0a4', 0.25),
    dinghy(330, 632, 0.66, nightCraft),
    waves(random, {
      w: 1080,
      top: 668,
      bottom: 716,
      count: 2,
      height: 20,
      length: 330,
      back: '#0f3d48',
      front: '#081f27',
      peak: 0.35,
      rim: '#2d7680',
    }),
    grain(1080, 720, 0.06),
  );
}
