import { type Craft, dayCraft, dinghy, sloop } from './boats.ts';
import { coral, lamp, mix, sand, sea } from './paint.ts';
import { threeMaster } from './ship.ts';
import { at, box, disc, down, inside, picture, shape } from './svg.ts';

const craft: Craft = { ...dayCraft, hull: '#10343f', spar: '#7d6550', sail: '#fbf8f3' };

function icon(sky: string, body: string): string {
  const round = 'M100 8A92 92 0 1 1 100 192A92 92 0 1 1 100 8Z';
  const tide = shape('M0 140Q25 130 50 139T100 139T150 139T200 137V200H0Z', down([0, '#2f8791'], [1, sea]));
  const near = shape('M0 160Q30 150 60 158T120 158T200 156V200H0Z', '#104651');
  return picture(
    200,
    200,
    inside(round, box(0, 0, 200, 200, sky), disc(138, 70, 34, mix(sky, '#ffffff', 0.45)), body, tide, near),
  );
}

/** Plan icon: a dinghy. */
export function planDinghy(): string {
  return icon(sand, dinghy(100, 139, 1.12, craft));
}

/** Plan icon: a sloop. */
export function planSloop(): string {
  return icon('#f8d9a0', sloop(96, 140, 0.6, craft));
}

/** Plan icon: a three-master. */
export function planShip(): string {
  return icon(mix(coral, sand, 0.45), at(0, 0, 1, threeMaster(104, 140, 0.52, { ...craft, stripe: lamp })));
}
