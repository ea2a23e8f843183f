import type { Rgb } from '../../contract/color.ts';

/** A decoded picture: red, green, blue and alpha of every pixel, row by row. */
export interface Pixels {
  data: Buffer;
  width: number;
  height: number;
}

/** The part of a logo that represents the company in a square, in px of the logo. */
export interface Mark {
  left: number;
  top: number;
  width: number;
  height: number;
  /** The mark's mean colour. */
  color: Rgb;
  /** Colour around the mark; null if transparent. */
  background: Rgb | null;
}

/** Ratio of width to height from which a logo is a symbol with a name beside it, or a name alone. */
const wideRatio = 1.6;

/**
 * Finds a logo's mark: all of its ink or, in a wide logo, the ink left of the widest gap near the first square, so that
 * no letter is cut. Null for a picture without ink.
 */
export function findMark(pixels: Pixels): Mark | null {
  const background = ground(pixels);
  const isInk = inkTest(background);
  const ink = inkBetween(pixels, 0, pixels.width, isInk);
  if (!ink) return null;
  const end = ink.width >= wideRatio * ink.height ? firstPart(pixels, ink, isInk) : null;
  const box = end === null ? ink : (inkBetween(pixels, ink.left, end, isInk) ?? ink);
  const { left, top, width, height, sum, weight } = box;
  const [red, green, blue] = sum;
  const color: Rgb = [red / weight, green / weight, blue / weight];
  return { left, top, width, height, color, background: background[3] < 128 ? null : colorOf(background) };
}

type Pixel = readonly [number, number, number, number];
type IsInk = (pixel: Pixel) => boolean;

function pixelAt({ data, width }: Pixels, x: number, y: number): Pixel {
  const at = (y * width + x) * 4;
  return [data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0, data[at + 3] ?? 0];
}

const colorOf = ([red, green, blue]: Pixel): Rgb => [red, green, blue];

/** The background: a transparent corner if there is one, else the first corner. */
function ground(pixels: Pixels): Pixel {
  const [right, bottom] = [pixels.width - 1, pixels.height - 1];
  const first = pixelAt(pixels, 0, 0);
  const corners = [first, pixelAt(pixels, right, 0), pixelAt(pixels, 0, bottom), pixelAt(pixels, right, bottom)];
  return corners.find((corner) => corner[3] < 128) ?? first;
}

/** Ink differs from the corner by more than the noise of a scan or of anti-aliasing. */
function inkTest(background: Pixel): IsInk {
  if (background[3] < 128) return (pixel) => pixel[3] > 40;
  return (pixel) => pixel.some((value, channel) => Math.abs(value - (background[channel] ?? 0)) > 24);
}

/** The smallest box around the ink of the columns from `from` to before `to`, with the ink's weighted colours. */
function inkBetween(pixels: Pixels, from: number, to: number, isInk: IsInk) {
  let [left, right, top, bottom] = [to, -1, pixels.height, -1];
  const sum: [number, number, number] = [0, 0, 0];
  let weight = 0;
  for (let y = 0; y < pixels.height; y++) {
    for (let x = from; x < to; x++) {
      const pixel = pixelAt(pixels, x, y);
      if (!isInk(pixel)) continue;
      [left, right] = [Math.min(left, x), Math.max(right, x)];
      [top, bottom] = [Math.min(top, y), Math.max(bottom, y)];
      for (const channel of [0, 1, 2] as const) sum[channel] += pixel[channel] * pixel[3];
      weight += pixel[3];
    }
  }
  return right < 0 ? null : { left, top, width: right - left + 1, height: bottom - top + 1, sum, weight };
}

type Box = Pick<Mark, 'left' | 'top' | 'width' | 'height'>;

/** Start of the widest gap after a part that is 0.5 to 1.5 times as wide as high; null without one. */
function firstPart(pixels: Pixels, ink: Box, isInk: IsInk): number | null {
  let best = { width: 0, start: -1 };
  let start = -1;
  for (let x = ink.left; x < ink.left + ink.width; x++) {
    const isEmpty = columnIsEmpty(pixels, x, ink, isInk);
    if (isEmpty && start < 0) start = x;
    if (isEmpty || start < 0) continue;
    const ratio = (start - ink.left) / ink.height;
    if (ratio >= 0.5 && ratio <= 1.5 && x - start > best.width) best = { width: x - start, start };
    start = -1;
  }
  return best.start < 0 ? null : best.start;
}

function columnIsEmpty(pixels: Pixels, x: number, ink: Box, isInk: IsInk): boolean {
  for (let y = ink.top; y < ink.top + ink.height; y++) if (isInk(pixelAt(pixels, x, y))) return false;
  return true;
}
