import { mix } from './paint.ts';
import type { Crown } from './portrait.ts';
import { repeat } from './random.ts';
import { box, disc, n, shape, stroke } from './svg.ts';

const scalp = 'M155 206Q146 99 230 98Q314 99 305 206Z';

const dark = (colour: string): string => mix(colour, '#06171d', 0.25);

/** Round natural hair. */
export function halo(hair: string): Crown {
  const puffs = repeat(15, (i) => {
    const a = Math.PI * (0.86 + (i / 14) * 1.28);
    return disc(230 + Math.cos(a) * 98, 176 + Math.sin(a) * 92, 38, hair);
  });
  return {
    back: disc(230, 172, 112, hair, 106) + puffs,
    ears: true,
    front: shape(
      'M157 196Q150 120 230 108Q310 120 303 196Q296 152 262 146Q230 138 198 146Q164 152 157 196Z',
      dark(hair),
    ),
  };
}

/** Short hair swept to one side. */
export function swept(hair: string): Crown {
  return {
    back: shape(scalp, hair),
    ears: true,
    front:
      shape(
        'M154 200Q140 108 206 92Q282 76 304 132Q312 162 306 200Q298 190 296 168Q284 150 262 150Q206 158 178 140Q164 164 154 200Z',
        hair,
      ) +
      shape('M178 140Q206 158 262 150Q286 148 296 168Q304 130 270 112Q236 138 178 140Z', dark(hair), 'opacity="0.6"'),
  };
}

/** Bob with a fringe. */
export function bob(hair: string): Crown {
  return {
    back: shape('M140 290Q120 90 230 88Q340 90 320 290Q300 306 272 296H188Q160 306 140 290Z', hair),
    ears: false,
    front:
      shape(
        'M150 236Q142 102 230 98Q318 102 310 236Q302 240 294 232Q300 182 286 164Q230 176 174 164Q160 182 166 232Q158 240 150 236Z',
        mix(hair, '#ffffff', 0.06),
      ) +
      shape('M230 98Q318 102 310 236Q302 240 294 232Q300 182 286 164Q262 170 236 171Z', dark(hair), 'opacity="0.5"'),
  };
}

/** Knitted watch cap. */
export function watchCap(wool: string, hair: string): Crown {
  const ribs = repeat(9, (i) => stroke(`M${n(160 + i * 17.5)} 132V162`, dark(wool), 3, 'opacity="0.5"'));
  return {
    back: '',
    ears: true,
    front:
      shape('M154 190Q152 160 158 150H302Q308 160 306 190L298 186V160H162V186Z', hair) +
      shape('M156 140Q150 62 230 60Q310 62 304 140Z', wool) +
      shape('M230 60Q310 62 304 140H236Z', dark(wool), 'opacity="0.45"') +
      box(148, 126, 164, 42, mix(wool, '#ffffff', 0.1), 12) +
      ribs,
  };
}

/** Hair gathered in a bun on top. */
export function bun(hair: string): Crown {
  return {
    back: disc(230, 84, 40, dark(hair), 36) + shape(scalp, hair),
    ears: true,
    front:
      shape('M154 206Q138 104 230 98Q322 104 306 206Q300 160 268 138Q244 126 222 132Q176 146 154 206Z', hair) +
      shape('M230 98Q322 104 306 206Q300 160 268 138Q252 130 236 130Z', dark(hair), 'opacity="0.5"'),
  };
}

/** Close-cropped hair. */
export function crop(hair: string): Crown {
  return {
    back: shape(scalp, hair),
    ears: true,
    front: shape('M156 196Q146 106 230 100Q314 106 304 196Q300 158 286 144Q230 128 174 144Q160 158 156 196Z', hair),
  };
}

/** Long wavy hair over the shoulders. */
export function long(hair: string): Crown {
  return {
    back: shape(
      'M122 380Q96 330 124 272Q118 92 230 86Q342 92 336 272Q364 330 338 380Q300 396 270 360H190Q160 396 122 380Z',
      hair,
    ),
    ears: false,
    front:
      shape(
        'M152 240Q132 102 232 96Q328 102 308 240Q302 180 280 160Q250 152 226 124Q196 166 166 176Q154 200 152 240Z',
        mix(hair, '#ffffff', 0.07),
      ) + shape('M232 96Q328 102 308 240Q302 180 280 160Q250 152 230 128Z', dark(hair), 'opacity="0.4"'),
  };
}

/** Bare head. */
export function bare(skin: string): Crown {
  return {
    back: '',
    ears: true,
    front: shape(
      'M184 132Q204 118 226 120Q204 128 196 146Q186 146 184 132Z',
      mix(skin, '#ffffff', 0.3),
      'opacity="0.5"',
    ),
  };
}

/** Full beard, with a moustache above the mouth. */
export function beard(hair: string): string {
  return (
    shape(
      'M158 214Q172 250 200 250Q230 240 260 250Q290 250 302 214Q306 262 274 298Q230 330 186 298Q154 262 158 214Z',
      hair,
    ) +
    shape('M232 246Q246 246 260 250Q290 250 302 214Q306 262 274 298Q254 313 232 314Z', dark(hair), 'opacity="0.45"') +
    stroke('M212 270Q231 282 251 269', mix(hair, '#3a1410', 0.6), 4.6)
  );
}

/** Smile drawn over a dark beard. */
export function smile(colour: string): string {
  return stroke('M212 270Q231 282 251 269', colour, 4.2);
}

/** Moustache. */
export function moustache(hair: string): string {
  return shape('M231 248Q214 244 196 262Q216 266 231 258Q246 266 266 262Q248 244 231 248Z', hair);
}

/** Round spectacles. */
export function glasses(colour: string): string {
  const ring = (x: number): string =>
    disc(x, 208, 26, '#ffffff', 25, `fill-opacity="0.12" stroke="${colour}" stroke-width="4.6"`);
  return ring(200) + ring(262) + stroke('M226 204Q231 200 236 204M174 204L160 198M288 204L300 198', colour, 4.6);
}

/** A pair of earrings. */
export function earrings(colour: string): string {
  return disc(158, 244, 9, colour, 12) + disc(302, 244, 9, mix(colour, '#06171d', 0.15), 12);
}
