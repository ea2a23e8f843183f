import { and, asc, eq, gte, inArray, sql } from 'drizzle-orm';
import type { ImageHash } from '../../contract/image-hash.ts';
import type { ImageFormat } from '../../contract/images.ts';
import type { Database } from '../../db/database.ts';
import { images, imageVariants } from '../../db/schema/images.ts';

/** A picture to serve: a stored picture at a width (px) in a format. */
export interface VariantName {
  hash: ImageHash;
  width: number;
  format: ImageFormat;
}

/** The finished variant; never wider than the picture. Null if the variant or the picture does not exist. */
export async function findVariant(db: Database, { hash, width, format }: VariantName): Promise<Buffer | null> {
  const ownWidth = sql`case when ${images.width} < ${width} then ${images.width} else ${width} end`;
  const [made] = await db
    .select({ bytes: imageVariants.bytes })
    .from(images)
    .innerJoin(
      imageVariants,
      and(eq(imageVariants.hash, images.hash), eq(imageVariants.width, ownWidth), eq(imageVariants.format, format)),
    )
    .where(eq(images.hash, hash));
  return made?.bytes ?? null;
}

/** What a visitor receives instead of a variant that is not drawn yet. */
export interface Substitute {
  /** Unique among all pictures. */
  name: string;
  format: ImageFormat | 'png' | 'jpeg';
  bytes: Buffer;
}

/**
 * The lightest finished picture that is at least as wide as a variant, in one of these formats: another variant or the
 * picture itself. Null without such a picture.
 */
export async function findSubstitute(
  db: Database,
  { hash, width }: VariantName,
  formats: readonly ImageFormat[],
): Promise<Substitute | null> {
  const picture = eq(images.hash, hash);
  const [original] = await db
    .select({ width: images.width, format: images.format, size: sql<number>`length(${images.bytes})` })
    .from(images)
    .where(picture);
  if (!original) return null;
  const size = sql<number>`length(${imageVariants.bytes})`;
  const variant = and(
    eq(imageVariants.hash, hash),
    gte(imageVariants.width, Math.min(width, original.width)),
    inArray(imageVariants.format, [...formats]),
  );
  const [lightest] = await db
    .select({ bytes: imageVariants.bytes, width: imageVariants.width, format: imageVariants.format, size })
    .from(imageVariants)
    .where(variant)
    .orderBy(asc(size))
    .limit(1);
  if (lightest && lightest.size < original.size) {
    return { name: `${hash}-${lightest.width}.${lightest.format}`, format: lightest.format, bytes: lightest.bytes };
  }
  const [stored] = await db.select({ bytes: images.bytes }).from(images).where(picture);
  return stored ? { name: `${hash}.${original.format}`, format: original.format, bytes: stored.bytes } : null;
}
