import { convertLrgbToOklab, convertLrgbToRgb, convertOklabToLrgb, convertRgbToLrgb } from 'culori/fn';
import type { Rgb } from '../../contract/color.ts';

/** A colour by perceived lightness (0 to 1), chroma (0 is grey) and hue in radians. */
export interface Oklch {
  l: number;
  c: number;
  h: number;
}

/** Converts a colour to OKLCH. */
export function toOklch([red, green, blue]: Rgb): Oklch {
  const light = convertRgbToLrgb({ r: red / 255, g: green / 255, b: blue / 255 });
  const { l, a, b } = convertLrgbToOklab(light);
  return { l, c: Math.hypot(a, b), h: Math.atan2(b, a) };
}

/** Returns the nearest colour of that lightness and hue that a screen can show: reduces the chroma as far as needed. */
export function fromOklch({ l, c, h }: Oklch): Rgb {
  for (let chroma = c; chroma > 0.002; chroma *= 0.96) {
    const light = convertOklabToLrgb({ l, a: chroma * Math.cos(h), b: chroma * Math.sin(h) });
    if ([light.r, light.g, light.b].every((part) => part >= -0.0005 && part <= 1.0005)) return toBytes(light);
  }
  return toBytes(convertOklabToLrgb({ l, a: 0, b: 0 }));
}

function toBytes(light: ReturnType<typeof convertOklabToLrgb>): Rgb {
  const { r, g, b } = convertLrgbToRgb(light);
  return [toByte(r), toByte(g), toByte(b)];
}

function toByte(part: number): number {
  return Math.round(Math.min(1, Math.max(0, part)) * 255);
}
