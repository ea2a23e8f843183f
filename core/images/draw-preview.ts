import sharp, { type OverlayOptions, type Sharp } from 'sharp';
import { hex, parseColor, type Rgb } from '../../contract/color.ts';
import type { PicturePoint } from '../../contract/picture-details.ts';
import { ink, largeTextOn, paper } from './color.ts';
import { type Encoded, encoded, open } from './encode.ts';
import { drawText } from './text.ts';

/** The preview that other sites show with a link to the page. */
export interface PreviewTask {
  /** Picture behind the text; null for the accent colour. */
  background: Buffer | null;
  /** The point of the picture that stays visible, as a visitor's browser crops the picture; null for the middle. */
  focus: PicturePoint | null;
  title: string;
  /** Drawn above the title; may be empty. */
  name: string;
  /** As `#rrggbb`. */
  accent: string;
}

/** Width and height in px, as the large networks require. */
const previewSize = { width: 1200, height: 630 } as const;

/** Size limit of the file; some networks ignore larger ones. */
const maxBytes = 300_000;

const margin = 80;
const textWidth = previewSize.width - 2 * margin;
const gap = 36;
const line = { width: 112, height: 10 } as const;

/** Draws the preview as JPEG: name and title over the picture, with a line in the accent colour between them. */
export async function drawPreview(task: PreviewTask): Promise<Encoded> {
  const accent = parseColor(task.accent);
  const color = task.background ? paper : largeTextOn(accent);
  const overlays: OverlayOptions[] = task.background ? [scrim()] : [];

  let top = margin;
  if (task.name !== '') {
    const name = await drawText({ text: task.name, color, sizes: [40, 32, 26], width: textWidth, height: 84 });
    overlays.push({ ...name.overlay, left: margin, top });
    top += name.height + gap;
  }
  const room = previewSize.height - margin - gap - line.height - top;
  const sizes = [96, 84, 72, 60, 50, 42, 36];
  const title = await drawText({ text: task.title, color, sizes, width: textWidth, height: room });
  const titleTop = previewSize.height - margin - title.height;
  overlays.push({ ...title.overlay, left: margin, top: titleTop });
  overlays.push({ ...bar(task.background ? accent : color), left: margin, top: titleTop - gap - line.height });

  const base = await ground(task, accent);
  const { data, info } = await base.composite(overlays).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const raw = { width: info.width, height: info.height, channels: info.channels };
  return smallEnough(sharp(data, { raw }));
}

async function ground({ background, focus }: PreviewTask, accent: Rgb): Promise<Sharp> {
  if (!background) return sharp({ create: { ...previewSize, channels: 3, background: hex(accent) } });
  const picture = open(background);
  return picture
    .extract(croppedTo(await picture.metadata(), focus ?? { x: 50, y: 50 }))
    .resize({ ...previewSize, fit: 'cover' })
    .toColourspace('srgb')
    .flatten({ background: hex(ink) });
}

/** The part of a picture with the preview's ratio, placed as by CSS's object-position in percent. */
function croppedTo(picture: { width: number; height: number }, { x, y }: PicturePoint) {
  const ratio = previewSize.width / previewSize.height;
  const width = Math.max(1, Math.min(picture.width, Math.round(picture.height * ratio)));
  const height = Math.max(1, Math.min(picture.height, Math.round(picture.width / ratio)));
  const left = Math.round(((picture.width - width) * x) / 100);
  const top = Math.round(((picture.height - height) * y) / 100);
  return { left, top, width, height };
}

/** A gradient, dark at the left, where text begins; at its right end still dense enough for large text (3:1) on white. */
function scrim(): OverlayOptions {
  const row = Buffer.alloc(previewSize.width * 4);
  for (let x = 0; x < previewSize.width; x++) {
    const alpha = 0.84 - 0.28 * (x / previewSize.width);
    row.set([...ink, Math.round(alpha * 255)], x * 4);
  }
  return { input: row, raw: { width: previewSize.width, height: 1, channels: 4 }, tile: true };
}

function bar(color: Rgb): Pick<OverlayOptions, 'input'> {
  return { input: { create: { ...line, channels: 3, background: hex(color) } } };
}

/** Encodes at the best quality below `maxBytes`; only noise needs the last one. */
async function smallEnough(image: Sharp): Promise<Encoded> {
  let made: Encoded | undefined;
  for (const quality of [84, 70, 52, 34]) {
    made = await encoded(image.clone().jpeg({ quality }));
    if (made.bytes.length < maxBytes) break;
  }
  if (!made) throw new TypeError('no JPEG quality given');
  return made;
}
