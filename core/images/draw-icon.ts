import sharp, { type OverlayOptions, type Sharp } from 'sharp';
import { contrast, parseColor, type Rgb } from '../../contract/color.ts';
import { ink, largeTextOn, paper } from './color.ts';
import { type Encoded, encoded, open } from './encode.ts';
import { findMark, type Mark, type Pixels } from './mark.ts';
import { drawText } from './text.ts';

/** A square icon of the company. */
export interface IconTask {
  /** The company's logo; null draws the letter. */
  logo: Buffer | null;
  /** Drawn where there is no logo, or an empty one; may be empty. */
  letter: string;
  /** Colour behind the letter, as `#rrggbb`. */
  accent: string;
  /** Width and height, in px. */
  size: number;
  /** Filled to the corners, for systems that round icons themselves and show transparency as black. */
  isOpaque: boolean;
}

/** Draws an icon as PNG. */
export async function drawIcon(task: IconTask): Promise<Encoded> {
  const pixels = task.logo && (await readLogo(task.logo));
  const mark = pixels && findMark(pixels);
  const { tile, isBare } = pixels && mark ? await markTile(task, pixels, mark) : await letterTile(task);
  const rounded = task.isOpaque ? tile.removeAlpha() : isBare ? tile : await roundCorners(tile, task.size);
  return encoded(rounded.png({ compressionLevel: 9 }));
}

/** Decodes a logo at a size that leaves more than the largest icon shows. */
async function readLogo(logo: Buffer): Promise<Pixels> {
  const { data, info } = await open(logo)
    .resize({ width: 2048, height: 512, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

/** The grounds a browser's tabs may have. */
const tabs: readonly Rgb[] = [
  [255, 255, 255],
  [32, 33, 36],
];

async function markTile({ size, isOpaque }: IconTask, pixels: Pixels, mark: Mark) {
  // Bare where it is seen on light and dark alike, else on a plate as in the page's header.
  const isBare = !isOpaque && !mark.background && tabs.every((tab) => contrast(tab, mark.color) >= 1.5);
  const plate = mark.background ?? (contrast(paper, mark.color) >= 1.5 ? paper : ink);
  const inner = isBare ? size : Math.round(size * 0.76);
  const { left, top, width, height } = mark;
  const shape = await sharp(pixels.data, { raw: { width: pixels.width, height: pixels.height, channels: 4 } })
    .extract({ left, top, width, height })
    .resize({ width: inner, height: inner, fit: 'contain', background: { r: 0, g: 0, b: 0, alpha: 0 } })
    .raw()
    .toBuffer();
  const overlay = { input: shape, raw: { width: inner, height: inner, channels: 4 } } as const;
  return { tile: square(size, plate, isBare ? 0 : 1).composite([overlay]), isBare };
}

async function letterTile({ letter, accent, size }: IconTask) {
  const background = parseColor(accent);
  const overlays: OverlayOptions[] = [];
  if (letter !== '') {
    const room = Math.round(size * 0.8);
    // The first is its usual size; wide letters get a smaller one.
    const sizes = [0.72, 0.5, 0.36].map((part) => Math.round(size * part));
    const text = await drawText({ text: letter, color: largeTextOn(background), sizes, width: room, height: room });
    overlays.push(text.overlay);
  }
  return { tile: square(size, background, 1).composite(overlays), isBare: false };
}

function square(size: number, color: Rgb, alpha: 0 | 1): Sharp {
  const [r, g, b] = color;
  return sharp({ create: { width: size, height: size, channels: 4, background: { r, g, b, alpha } } });
}

/** Cuts the corners off, a fifth of the side round. */
async function roundCorners(tile: Sharp, size: number): Promise<Sharp> {
  const { data, info } = await tile.raw().toBuffer({ resolveWithObject: true });
  const radius = size / 5;
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      // How far the pixel's middle lies inside the corners' circles, at most 1 px: its coverage.
      const dx = Math.max(radius - x - 0.5, x + 0.5 - (size - radius), 0);
      const dy = Math.max(radius - y - 0.5, y + 0.5 - (size - radius), 0);
      const coverage = Math.min(Math.max(radius - Math.hypot(dx, dy) + 0.5, 0), 1);
      const at = (y * size + x) * 4 + 3;
      data[at] = Math.round((data[at] ?? 0) * coverage);
    }
  }
  return sharp(data, { raw: { width: info.width, height: info.height, channels: 4 } });
}
