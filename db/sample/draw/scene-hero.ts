import { dinghy, nightCraft } from './boats.ts';
import { grain } from './depth.ts';
import { farShore, harbourLamp, moored, nearShore } from './harbour.ts';
import { beam } from './light.ts';
import { night } from './paint.ts';
import { seeded } from './random.ts';
import { across, box, picture } from './svg.ts';
import { waves } from './water.ts';

/** Night harbour with a calm left half for a headline. */
export function hero(): string {
  const [x, y] = harbourLamp;
  return picture(
    1920,
    1080,
    farShore(),
    beam(x, y, 187, 11, 1500, '#ffe3a0', 0.2),
    beam(x, y, 7, 11, 900, '#ffe3a0', 0.16),
    nearShore(),
    moored(),
    dinghy(880, 872, 0.62, nightCraft),
    box(0, 0, 1100, 1080, across([0, night, 0.62], [0.6, night, 0.34], [1, night, 0])),
    waves(seeded(4), {
      w: 1920,
      top: 946,
      bottom: 1060,
      count: 4,
      height: 26,
      length: 460,
      back: '#10404b',
      front: '#071a21',
      peak: 0.35,
      rim: '#2d7680',
    }),
    grain(1920, 1080),
  );
}
