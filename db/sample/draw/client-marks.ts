import { facet } from './curve.ts';
import { repeat } from './random.ts';
import { box, disc, n, shape, stroke, turned } from './svg.ts';

/** The one colour of the clients' logos. */
export const tone = '#5f838a';

/** Gull above an anchor. */
export function gullAnchor(): string {
  return (
    shape('M0 -46Q-18 -70 -52 -62Q-26 -58 -10 -38Q-4 -34 0 -34Q4 -34 10 -38Q26 -58 52 -62Q18 -70 0 -46Z', tone) +
    stroke('M0 -18V56M-20 0H20M-42 22Q-38 56 0 58Q38 56 42 22', tone, 8) +
    disc(0, -22, 9, 'none', 9, `stroke="${tone}" stroke-width="6"`) +
    shape(facet([-52, 30], [-42, 10], [-30, 28]), tone) +
    shape(facet([52, 30], [42, 10], [30, 28]), tone)
  );
}

/** Wheel rising behind a breakwater. */
export function moleWheel(): string {
  const spokes = repeat(9, (i) =>
    stroke(
      `M0 12L${n(Math.cos(Math.PI + (i * Math.PI) / 8) * 52)} ${n(12 + Math.sin(Math.PI + (i * Math.PI) / 8) * 52)}`,
      tone,
      2.6,
    ),
  );
  return (
    stroke('M-58 12A58 58 0 0 1 58 12', tone, 9) +
    spokes +
    disc(0, 12, 10, tone) +
    box(-80, 24, 160, 9, tone, 4) +
    box(-58, 40, 116, 9, tone, 4) +
    box(-36, 56, 72, 9, tone, 4)
  );
}

/** Storm petrel as the needle of a dial. */
export function petrelDial(): string {
  const ticks = repeat(24, (i) => turned(i * 15, 0, 0, box(-1.6, -62, 3.2, i % 6 === 0 ? 15 : 8, tone, 1)));
  return (
    disc(0, 0, 66, 'none', 66, `stroke="${tone}" stroke-width="3"`) +
    ticks +
    turned(
      38,
      0,
      0,
      shape(
        'M0 -50Q5 -34 8 -26Q30 -22 46 6Q26 -8 9 -4L6 18L14 40L0 30L-14 40L-6 18L-9 -4Q-26 -8 -46 6Q-30 -22 -8 -26Q-5 -34 0 -50Z',
        tone,
      ),
    )
  );
}

/** Tufts of grass over water. */
export function saltgrass(): string {
  const blade = (x: number, lean: number, height: number): string =>
    shape(
      `M${x - 6} 28Q${x - 4 + lean * 0.2} ${-height * 0.35} ${x + lean} ${-height}Q${x + 5 + lean * 0.45} ${-height * 0.3} ${x + 6} 28Z`,
      tone,
    );
  return (
    blade(-24, -32, 30) +
    blade(-10, -14, 54) +
    blade(2, 4, 66) +
    blade(14, 22, 46) +
    blade(28, 38, 22) +
    stroke('M-66 42Q-49 32 -33 42T0 42T33 42T66 42', tone, 5) +
    stroke('M-44 57Q-33 49 -22 57T0 57T22 57T44 57', tone, 5)
  );
}

/** Curtain drawn back from a low sun. */
export function theatreCurtain(): string {
  return (
    box(-66, -62, 132, 9, tone, 4) +
    shape('M-62 -48H-6Q-10 4 -62 34Z', tone) +
    shape('M62 -48H6Q10 4 62 34Z', tone) +
    shape('M-34 46A34 34 0 0 1 34 46Z', tone) +
    box(-66, 53, 132, 6, tone, 3)
  );
}

/** Coffee bean split by a wave. */
export function brindleBean(): string {
  return turned(
    32,
    0,
    0,
    shape('M-7 -62C-58 -54 -58 54 -9 62C-26 34 10 -8 -7 -62Z', tone),
    shape('M7 -62C58 -54 58 54 7 62C-10 32 24 -12 7 -62Z', tone),
  );
}
