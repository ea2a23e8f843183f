/** An opaque colour: red, green and blue from 0 to 255. */
export type Rgb = readonly [number, number, number];

/** The page's dark ink and light paper (web/landing/tokens.css). */
export const ink: Rgb = [9, 31, 39];
export const paper: Rgb = [251, 248, 243];

/** Reads `#rrggbb`; throws a TypeError for anything else. */
export function parseColor(text: string): Rgb {
  const [, red, green, blue] = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(text) ?? [];
  if (red === undefined || green === undefined || blue === undefined) throw new TypeError(`not a colour: ${text}`);
  return [Number.parseInt(red, 16), Number.parseInt(green, 16), Number.parseInt(blue, 16)];
}

/** The colour as `#rrggbb`. */
export function hex(color: Rgb): string {
  return `#${color.map((value) => Math.round(value).toString(16).padStart(2, '0')).join('')}`;
}

/** Contrast of two colours as WCAG counts it, from 1 to 21. */
export function contrast(one: Rgb, other: Rgb): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

/** The colour for large text on a background: light wherever that reads (3:1), else dark. */
export function largeTextOn(background: Rgb): Rgb {
  return contrast(paper, background) >= 3 ? paper : ink;
}

function luminance(color: Rgb): number {
  const [red, green, blue] = color.map((value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * (red ?? 0) + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0);
}
