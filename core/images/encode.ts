import sharp, { type Sharp } from 'sharp';
import type { ImageFormat } from '../../contract/images.ts';
import { maxPixels } from './header.ts';

// One thread and no cache: speed comes from the two pictures that are encoded at a time, and memory goes back at once.
sharp.concurrency(1);
sharp.cache(false);
// Of the dozens of formats the library reads, hostile bytes only ever reach these two decoders.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadPngBuffer', 'VipsForeignLoadJpegBuffer'] });

/** Largest stored picture, in px. The height keeps every variant below WebP's limit of 16383. */
const stored = { width: 2560, height: 5120 } as const;

/** An encoded picture; width and height in px. */
export interface Encoded {
  bytes: Buffer;
  width: number;
  height: number;
}

/** A stored or uploaded picture to work on; it fails when damaged, too large or too slow to decode. */
export function open(bytes: Buffer): Sharp {
  return sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error' }).timeout({ seconds: 20 });
}

/** Does the work an image was told to do. */
export async function encoded(image: Sharp): Promise<Encoded> {
  const { data, info } = await image.toBuffer({ resolveWithObject: true });
  return { bytes: data, width: info.width, height: info.height };
}

/** A picture to clean; the format is the one its bytes are in. */
export interface CleanTask {
  bytes: Buffer;
  format: 'png' | 'jpeg';
}

/** Decodes the whole picture and writes it anew: upright, sRGB, without metadata, not larger than stored ones are. */
export async function clean({ bytes, format }: CleanTask): Promise<Encoded> {
  const image = open(bytes)
    .autoOrient()
    .resize({ ...stored, fit: 'inside', withoutEnlargement: true });
  return encoded(format === 'png' ? image.png() : image.jpeg({ quality: 88, chromaSubsampling: '4:4:4' }));
}

/** What a variant is made from and what it shall be; width in px. */
export interface VariantTask {
  bytes: Buffer;
  /** PNGs, mostly logos and drawings, keep sharper edges than photographs. */
  isDrawing: boolean;
  width: number;
  format: ImageFormat;
}

/** Makes the picture `width` px wide, or as wide as it is when that is less. */
export async function makeVariant({ bytes, isDrawing, width, format }: VariantTask): Promise<Encoded> {
  const image = open(bytes).resize({ width, withoutEnlargement: true });
  if (format === 'webp') {
    return encoded(image.webp({ quality: isDrawing ? 86 : 78, smartSubsample: isDrawing, effort: 4 }));
  }
  // At effort 1 a picture of 1920x1080 takes a quarter of a second, at 3 more than a second for 15 % fewer bytes.
  const effort = width <= 640 ? 3 : 1;
  const chromaSubsampling = isDrawing ? '4:4:4' : '4:2:0';
  return encoded(image.avif({ quality: isDrawing ? 64 : 52, chromaSubsampling, effort }));
}
