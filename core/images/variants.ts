import { and, eq } from 'drizzle-orm';
import type { ImageHash } from '../../contract/image-hash.ts';
import type { ImageFormat } from '../../contract/images.ts';
import type { Database } from '../../db/database.ts';
import { images, imageVariants } from '../../db/schema/images.ts';
import { encode } from './encoder.ts';

const inProgress = new Map<string, Promise<Buffer>>();

/**
 * A stored picture at a width (px) in a format, made on the first request and stored; never wider than the picture.
 * Null without such a picture.
 */
export async function findVariant(
  db: Database,
  hash: ImageHash,
  width: number,
  format: ImageFormat,
): Promise<Buffer | null> {
  const [original] = await db.select({ width: images.width }).from(images).where(eq(images.hash, hash));
  if (!original) return null;
  const ownWidth = Math.min(width, original.width);
  const [made] = await db
    .select({ bytes: imageVariants.bytes })
    .from(imageVariants)
    .where(and(eq(imageVariants.hash, hash), eq(imageVariants.width, ownWidth), eq(imageVariants.format, format)));
  return made?.bytes ?? makeOnce(db, hash, ownWidth, format);
}

/** Makes a variant; concurrent requests for the same variant share the work. */
function makeOnce(db: Database, hash: ImageHash, width: number, format: ImageFormat): Promise<Buffer> {
  const name = `${hash}-${width}.${format}`;
  let work = inProgress.get(name);
  if (!work) {
    work = make(db, hash, width, format).finally(() => inProgress.delete(name));
    inProgress.set(name, work);
  }
  return work;
}

async function make(db: Database, hash: ImageHash, width: number, format: ImageFormat): Promise<Buffer> {
  const { bytes } = await encode('variant', async () => {
    const [original] = await db
      .select({ bytes: images.bytes, format: images.format })
      .from(images)
      .where(eq(images.hash, hash));
    if (!original) throw new Error(`picture ${hash} was deleted in the meantime`);
    return { kind: 'variant', bytes: original.bytes, isDrawing: original.format === 'png', width, format };
  });
  await db.insert(imageVariants).values({ hash, width, format, bytes }).onConflictDoNothing();
  return bytes;
}
