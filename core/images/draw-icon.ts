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
  /** Drawn without a logo, or with an empty one; may be empty. */
  letter: string;
  /** Colour behind the letter, as `#rrggbb`. */
  accent: string;
  /** Width and height, in px. */
  size: number;
  /** Fills the corners, for systems that round icons themselves and show transparency as black. */
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

/** Decodes a logo at a size above that of the largest icon. */
async function readLogo(logo: Buffer): Promise<Pixels> {
  const { data, info } = await open(logo)
    .resize({ width: 2048, height: 512, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

/** Background colours of browser tabs. */
const tabColors: readonly Rgb[] = [
  [255, 255, 255],
  [32, 33, 36],
];

async function markTile({ size, isOpaque }: IconTask, pixels: Pixels, mark: Mark) {
  // No plate if the mark is visible on light and dark tabs, else a plate as in the page's header.
  const isBare = !isOpaque && !mark.background && tabColors.every((tab) => contrast(tab, mark.color) >= 1.5);
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
    // The first size is the usual one; wide letters need a smaller one.
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

/** Rounds the corners with a radius of a fifth of the side. */
async function roundCorners(tile: Sharp, size: number): Promise<Sharp> {
  const { data, info } = await tile.raw().toBuffer({ resolveWithObject: true });
  const radius = size / 5;
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      // Coverage: how far the centre of the pixel lies inside the corner's circle, at most 1 px.
      const dx = Math.max(radius - x - 0.5, x + 0.5 - (size - radius), 0);
      const dy = Math.max(radius - y - 0.5, y + 0.5 - (size - radius), 0);
      const coverage = Math.min(Math.max(radius - Math.hypot(dx, dy) + 0.5, 0), 1);
      const at = (y * size + x) * 4 + 3;
      data[at] = Math.round((data[at] ?? 0) * coverage);
    }
  }
  return sharp(data, { raw: { width: info.width, height: info.height, channels: 4 } });
}
