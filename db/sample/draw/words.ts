import { n } from './svg.ts';

/** Type faces, each with a fallback that is always installed. */
export const sans = "Sora, Manrope, 'DejaVu Sans', sans-serif";
export const light = "'Sora Light', Sora, 'DejaVu Sans', sans-serif";
export const heavy = "'Sora ExtraBold', Sora, 'DejaVu Sans', sans-serif";
export const plain = "Manrope, 'DejaVu Sans', sans-serif";
export const serif = "'EB Garamond', 'DejaVu Serif', serif";
export const narrow = "'Bebas Neue', 'DejaVu Sans Condensed', sans-serif";
export const round = "'League Spartan', Sora, 'DejaVu Sans', sans-serif";

/** How a line of text is set. */
export interface Setting {
  face?: string;
  weight?: number;
  spacing?: number;
  anchor?: 'start' | 'middle' | 'end';
  slant?: boolean;
  opacity?: number;
}

/** One line of text with its base line at y. */
export function words(text: string, x: number, y: number, size: number, colour: string, how: Setting = {}): string {
  const safe = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return (
    `<text x="${n(x)}" y="${n(y)}" font-family="${how.face ?? sans}" font-size="${n(size)}" font-weight="${how.weight ?? 400}" ` +
    `letter-spacing="${n(how.spacing ?? 0)}" text-anchor="${how.anchor ?? 'start'}" font-style="${how.slant ? 'italic' : 'normal'}" ` +
    `fill="${colour}" opacity="${how.opacity ?? 1}">${safe}</text>`
  );
}
