import { type AnyColumn, and, eq, gt, isNotNull, lt, not, notInArray, type SQL, sql } from 'drizzle-orm';
import type { ImageHash } from '../../contract/image-hash.ts';
import type { Database } from '../../db/database.ts';
import { atomically } from '../../db/query/atomically.ts';
import { nextRevision } from '../../db/query/content-revision.ts';
import { isOneOf } from '../../db/query/json-rows.ts';
import { contentHistory } from '../../db/schema/history.ts';
import { images, imageVariants } from '../../db/schema/images.ts';
import { releaseChanges } from '../../db/schema/releases.ts';
import { pathOf } from '../content/history-entries.ts';
import { conflict, notFound } from '../errors.ts';
import { picturesInHistory } from '../history/pictures.ts';
import { imageReferences } from './image-references.ts';
import { picturesInUse, placeInWords, releasesWith } from './places.ts';

/** How long an uploaded picture may wait for the save of its form before the library removes the picture. */
export const formGraceMs = 60 * 60 * 1000;

/** Number of pictures, and their size with all variants in bytes. */
export interface PictureTotal {
  count: number;
  bytes: number;
}

/** True for pictures that no row, no version in the history and no change of a release refers to. */
async function isUnused(db: Database): Promise<SQL | undefined> {
  const { versions, until } = await picturesInHistory(db);
  const references = imageReferences.flatMap(({ definition, field, column }) => {
    const hashIn = (values: AnyColumn) => sql<string>`${values} ->> ${sql.raw(`'${field}'`)}`;
    const [inHistory, inRelease] = [hashIn(contentHistory.values), hashIn(releaseChanges.values)];
    const since = and(
      gt(contentHistory.id, until),
      eq(contentHistory.record, pathOf(definition)),
      isNotNull(inHistory),
    );
    const ofRelease = and(eq(releaseChanges.record, pathOf(definition)), isNotNull(inRelease));
    return [
      notInArray(images.hash, db.select({ hash: column }).from(column.table).where(isNotNull(column))),
      notInArray(images.hash, db.select({ hash: inHistory }).from(contentHistory).where(since)),
      notInArray(images.hash, db.select({ hash: inRelease }).from(releaseChanges).where(ofRelease)),
    ];
  });
  return and(not(isOneOf(images.hash, [...versions.keys()])), ...references);
}

/** The unused pictures. */
export async function unusedPictures(db: Database): Promise<ImageHash[]> {
  // Asks for the hash alone: the other columns are behind the bytes of each picture.
  const found = await db
    .select({ hash: images.hash })
    .from(images)
    .where(await isUnused(db));
  return found.map(({ hash }) => hash);
}

/** The unused pictures that were uploaded before a time, counted. */
export async function countUnused(db: Database, before: Date): Promise<PictureTotal> {
  const old = await oldUnused(db, before);
  const originals = await db
    .select({ size: sizeOf(images.bytes) })
    .from(images)
    .where(isOneOf(images.hash, old));
  const variants = await db
    .select({ size: sizeOf(imageVariants.bytes) })
    .from(imageVariants)
    .where(isOneOf(imageVariants.hash, old));
  return { count: old.length, bytes: [...originals, ...variants].reduce((sum, { size }) => sum + size, 0) };
}

async function oldUnused(db: Database, before: Date): Promise<ImageHash[]> {
  const unused = new Set(await unusedPictures(db));
  const old = await db.select({ hash: images.hash }).from(images).where(lt(images.createdAt, before));
  return old.map(({ hash }) => hash).filter((hash) => unused.has(hash));
}

const sizeOf = (bytes: AnyColumn) => sql<number>`length(${bytes})`;

/** Deletes the unused pictures that were uploaded before a time, with their variants; returns their number. */
export async function removeUnused(db: Database, before: Date): Promise<number> {
  const old = await oldUnused(db, before);
  // Without a picture to delete the page needs no new revision.
  if (old.length === 0) return 0;
  const removed = await deleteWhere(
    db,
    and(isOneOf(images.hash, old), lt(images.createdAt, before), await isUnused(db)),
  );
  return removed.length;
}

/**
 * Renews the age of an unused picture that was chosen for a form, as an upload of the same file does, so that the picture
 * stays until the form is saved. Throws 404 if the picture does not exist.
 */
export async function keepChosen(db: Database, hash: ImageHash, now: Date): Promise<void> {
  const unused = await isUnused(db);
  const renewed = await db
    .update(images)
    .set({ createdAt: now })
    .where(and(eq(images.hash, hash), unused))
    .returning({ hash: images.hash });
  if (renewed.length === 0 && (await db.$count(images, eq(images.hash, hash))) === 0) throw notFound('This picture');
}

/** Deletes an unused picture with its variants. Throws a conflict that names the places of a used one. */
export async function removePicture(db: Database, hash: ImageHash): Promise<void> {
  const unused = await isUnused(db);
  const removed = await deleteWhere(db, and(eq(images.hash, hash), unused));
  if (removed.length === 0) throw await reasonToKeep(db, hash);
}

/** The content's transactions wait for each other at the revision: a picture that was just saved into a row is seen. */
async function deleteWhere(db: Database, where: SQL | undefined): Promise<{ hash: ImageHash }[]> {
  const [, removed] = await atomically(db, (tx) => [
    nextRevision(tx),
    tx.delete(images).where(where).returning({ hash: images.hash }),
  ]);
  return removed;
}

async function reasonToKeep(db: Database, hash: ImageHash): Promise<Error> {
  if ((await db.$count(images, eq(images.hash, hash))) === 0) return notFound('This picture');
  const uses = await picturesInUse(db, [hash]);
  const [first] = uses;
  if (first) {
    const others = uses.length - 1;
    const verb = others === 0 ? ' uses' : ` and ${others} more ${others === 1 ? 'place' : 'places'} use`;
    return conflict(`${placeInWords(first)}${verb} this picture.`);
  }
  const inReleases = (await releasesWith(db, [hash])).get(hash) ?? 0;
  if (inReleases > 0) return conflict('A release uses this picture.');
  return conflict('The history keeps this picture: earlier versions of the page show it and can be brought back.');
}
