import { and, count, desc, eq, sql } from 'drizzle-orm';
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
  const first = (page - 1) * pageSize;
  const isFiltered = filter.text !== '' || filter.isUnused || filter.isPng;
  const { hashes, ...counted } = isFiltered ? await readFiltered(db, filter, first) : await readNewest(db, first);
  return { rows: await withUses(db, await findPictures(db, hashes)), ...counted };
}

async function readNewest(db: Database, first: number) {
  const found = await db
    .select({ hash: images.hash })
    .from(images)
    .orderBy(...newestFirst)
    .limit(pageSize)
    .offset(first);
  return { hashes: found.map(({ hash }) => hash), ...(await countUpToLimit(db, images, undefined)) };
}

const newestFirst = [desc(images.createdAt), desc(images.hash)] as const;

/** Filters the names of all pictures here: a database would read each picture's bytes on the way to its name. */
async function readFiltered(db: Database, { text, isUnused, isPng }: LibraryFilter, first: number) {
  const { hash, fileName, altText } = images;
  const all = await db
    .select({ hash, fileName, altText })
    .from(images)
    .orderBy(...newestFirst);
  const unused = isUnused ? new Set(await unusedPictures(db)) : null;
  const inPng = isPng ? await pngPictures(db) : null;
  const hasText = text === '' ? null : await searchIn(db, text);
  const found = all.filter(
    (picture) =>
      (unused?.has(picture.hash) ?? true) && (inPng?.has(picture.hash) ?? true) && (hasText?.(picture) ?? true),
  );
  const hashes = found.slice(first, first + pageSize).map((picture) => picture.hash);
  return { hashes, count: found.length, isCountExact: true };
}

async function pngPictures(db: Database): Promise<Set<ImageHash>> {
  const found = await db.select({ hash: images.hash }).from(images).where(eq(images.format, 'png'));
  return new Set(found.map(({ hash }) => hash));
}

/** A test for pictures in whose names, alternative texts or places all words of a text occur. */
async function searchIn(db: Database, text: string) {
  const words = simplified(text).split(/\s+/);
  const places = Map.groupBy(await picturesInUse(db), ({ hash }) => hash);
  return ({ hash, fileName, altText }: Pick<StoredPicture, 'hash' | 'fileName' | 'altText'>): boolean => {
    const used = (places.get(hash) ?? []).map(placeOf).map(({ name, title, label }) => `${name} ${title} ${label}`);
    const searched = simplified([fileName, altText ?? '', ...used].join(' '));
    return words.every((word) => searched.includes(word));
  };
}

/** Databases fold the case of ASCII letters only. */
function simplified(text: string): string {
  return text.normalize('NFC').toLowerCase().trim();
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
