import { createHash } from 'node:crypto';
import { type ImageHash, imageHash } from '../../contract/image-hash.ts';
import { type ImageSlot, isImageTooLarge, maxPixels } from '../../contract/images.ts';
import { messages } from '../../contract/messages.ts';
import { images } from '../../db/schema/images.ts';
import type { CoreDependencies } from '../dependencies.ts';
import { invalid } from '../errors.ts';
import { EncodingError, encode } from './encoder.ts';
import { drawUploaded } from './enqueue.ts';
import { keptFileName } from './file-name.ts';
import { type PictureHeader, readHeader } from './header.ts';

/** A stored picture; width and height in px. */
export interface StoredImage {
  hash: ImageHash;
  width: number;
  height: number;
}

/** The message for a file of the wrong type (specification, section 5). */
export function wrongType(slot: ImageSlot): string {
  return slot.accept === 'png' ? messages.pngOnly : messages.pngOrJpeg;
}

/** The bytes of an uploaded file, which are read when their turn to be decoded comes. */
export interface UploadedFile {
  /** In bytes. */
  size: number;
  /** Its name, as sent. */
  name?: string | undefined;
  read(): Promise<Buffer>;
}

/**
 * Stores an uploaded picture without its metadata under the hash of its bytes and enqueues the drawing of its variants; the
 * same file gives the same picture. The bytes decide the type, not a name or declared type. Throws 400 with a message for
 * `field`.
 */
export async function storeImage(
  deps: Pick<CoreDependencies, 'db' | 'now' | 'queue' | 'log'>,
  file: UploadedFile,
  slot: ImageSlot,
  field: string,
): Promise<StoredImage> {
  if (isImageTooLarge(file.size)) throw invalid({ [field]: messages.imageTooLarge });
  let format: PictureHeader['format'] = 'png';
  const picture = await encode('clean', async () => {
    const bytes = await file.read();
    format = acceptedFormat(bytes, slot, field);
    return { kind: 'clean', bytes, format };
  }).catch((error: unknown) => {
    // A valid header with invalid data: a truncated or damaged file.
    throw error instanceof EncodingError ? invalid({ [field]: wrongType(slot) }) : error;
  });
  const hash = contentHash(picture.bytes);
  const createdAt = deps.now();
  const fileName = keptFileName(file.name);
  await deps.db
    .insert(images)
    .values({ ...picture, hash, format, createdAt, fileName })
    // Renew an unused picture, so that the cleanup keeps it until its new record is saved.
    .onConflictDoUpdate({ target: images.hash, set: { createdAt, ...(fileName !== '' && { fileName }) } });
  await drawUploaded(deps, hash, slot);
  return { hash, width: picture.width, height: picture.height };
}

/** The format of a picture that the slot accepts. */
function acceptedFormat(bytes: Buffer, slot: ImageSlot, field: string): PictureHeader['format'] {
  const header = readHeader(bytes);
  if (!header || (slot.accept === 'png' && header.format !== 'png')) throw invalid({ [field]: wrongType(slot) });
  if (header.width * header.height > maxPixels) {
    throw invalid({ [field]: `The picture has more than ${maxPixels / 1_000_000} million pixels` });
  }
  return header.format;
}

/** The row of a picture that comes with the product: stored unchanged, not decoded. */
export function ownPicture(bytes: Buffer, createdAt: Date): typeof images.$inferInsert {
  const header = readHeader(bytes);
  if (!header) throw new TypeError('not a PNG or JPEG file');
  return { ...header, hash: contentHash(bytes), bytes, createdAt };
}

/** The first half of the SHA-256 of the stored bytes. */
function contentHash(bytes: Buffer): ImageHash {
  return imageHash(createHash('sha256').update(bytes).digest('hex').slice(0, 32));
}
