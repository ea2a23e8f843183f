/** An opaque colour: red, green and blue from 0 to 255. */
export type Rgb = readonly [number, number, number];

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

/** The WCAG contrast ratio of two colours, from 1 to 21. */
export function contrast(one: Rgb, other: Rgb): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

function luminance(color: Rgb): number {
  const [red = 0, green = 0, blue = 0] = color.map(linear);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Converts an sRGB value from 0 to 255 to linear light from 0 to 1. */
function linear(value: number): number {
  const part = value / 255;
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
}
