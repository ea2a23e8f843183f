import { contrast, hex, parseColor, type Rgb } from '../../contract/color.ts';
import { fromOklch, type Oklch, toOklch } from './oklch.ts';

/** Least contrast of text (WCAG 2, level AA), and of large text. */
const text = 4.5;
const largeText = 3;

/** The grounds accented text stands on, as tokens.css has them. */
export const grounds = {
  light: ['#fbf8f3', '#fffdf9', '#f3e9dc', '#dcebe8'],
  dark: ['#0b232b', '#12313b', '#10303a', '#123842'],
  ink: ['#0d2a33', '#071a21', '#14535f'],
} as const;

const white: Rgb = [255, 255, 255];
const ink: Rgb = [13, 42, 51];

/** Lightness of solid surfaces: none vanishes into the page by day or by night. */
const solidLightness = { least: 0.32, most: 0.92 };

/**
 * The tokens (tokens.css) that follow a company's accent, `#rrggbb`; none for the design's own, or while one is being typed. Hue and chroma stay as
 * near to what was chosen as text of at least 4.5:1 on it, and in it on every ground, allows.
 */
export function accentTokens(accent: string): Record<`--${string}`, string> {
  if (!/^#[0-9a-f]{6}$/i.test(accent)) return {};
  const chosen = parseColor(accent);
  // White reads better than its ratio says, so it stays on all that could carry it as large text.
  const onAccent = contrast(white, chosen) >= largeText ? white : ink;
  const { least, most } = solidLightness;
  const color = toOklch(chosen);
  const bounded = { ...color, l: Math.min(most, Math.max(least, color.l)) };
  const solid = shifted(bounded, -1, [onAccent]);
  const away = onAccent === white || solid.l > 0.87 ? -0.06 : 0.05;
  const inText = (direction: 1 | -1, on: readonly string[], chroma: number) =>
    hex(fromOklch(shifted({ ...color, c: Math.min(color.c, chroma) }, direction, on.map(parseColor))));
  return {
    '--accent': hex(chosen),
    '--accent-solid': hex(fromOklch(solid)),
    '--accent-solid-hover': hex(fromOklch({ ...solid, l: solid.l + away })),
    '--on-accent': hex(onAccent),
    '--accent-on-light': inText(-1, grounds.light, 0.17),
    '--accent-on-dark': inText(1, grounds.dark, 0.14),
    '--accent-on-ink': inText(1, grounds.ink, 0.13),
  };
}

/** The colour made darker (-1) or lighter (1) in small steps until it stands out from all the others. */
function shifted(color: Oklch, direction: 1 | -1, others: readonly Rgb[]): Oklch {
  let moved = color;
  const isClear = () => others.every((other) => contrast(fromOklch(moved), other) >= text);
  while (!isClear() && (direction === 1 ? moved.l < 1 : moved.l > 0))
    moved = { ...moved, l: moved.l + direction * 0.005 };
  return moved;
}
