import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database } from '../database.ts';
import { atomically } from '../query/atomically.ts';
import { nextRevision, readRevision } from '../query/content-revision.ts';
import * as tables from '../schema/index.ts';
import { sampleContent } from './content.ts';
import { sampleInserts } from './inserts.ts';
import { type PictureFile, pictureFiles } from './pictures.ts';

type PictureRow = typeof tables.images.$inferInsert;

/** What seeding takes from outside: the clock, and how to make the row of a picture file that is kept as it is. */
export interface SeedOptions {
  now(): Date;
  readPicture(bytes: Buffer, createdAt: Date): PictureRow;
}

/** True until the first content is written: a database whose records were all deleted is emptied, not empty. */
export async function isEmpty(db: Database): Promise<boolean> {
  return (await readRevision(db)) <= 1;
}

/** Fills an empty database with the sample company, all or nothing. */
export async function seedSample(db: Database, { now, readPicture }: SeedOptions): Promise<void> {
  const createdAt = now();
  const pictures = new Map<PictureFile, PictureRow>();
  for (const file of pictureFiles) {
    const bytes = await readFile(join(import.meta.dirname, 'pictures', file));
    pictures.set(file, readPicture(bytes, createdAt));
  }
  const content = sampleContent((file) => {
    const row = pictures.get(file);
    if (!row) throw new TypeError(`${file} is not listed in db/sample/pictures.ts`);
    return row.hash;
  });
  await atomically(db, (tx) => [
    tx
      .insert(tables.images)
      .values([...pictures.values()])
      .onConflictDoNothing(),
    ...sampleInserts(tx, content),
    nextRevision(tx),
  ]);
}
