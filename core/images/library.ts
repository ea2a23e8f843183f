import { and, count, desc, eq, type SQL, sql } from 'drizzle-orm';
import type { ImageHash } from '../../contract/image-hash.ts';
import { imageWidths, thumbnailWidth } from '../../contract/images.ts';
import { pageSize } from '../../contract/paging.ts';
import type { PicturePoint } from '../../contract/picture-details.ts';
import type { Database } from '../../db/database.ts';
import { isOneOf } from '../../db/query/json-rows.ts';
import { countUpToLimit } from '../../db/query/paging.ts';
import { images, imageVariants } from '../../db/schema/images.ts';
import { picturesInHistory } from '../history/pictures.ts';
import { pointOf } from './page-pictures.ts';
import { type PicturePlace, picturesInUse, placeOf, releasesWith } from './places.ts';
import { unusedPictures } from './unused.ts';

/** A stored picture without its bytes. */
export interface StoredPicture {
  hash: ImageHash;
  fileName: string;
  format: string;
  /** In px. */
  width: number;
  height: number;
  /** In bytes. */
  size: number;
  createdAt: Date;
  focus: PicturePoint | null;
  /** Empty: decorative; null: not described. */
  altText: string | null;
}

/** A picture of the library, and where it is used. */
export interface LibraryPicture extends StoredPicture {
  /** Width (px) in the address of its thumbnail: the smallest drawn one that fills a card, or the largest drawn one. */
  thumbnail: number;
  places: PicturePlace[];
  /** Numbers of the releases that put the picture on the page, and of the versions in the history that have it. */
  releases: number;
  versions: number;
}

/** Selects pictures; the text is looked for in file name, alternative text and the places. */
export interface LibraryFilter {
  text: string;
  isUnused: boolean;
  isPng: boolean;
}

/** Width (px) of a card's thumbnail at two pixels each. */
const cardWidth = 320;

/** One page of the stored pictures, the newest first. */
export async function readLibrary(db: Database, filter: LibraryFilter, page: number) {
  const where = await conditionOf(db, filter);
  const counted = await countUpToLimit(db, images, where);
  const found = await db
    .select({ hash: images.hash })
    .from(images)
    .where(where)
    .orderBy(desc(images.createdAt), desc(images.hash))
    .limit(pageSize)
    .offset((page - 1) * pageSize);
  const hashes = found.map(({ hash }) => hash);
  return { rows: await withUses(db, await findPictures(db, hashes)), ...counted };
}

/** One picture of the library; undefined if it does not exist. */
export async function findInLibrary(db: Database, hash: ImageHash): Promise<LibraryPicture | undefined> {
  const [picture] = await withUses(db, await findPictures(db, [hash]));
  return picture;
}

/** Stored pictures in the order of the hashes; those that do not exist are left out. */
export async function findPictures(db: Database, hashes: readonly ImageHash[]): Promise<StoredPicture[]> {
  const found = await db
    .select({
      hash: images.hash,
      fileName: images.fileName,
      format: images.format,
      width: images.width,
      height: images.height,
      size: sql<number>`length(${images.bytes})`,
      createdAt: images.createdAt,
      focusX: images.focusX,
      focusY: images.focusY,
      altText: images.altText,
    })
    .from(images)
    .where(isOneOf(images.hash, hashes));
  const byHash = new Map(
    found.map(({ focusX, focusY, ...picture }) => [picture.hash, { ...picture, focus: pointOf(focusX, focusY) }]),
  );
  return hashes.flatMap((hash) => byHash.get(hash) ?? []);
}

async function withUses(db: Database, pictures: readonly StoredPicture[]): Promise<LibraryPicture[]> {
  const hashes = pictures.map(({ hash }) => hash);
  const uses = Map.groupBy(await picturesInUse(db, hashes), ({ hash }) => hash);
  const releases = await releasesWith(db, hashes);
  const { versions } = await picturesInHistory(db);
  const drawn = await drawnWidths(db, hashes);
  return pictures.map((picture) => ({
    ...picture,
    thumbnail: thumbnailOf(picture, drawn.get(picture.hash) ?? new Set()),
    places: (uses.get(picture.hash) ?? []).map(placeOf),
    releases: releases.get(picture.hash) ?? 0,
    versions: versions.get(picture.hash) ?? 0,
  }));
}

async function drawnWidths(db: Database, hashes: readonly ImageHash[]): Promise<Map<ImageHash, Set<number>>> {
  const { hash, width, format } = imageVariants;
  const found = await db
    .select({ hash, width, formats: count() })
    .from(imageVariants)
    .where(and(isOneOf(hash, hashes), eq(format, 'webp')))
    .groupBy(hash, width);
  return new Map(
    [...Map.groupBy(found, (variant) => variant.hash)].map(([key, list]) => [
      key,
      new Set(list.map((row) => row.width)),
    ]),
  );
}

function thumbnailOf(picture: StoredPicture, drawn: ReadonlySet<number>): number {
  // No variant is wider than its picture.
  const ready = imageWidths.filter((width) => drawn.has(Math.min(width, picture.width)));
  return ready.find((width) => width >= cardWidth) ?? ready.at(-1) ?? thumbnailWidth;
}

async function conditionOf(db: Database, { text, isUnused, isPng }: LibraryFilter): Promise<SQL | undefined> {
  return and(
    isPng ? eq(images.format, 'png') : undefined,
    isUnused ? isOneOf(images.hash, await unusedPictures(db)) : undefined,
    text === '' ? undefined : isOneOf(images.hash, [...(await matching(db, text))]),
  );
}

/** The pictures in whose names, alternative texts or places all words of a text occur. */
async function matching(db: Database, text: string): Promise<Set<ImageHash>> {
  const words = simplified(text).split(/\s+/);
  const texts = new Map<ImageHash, string>();
  const named = await db.select({ hash: images.hash, fileName: images.fileName, altText: images.altText }).from(images);
  for (const { hash, fileName, altText } of named) texts.set(hash, `${fileName} ${altText ?? ''}`);
  for (const use of await picturesInUse(db)) {
    const { name, title, label } = placeOf(use);
    texts.set(use.hash, `${texts.get(use.hash) ?? ''} ${name} ${title} ${label}`);
  }
  const found = [...texts].filter(([, known]) => {
    const searched = simplified(known);
    return words.every((word) => searched.includes(word));
  });
  return new Set(found.map(([hash]) => hash));
}

/** Databases fold the case of ASCII letters only. */
function simplified(text: string): string {
  return text.normalize('NFC').toLowerCase().trim();
}
