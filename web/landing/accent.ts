import { contrast, hex, parseColor, type Rgb } from '../../contract/color.ts';
import { fromOklch, type Oklch, toOklch } from './oklch.ts';

/** Minimum contrast of text and of large text (WCAG 2, level AA). */
const textContrast = 4.5;
const largeTextContrast = 3;

/** Backgrounds of coloured text, as in tokens.css. */
export const grounds = {
  light: ['#fbf8f3', '#fffdf9', '#f3e9dc', '#dcebe8'],
  dark: ['#0b232b', '#12313b', '#10303a', '#123842'],
  ink: ['#0d2a33', '#071a21', '#14535f'],
} as const;

const white: Rgb = [255, 255, 255];
const ink: Rgb = [13, 42, 51];

/** Lightness of solid surfaces: visible on the page in both colour schemes. */
const solidLightness = { min: 0.32, max: 0.92 };

/** CSS custom properties by name. */
export type Tokens = Record<`--${string}`, string>;

/** The shades, as `#rrggbb`, in which the page draws a colour of the company. */
export interface Shades {
  /** Buttons and other surfaces, and the text on them. */
  solid: string;
  solidHover: string;
  onSolid: string;
  /** Text on the grounds of the light scheme, of the dark scheme, and on ink. */
  onLight: string;
  onDark: string;
  onInk: string;
}

/**
 * The shades of a colour, `#rrggbb`; null for any other text, as while a person types. Hue and chroma stay as near to the
 * colour as a contrast of 4.5:1 allows for text on it, and for text in it on every ground.
 */
export function shades(text: string): Shades | null {
  if (!/^#[0-9a-f]{6}$/i.test(text)) return null;
  const chosen = parseColor(text);
  // White is more legible than its ratio, so it stays wherever it passes as large text.
  const onSolid = contrast(white, chosen) >= largeTextContrast ? white : ink;
  const { min, max } = solidLightness;
  const color = toOklch(chosen);
  const bounded = { ...color, l: Math.min(max, Math.max(min, color.l)) };
  const solid = shifted(bounded, -1, [onSolid]);
  const away = onSolid === white || solid.l > 0.87 ? -0.06 : 0.05;
  const inText = (direction: 1 | -1, on: readonly string[], chroma: number) =>
    hex(fromOklch(shifted({ ...color, c: Math.min(color.c, chroma) }, direction, on.map(parseColor))));
  return {
    solid: hex(fromOklch(solid)),
    solidHover: hex(fromOklch({ ...solid, l: solid.l + away })),
    onSolid: hex(onSolid),
    onLight: inText(-1, grounds.light, 0.17),
    onDark: inText(1, grounds.dark, 0.14),
    onInk: inText(1, grounds.ink, 0.13),
  };
}

/** The tokens (tokens.css) of a company's accent colour; none without one. */
export function accentTokens(accent: string): Tokens {
  const found = shades(accent);
  if (!found) return {};
  return {
    '--accent': hex(parseColor(accent)),
    '--accent-solid': found.solid,
    '--accent-solid-hover': found.solidHover,
    '--on-accent': found.onSolid,
    '--accent-on-light': found.onLight,
    '--accent-on-dark': found.onDark,
    '--accent-on-ink': found.onInk,
  };
}

/** The tokens (theme/second.css) of a company's second colour; none without one. */
export function secondTokens(second: string): Tokens {
  const found = shades(second);
  if (!found) return {};
  return {
    '--second-solid': found.solid,
    '--on-second': found.onSolid,
    '--second-on-light': found.onLight,
    '--second-on-dark': found.onDark,
    '--second-on-ink': found.onInk,
  };
}

/** Darkens (-1) or lightens (1) the colour in small steps until its contrast to all others is enough. */
function shifted(color: Oklch, direction: 1 | -1, others: readonly Rgb[]): Oklch {
  let moved = color;
  const isClear = () => others.every((other) => contrast(fromOklch(moved), other) >= textContrast);
  while (!isClear() && (direction === 1 ? moved.l < 1 : moved.l > 0))
    moved = { ...moved, l: moved.l + direction * 0.005 };
  return moved;
}
