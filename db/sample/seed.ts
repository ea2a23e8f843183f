import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ImageHash } from '../../contract/image-hash.ts';
import type { Database } from '../database.ts';
import { atomically } from '../query/atomically.ts';
import { nextRevision, readRevision } from '../query/content-revision.ts';
import { images } from '../schema/images.ts';
import type { SampleSection } from './section.ts';

type PictureRow = typeof images.$inferInsert;

/** The clock, and a function that makes the row of a picture file. */
export interface SeedOptions {
  now(): Date;
  readPicture(bytes: Buffer, createdAt: Date): PictureRow;
}

/** True until the first content write. A database whose records were all deleted is not empty. */
export async function isEmpty(db: Database): Promise<boolean> {
  return (await readRevision(db)) <= 1;
}

/**
 * Fills an empty database with the sample company, all or nothing: Tidewright, a workshop in the harbour town of Port
 * Merrow that builds websites for small firms and watches over them at night. People, firms and places are invented,
 * telephone numbers come from a range reserved for fiction, and addresses end in `.example`.
 */
export async function seedSample(db: Database, { now, readPicture }: SeedOptions): Promise<void> {
  const folder = join(import.meta.dirname, 'sections');
  const sections: { sample: SampleSection }[] = await Promise.all(
    readdirSync(folder)
      .sort()
      .map((file) => import(pathToFileURL(join(folder, file)).href)),
  );
  const createdAt = now();
  const pictures = new Map<string, PictureRow>();
  const picture = (file: string): ImageHash => {
    const row = pictures.get(file) ?? readPicture(readFileSync(join(import.meta.dirname, 'pictures', file)), createdAt);
    pictures.set(file, row);
    return row.hash;
  };
  await atomically(db, (tx) => {
    const content = sections.flatMap(({ sample }) => sample(tx, picture));
    const stored = tx
      .insert(images)
      .values([...pictures.values()])
      .onConflictDoNothing();
    return [stored, ...content, nextRevision(tx)];
  });
}
