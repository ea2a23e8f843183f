import { facet } from './curve.ts';
import { coral, ink, mix, paper, sand } from './paint.ts';
import { across, at, box, disc, down, shape, stroke } from './svg.ts';

/** Colours of a boat. */
export interface Craft {
  hull: string;
  stripe: string;
  sail: string;
  spar: string;
}

/** A boat by day. */
export const dayCraft: Craft = { hull: ink, stripe: coral, sail: paper, spar: '#8a6a4a' };

/** A boat by night. */
export const nightCraft: Craft = { hull: '#0a222b', stripe: '#b9492b', sail: '#7fa3a8', spar: '#3b545a' };

/** Small rowing boat, about 120 px long at scale 1, with its waterline at x,y. */
export function dinghy(x: number, y: number, scale: number, look: Craft): string {
  return at(
    x,
    y,
    scale,
    stroke('M-8 -22L-52 6', look.spar, 4),
    shape(facet([-52, 8], [-64, 12], [-60, 18], [-50, 12]), mix(look.spar, sand, 0.2)),
    shape('M-62 -24Q0 -12 62 -28L60 -22Q0 -8 -60 -19Z', mix(look.spar, sand, 0.25)),
    shape(
      'M-60 -20Q0 -8 61 -24Q56 4 34 6L-36 6Q-55 3 -60 -20Z',
      down([0, mix(look.hull, '#ffffff', 0.1)], [1, look.hull]),
    ),
    shape('M-60 -20Q0 -8 61 -24L60 -17Q0 -1 -58 -13Z', look.stripe),
  );
}

/** Sloop with sails set (or furled), about 210 px high at scale 1, with its waterline at x,y. */
export function sloop(x: number, y: number, scale: number, look: Craft, furled = false): string {
  const sails = furled
    ? shape('M2 -34Q40 -46 82 -34L82 -28Q40 -34 2 -28Z', mix(look.sail, look.hull, 0.15)) +
      stroke('M0 -196L-68 -20M0 -196L84 -22', look.spar, 1.1)
    : shape('M6 -190Q62 -110 84 -36L6 -36Z', across([0, look.sail], [1, mix(look.sail, look.hull, 0.22)])) +
      shape(
        'M-5 -176Q-14 -90 -66 -30Q-30 -38 -5 -34Z',
        across([0, mix(look.sail, look.hull, 0.3)], [1, mix(look.sail, look.hull, 0.06)]),
      ) +
      shape('M6 -70Q50 -72 75 -62L84 -36L6 -36Z', look.stripe, 'opacity="0.9"');
  return at(
    x,
    y,
    scale,
    sails,
    box(-2.4, -204, 4.8, 184, look.spar, 2),
    shape(facet([2, -204], [30, -198], [2, -190]), look.stripe),
    box(0, -32, 86, 4, look.spar, 2),
    shape('M-22 -30q4 -12 16 -12h28q8 0 10 12z', mix(look.sail, look.hull, 0.35)),
    shape(
      'M-82 -28Q0 -18 92 -26Q88 4 62 8L-46 8Q-72 -2 -82 -28Z',
      down([0, mix(look.hull, '#ffffff', 0.1)], [1, look.hull]),
    ),
    shape('M-82 -28Q0 -18 92 -26L91 -20Q0 -10 -77 -20Z', look.stripe),
  );
}

/** Fishing boat with a wheelhouse, about 240 px long at scale 1, with its waterline at x,y. */
export function trawler(x: number, y: number, scale: number, look: Craft, glow: string): string {
  return at(
    x,
    y,
    scale,
    stroke('M58 -60V-150M58 -146L104 -44M58 -146L12 -92', look.spar, 2),
    box(55, -158, 6, 110, look.spar, 3),
    box(-34, -112, 62, 76, across([0, mix(look.sail, look.hull, 0.1)], [1, mix(look.sail, look.hull, 0.5)]), 3),
    shape(facet([-44, -112], [-38, -124], [34, -124], [40, -112]), look.stripe),
    box(-26, -102, 20, 20, glow, 2),
    box(0, -102, 20, 20, glow, 2),
    box(-40, -150, 4, 28, look.spar, 2),
    disc(-38, -150, 4, glow),
    shape(
      'M-118 -66Q-80 -38 0 -38H106L110 -48H118Q116 -10 98 10H-84Q-108 -20 -118 -66Z',
      down([0, mix(look.hull, '#ffffff', 0.12)], [1, look.hull]),
    ),
    shape('M-118 -66Q-80 -38 0 -38H106L110 -48H118L116 -32H0Q-82 -32 -113 -54Z', look.stripe),
    disc(-74, -20, 7, mix(look.hull, '#ffffff', 0.2)),
    disc(-48, -14, 7, mix(look.hull, '#ffffff', 0.2)),
  );
}
