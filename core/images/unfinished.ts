import { asc, inArray, isNull } from 'drizzle-orm';
import type { ImageHash } from '../../contract/image-hash.ts';
import { type ImageFormat, type ImageSlot, imageFormats, thumbnailWidth } from '../../contract/images.ts';
import type { Database } from '../../db/database.ts';
import { images, imageVariants } from '../../db/schema/images.ts';
import { slotsInUse } from './image-references.ts';

/** What a stored picture lacks. */
export interface UnfinishedPicture {
  hash: ImageHash;
  lacksThumbhash: boolean;
  /** Width in px. */
  variants: { width: number; format: ImageFormat }[];
}

/** The pictures of records that lack a thumbhash or a variant, the oldest first. */
export async function unfinishedPictures(db: Database): Promise<UnfinishedPicture[]> {
  const slots = await slotsInUse(db);
  const pictures = await lackOf(db, [...slots.keys()], (hash) => widthsOf(slots.get(hash)));
  return pictures.filter(({ lacksThumbhash, variants }) => lacksThumbhash || variants.length > 0);
}

/**
 * What a picture lacks for the records that have it, and for `widths` (px), which come first; null if there is no such
 * picture.
 */
export async function unfinishedPicture(
  db: Database,
  hash: ImageHash,
  widths: readonly number[],
): Promise<UnfinishedPicture | null> {
  const slots = await slotsInUse(db, hash);
  const [picture] = await lackOf(db, [hash], () => [...widths, ...widthsOf(slots.get(hash))]);
  return picture ?? null;
}

/** The widths in which the page and the back office show a picture of these slots. */
function widthsOf(slots: Iterable<ImageSlot> = []): number[] {
  return [...slots].flatMap((slot) => [...slot.widths, thumbnailWidth]);
}

async function lackOf(
  db: Database,
  hashes: ImageHash[],
  shownWidths: (hash: ImageHash) => number[],
): Promise<UnfinishedPicture[]> {
  const stored = await db
    .select({ hash: images.hash, width: images.width, lacksThumbhash: isNull(images.thumbhash).mapWith(Boolean) })
    .from(images)
    .where(inArray(images.hash, hashes))
    .orderBy(asc(images.createdAt), asc(images.hash));
  const variants = await db
    .select({ hash: imageVariants.hash, width: imageVariants.width, format: imageVariants.format })
    .from(imageVariants)
    .where(inArray(imageVariants.hash, hashes));
  const drawn = new Set(variants.map(({ hash, width, format }) => `${hash}-${width}.${format}`));
  return stored.map(({ hash, width: pictureWidth, lacksThumbhash }) => {
    // No variant is wider than its picture.
    const widths = new Set(shownWidths(hash).map((width) => Math.min(width, pictureWidth)));
    const needed = [...widths].flatMap((width) => imageFormats.map((format) => ({ width, format })));
    const missing = needed.filter(({ width, format }) => !drawn.has(`${hash}-${width}.${format}`));
    return { hash, lacksThumbhash, variants: missing };
  });
}
