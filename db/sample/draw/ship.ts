import type { Craft } from './boats.ts';
import { facet } from './curve.ts';
import { mix } from './paint.ts';
import { repeat } from './random.ts';
import { across, at, box, disc, down, shape, stroke } from './svg.ts';

function mast(x: number, height: number, look: Craft): string {
  const sail = (top: number, h: number, w: number): string =>
    box(x - w / 2 - 3, top - 2.5, w + 6, 3.4, look.spar, 1.6) +
    shape(
      `M${x - w / 2} ${top}H${x + w / 2}Q${x + w / 2 + 9} ${top + h * 0.55} ${x + w / 2 + 2} ${top + h}Q${x} ${top + h * 0.84} ${x - w / 2 + 3} ${top + h}Q${x - w / 2 + 10} ${top + h * 0.5} ${x - w / 2} ${top}Z`,
      across([0, look.sail], [0.55, mix(look.sail, look.hull, 0.07)], [1, mix(look.sail, look.hull, 0.28)]),
    );
  const t = -height;
  return (
    box(x - 2.2, t, 4.4, height - 24, look.spar, 2) +
    shape(facet([x, t - 2], [x + 24, t + 4], [x, t + 10]), look.stripe) +
    sail(t + 16, height * 0.2, 34) +
    sail(t + 22 + height * 0.21, height * 0.25, 48) +
    sail(t + 28 + height * 0.47, height * 0.26, 60)
  );
}

/** Three-masted ship under sail, about 240 px high at scale 1, with its waterline at x,y. */
export function threeMaster(x: number, y: number, scale: number, look: Craft): string {
  return at(
    x,
    y,
    scale,
    stroke('M-100 -42L-146 -64', look.spar, 4),
    shape('M-142 -64Q-110 -90 -80 -170Q-84 -96 -94 -48Z', across([0, mix(look.sail, look.hull, 0.2)], [1, look.sail])),
    mast(-64, 196, look),
    mast(6, 226, look),
    mast(72, 186, look),
    shape(
      'M-110 -46Q-80 -28 0 -28H84L88 -44H114Q112 -4 92 10H-72Q-98 -8 -110 -46Z',
      down([0, mix(look.hull, '#ffffff', 0.12)], [1, look.hull]),
    ),
    shape('M-106 -36Q-80 -20 0 -19H112L110 -11H0Q-78 -11 -102 -26Z', look.stripe),
    repeat(6, (i) => disc(-58 + i * 28, -4, 3.2, mix(look.sail, look.stripe, 0.2))),
  );
}
