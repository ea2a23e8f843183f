import { linear, type Rgb } from '../../contract/color.ts';

/** A colour by perceived lightness (0 to 1), chroma (0 is grey) and hue in radians. */
export interface Oklch {
  l: number;
  c: number;
  h: number;
}

/** The colour in OKLCH (CSS Color 4, section 9.2). */
export function toOklch(color: Rgb): Oklch {
  const [red = 0, green = 0, blue = 0] = color.map(linear);
  const long = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const medium = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const short = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  const a = 1.9779984951 * long - 2.428592205 * medium + 0.4505937099 * short;
  const b = 0.0259040371 * long + 0.7827717662 * medium - 0.808675766 * short;
  return {
    l: 0.2104542553 * long + 0.793617785 * medium - 0.0040720468 * short,
    c: Math.hypot(a, b),
    h: Math.atan2(b, a),
  };
}

/** The nearest colour of that lightness and hue that a screen can show, in whole numbers: chroma gives way. */
export function fromOklch({ l, c, h }: Oklch): Rgb {
  for (let chroma = c; chroma > 0.002; chroma *= 0.96) {
    const light = linearRgb(l, chroma * Math.cos(h), chroma * Math.sin(h));
    if (light.every((part) => part >= -0.0005 && part <= 1.0005)) return encoded(light);
  }
  return encoded(linearRgb(l, 0, 0));
}

function linearRgb(l: number, a: number, b: number): Rgb {
  const long = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const medium = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const short = (l - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short,
  ];
}

function encoded([red, green, blue]: Rgb): Rgb {
  return [toByte(red), toByte(green), toByte(blue)];
}

function toByte(light: number): number {
  const part = light <= 0.0031308 ? 12.92 * light : 1.055 * light ** (1 / 2.4) - 0.055;
  return Math.round(Math.min(1, Math.max(0, part)) * 255);
}
