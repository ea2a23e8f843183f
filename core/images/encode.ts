import sharp, { type Sharp } from 'sharp';
import { rgbaToThumbHash } from 'thumbhash';
import type { ImageFormat } from '../../contract/images.ts';
import { maxPixels } from '../../contract/images.ts';

// One thread and no cache: two pictures at a time give the speed, and memory is freed at once.
sharp.concurrency(1);
sharp.cache(false);
// Allow only these two of the library's many decoders to read uploaded bytes.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadPngBuffer', 'VipsForeignLoadJpegBuffer'] });

/** Largest stored picture, in px. The height keeps every variant below WebP's limit of 16383. */
const maxStored = { width: 2560, height: 5120 } as const;

/** An encoded picture; width and height in px. */
export interface Encoded {
  bytes: Buffer;
  width: number;
  height: number;
  /** Thumbhash as base64; of a cleaned picture only. */
  thumbhash?: string;
}

/** Opens a stored or uploaded picture; fails if damaged, too large or too slow to decode. */
export function open(bytes: Buffer): Sharp {
  return sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error' }).timeout({ seconds: 20 });
}

/** Runs the operations of an image and encodes the result. */
export async function encoded(image: Sharp): Promise<Encoded> {
  const { data, info } = await image.toBuffer({ resolveWithObject: true });
  return { bytes: data, width: info.width, height: info.height };
}

/** A picture to clean, with the format of its bytes. */
export interface CleanTask {
  bytes: Buffer;
  format: 'png' | 'jpeg';
}

/**
 * Decodes and re-encodes a picture: upright, in sRGB, without metadata, at most as large as a stored one; with its
 * thumbhash.
 */
export async function clean({ bytes, format }: CleanTask): Promise<Encoded> {
  const image = open(bytes)
    .autoOrient()
    .resize({ ...maxStored, fit: 'inside', withoutEnlargement: true });
  const cleaned = await encoded(
    format === 'png' ? image.png() : image.jpeg({ quality: 88, chromaSubsampling: '4:4:4' }),
  );
  const { bytes: hash } = await makeThumbhash(cleaned);
  return { ...cleaned, thumbhash: hash.toString('base64') };
}

/** Makes the thumbhash of a stored picture: some twenty bytes that describe the picture blurred. */
export async function makeThumbhash({ bytes }: { bytes: Buffer }): Promise<Encoded> {
  const { data, info } = await open(bytes)
    // The format's limit.
    .resize({ width: 100, height: 100, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { bytes: Buffer.from(rgbaToThumbHash(info.width, info.height, data)), width: info.width, height: info.height };
}

/** A variant to make of a stored picture; width in px. */
export interface VariantTask {
  bytes: Buffer;
  /** True for PNGs, mostly logos and drawings, which keep sharper edges than photographs. */
  isDrawing: boolean;
  width: number;
  format: ImageFormat;
}

/** Makes a variant `width` px wide, never wider than the picture. */
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
