import { dinghy, sloop } from './boats.ts';
import { blob, type Point } from './curve.ts';
import { grain, lifted } from './depth.ts';
import { ebbing, range, skyline } from './land.ts';
import { lighthouse } from './lighthouse.ts';
import { mist, mix, paper, sand, sea } from './paint.ts';
import { between, type Random, repeat, seeded } from './random.ts';
import { threeMaster } from './ship.ts';
import { cloud, gull, haze, rings, sky } from './sky.ts';
import { faint, picture, shape, stroke } from './svg.ts';
import { gleam, ripples, water, waves } from './water.ts';

/** Headlands in morning mist. */
export function features(): string {
  const random = seeded(101);
  const layers = repeat(6, (i) => {
    const t = i / 5;
    const tone = mix('#f3f5f1', '#a9cbcb', t);
    const land = range(
      skyline(random, -60, 1980, 560 + i * 92, 170 + i * 16, 2.1 + i * 0.35),
      1120,
      tone,
      mix(tone, paper, 0.7),
    );
    const mark =
      i === 3
        ? faint(
            0.36,
            lighthouse(1576, 660, 0.56, { wall: '#eef3ef', band: '#d99a83', dark: '#7fa7a9', light: '#f6dca0' }),
          )
        : '';
    return mark + lifted(10, 0, -4, 0.07, land);
  });
  return picture(
    1920,
    1080,
    sky(1920, 1080, [0, '#fbf8f3'], [1, '#dfecea']),
    rings(1430, 330, 300, 3, '#f8ead0', 0.5),
    haze(random, 1920, 380, 120, 8, '#ffffff', 0.5),
    layers,
    grain(1920, 1080, 0.05),
  );
}

function depthRing(random: Random, x: number, y: number, r: number): Point[] {
  const turns = [between(random, 0, 6), between(random, 0, 6), between(random, 0, 6)];
  return Array.from({ length: 36 }, (_, i): Point => {
    const a = (i / 36) * Math.PI * 2;
    const wobble =
      1 +
      0.16 * Math.sin(a * 2 + (turns[0] ?? 0)) +
      0.09 * Math.sin(a * 3 + (turns[1] ?? 0)) +
      0.03 * Math.sin(a * 7 + (turns[2] ?? 0));
    return [x + Math.cos(a) * r * wobble * 1.35, y + Math.sin(a) * r * wobble];
  });
}

/** Sheets of paper cut along the depth lines of a sea chart. */
export function soundings(
  seed: number,
  x: number,
  y: number,
  reach: number,
  count: number,
  rim: string,
  heart: string,
  shade: number,
): string {
  return repeat(count, (i) => {
    const t = i / (count - 1);
    const colour = mix(rim, heart, t);
    const random = seeded(seed + Math.floor(i / 3));
    const ring = depthRing(random, x + i * 9, y - i * 7, reach * (1 - t * 0.86));
    const edge = shade > 0.2 ? stroke(blob(ring), mix(colour, '#5aa3a8', 0.3), 1.6) : '';
    return lifted(11, 0, 6, shade, shape(blob(ring), colour)) + edge;
  });
}

/** Sand-coloured sea chart cut from paper. */
export function services(): string {
  const body =
    soundings(210, 1650, 250, 1020, 9, '#f1e6d7', '#d9e4dc', 0.09) +
    soundings(340, 120, 1130, 560, 6, '#efe3d2', '#dfe6dd', 0.08);
  return picture(1920, 1080, sky(1920, 1080, [0, sand], [1, sand]), body, grain(1920, 1080, 0.06));
}

/** Pale paper waves under an empty sky. */
export function projects(): string {
  const swell = waves(seeded(64), {
    w: 1920,
    top: 690,
    bottom: 1030,
    count: 6,
    height: 74,
    length: 760,
    back: '#eef3ef',
    front: '#b9d5d4',
    peak: 0.3,
  });
  const random = seeded(65);
  return picture(
    1920,
    1080,
    sky(1920, 1080, [0, paper], [1, '#e9f1ee']),
    rings(330, 330, 230, 3, '#f7e7cd', 0.5),
    haze(random, 1920, 520, 90, 9, '#ffffff', 0.8),
    faint(0.55, gull(1480, 260, 70, '#9fbfc0') + gull(1572, 318, 46, '#b2cccb') + gull(1390, 330, 36, '#b2cccb')),
    swell,
    grain(1920, 1080, 0.05),
  );
}

/** Quiet offing with a dinghy, a sloop and a three-master. */
export function pricing(): string {
  const random = seeded(81);
  const craft = { hull: mix(sea, mist, 0.45), stripe: '#e3a38e', sail: '#ffffff', spar: '#a9b9b4' };
  return picture(
    1920,
    1080,
    sky(1920, 700, [0, '#f7f5ee'], [0.7, '#e4eeeb'], [1, '#f7ead6']),
    rings(960, 690, 430, 4, '#fbe6bd', 0.32),
    haze(random, 1920, 470, 130, 10, '#ffffff', 0.55),
    range(ebbing(skyline(random, -40, 800, 694, 140, 1.6), 694, 'right'), 700, '#cfe0dd', '#dbe8e4'),
    range(ebbing(skyline(random, 1140, 1980, 694, 170, 1.4), 694, 'left'), 700, '#c7dbd9', '#dbe8e4'),
    water(1920, 694, 1080, '#d5e5e2', '#b8d3d2'),
    gleam(random, 960, 704, 330, 300, '#fff4d8', 0.7),
    ripples(random, 1920, 704, 1060, 110, '#ffffff', 0.6),
    faint(0.8, threeMaster(1530, 800, 0.92, craft), sloop(1040, 826, 0.82, craft), dinghy(470, 846, 0.82, craft)),
    grain(1920, 1080, 0.05),
  );
}

/** Light sky with paper clouds and gulls. */
export function customers(): string {
  const random = seeded(95);
  const clouds = repeat(9, (i) => {
    const y = 250 + i * 96;
    return lifted(
      14,
      0,
      6,
      0.05,
      cloud(random, ((i * 733) % 1900) - 260, y, between(random, 520, 860), '#ffffff', 0.9),
    );
  });
  const birds = repeat(7, () =>
    gull(between(random, 100, 1820), between(random, 90, 640), between(random, 30, 74), '#bcd2d0'),
  );
  return picture(
    1920,
    1080,
    sky(1920, 1080, [0, '#dcebe8'], [0.55, '#f0f1ea'], [1, '#f8ecdc']),
    rings(1500, 300, 250, 3, '#ffffff', 0.28),
    clouds,
    birds,
    grain(1920, 1080, 0.05),
  );
}
