import { facet } from './curve.ts';
import { grain, lifted } from './depth.ts';
import { mix } from './paint.ts';
import { across, box, disc, down, faint, inside, shape, stroke } from './svg.ts';

/** Hair, hat or scarf: what lies behind the head and what lies over it. */
export interface Crown {
  back: string;
  front: string;
  ears: boolean;
}

/** What a portrait is drawn from. */
export interface Sitter {
  skin: string;
  hair: string;
  crown: Crown;
  coat: string;
  collar: string;
  wall: string;
  disc: string;
  extras: string;
  neckline: 'round' | 'shirt' | 'roll' | 'coat';
}

/** Outline of every face. */
export const face = 'M160 196Q158 116 230 114Q302 116 300 196Q300 250 268 284Q230 312 192 284Q160 250 160 196Z';

const bust = 'M52 470Q56 392 120 368L190 338Q230 352 270 338L340 368Q404 392 408 470Z';

function clothes(sitter: Sitter): string {
  const dark = mix(sitter.coat, '#06171d', 0.28);
  const body = lifted(
    8,
    0,
    -2,
    0.16,
    shape(bust, across([0, mix(sitter.coat, '#ffffff', 0.08)], [0.5, sitter.coat], [1, dark])),
  );
  const fold =
    shape(facet([92, 470], [128, 412], [140, 470]), dark, 'opacity="0.35"') +
    shape(facet([330, 470], [340, 410], [372, 470]), dark, 'opacity="0.45"');
  if (sitter.neckline === 'roll')
    return (
      body +
      fold +
      shape(
        'M186 322Q230 340 274 322L282 366Q230 386 178 366Z',
        across([0, sitter.collar], [1, mix(sitter.collar, '#06171d', 0.25)]),
      )
    );
  if (sitter.neckline === 'shirt')
    return (
      body +
      fold +
      shape(facet([230, 384], [192, 334], [268, 334]), mix(sitter.skin, '#5a2418', 0.3)) +
      shape(facet([230, 386], [192, 330], [160, 352], [192, 410]), sitter.collar) +
      shape(facet([230, 386], [268, 330], [300, 352], [268, 410]), mix(sitter.collar, '#06171d', 0.14)) +
      stroke('M230 390V480', dark, 3) +
      disc(230, 420, 4, sitter.collar)
    );
  if (sitter.neckline === 'coat')
    return (
      body +
      fold +
      shape(facet([230, 462], [190, 342], [270, 342]), sitter.collar) +
      shape(facet([230, 342], [270, 342], [230, 462]), mix(sitter.collar, '#06171d', 0.12)) +
      shape(
        facet([232, 476], [190, 336], [158, 352], [138, 396], [166, 398], [158, 414]),
        mix(sitter.coat, '#ffffff', 0.14),
      ) +
      shape(
        facet([228, 476], [270, 336], [302, 352], [322, 396], [294, 398], [302, 414]),
        mix(sitter.coat, '#ffffff', 0.07),
      )
    );
  return body + fold + stroke('M184 344Q230 392 276 344', sitter.collar, 13);
}

function features(sitter: Sitter): string {
  const deep = mix(sitter.skin, '#4a1c14', 0.42);
  const shade = mix(sitter.skin, '#5a2418', 0.2);
  const brow = mix(sitter.hair, '#2a1a16', 0.35);
  return (
    inside(
      face,
      shape(face, sitter.skin),
      shape('M230 100L232 196L250 236Q244 246 230 246L232 320H320V100Z', shade, 'opacity="0.55"'),
      faint(0.3, disc(186, 242, 19, '#e4572e', 14), disc(276, 242, 17, '#e4572e', 13)),
    ) +
    disc(201, 207, 5.4, '#22201f', 6.4) +
    disc(261, 207, 5.4, '#22201f', 6.4) +
    disc(203, 204.5, 1.7, '#ffffff') +
    disc(263, 204.5, 1.7, '#ffffff') +
    stroke('M186 187Q200 178 216 184', brow, 5) +
    stroke('M247 184Q262 178 276 187', brow, 5) +
    stroke('M209 264Q231 282 254 263', deep, 4.6)
  );
}

/** Portrait of one person, 460 px square. */
export function portrait(sitter: Sitter): string {
  const neckDark = mix(sitter.skin, '#5a2418', 0.3);
  const parts = [
    box(-10, -10, 480, 480, down([0, mix(sitter.wall, '#ffffff', 0.12)], [1, sitter.wall])),
    disc(230, 226, 186, sitter.disc),
    shape('M-10 352Q80 318 160 346T320 342T470 330V480H-10Z', mix(sitter.wall, '#0d2a33', 0.14), 'opacity="0.75"'),
    shape('M-10 398Q90 372 180 394T340 390T470 382V480H-10Z', mix(sitter.wall, '#0d2a33', 0.26), 'opacity="0.75"'),
    lifted(9, 0, 3, 0.18, sitter.crown.back),
    shape('M194 262H266V348Q230 378 194 348Z', sitter.skin),
    shape('M194 270Q230 316 266 264V348Q262 332 194 300Z', neckDark, 'opacity="0.75"'),
    clothes(sitter),
    sitter.crown.ears
      ? disc(161, 214, 12, sitter.skin, 18) + disc(299, 214, 12, mix(sitter.skin, '#5a2418', 0.22), 18)
      : '',
    features(sitter),
    sitter.crown.front,
    sitter.extras,
    grain(480, 480, 0.05),
  ];
  return parts.join('');
}
