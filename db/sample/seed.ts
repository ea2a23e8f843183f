import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import { type ImageHash, imageHash } from '../../contract/image-hash.ts';
import type { Database } from '../database.ts';
import { atomically } from '../query/atomically.ts';
import { nextRevision, readRevision } from '../query/content-revision.ts';
import { images, imageVariants } from '../schema/images.ts';
import { alternativeTexts } from './alternative-texts.ts';
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
  const finished = readFinished();
  const createdAt = now();
  const pictures = new Map<string, PictureRow>();
  const picture = (file: string): ImageHash => {
    let row = pictures.get(file);
    if (!row) {
      row = readPicture(readFileSync(join(import.meta.dirname, 'pictures', file)), createdAt);
      const kept = { fileName: file, altText: alternativeTexts[file] ?? null };
      pictures.set(file, { ...row, ...kept, thumbhash: finished.thumbhashes[row.hash] });
    }
    return row.hash;
  };
  await atomically(db, (tx) => {
    const content = sections.flatMap(({ sample }) => sample(tx, picture));
    const stored = tx
      .insert(images)
      .values([...pictures.values()])
      .onConflictDoNothing();
    const hashes = new Set([...pictures.values()].map(({ hash }) => hash));
    const variants = finished.variants.filter(({ hash }) => hashes.has(hash));
    // None while `npm run sample:variants` draws them.
    const drawn = variants.length > 0 ? [tx.insert(imageVariants).values(variants).onConflictDoNothing()] : [];
    return [stored, ...drawn, ...content, nextRevision(tx)];
  });
}

/** The finished variants and thumbhashes of the pictures (`npm run sample:variants`); the hash in a name tells the picture. */
function readFinished() {
  const folder = join(import.meta.dirname, 'variants');
  const variants: (typeof imageVariants.$inferInsert)[] = [];
  for (const name of readdirSync(folder)) {
    const [, hash = '', width, format] = /^([0-9a-f]+)-(\d+)\.(avif|webp)$/.exec(name) ?? [];
    if (format !== 'avif' && format !== 'webp') continue;
    variants.push({ hash: imageHash(hash), width: Number(width), format, bytes: readFileSync(join(folder, name)) });
  }
  const thumbhashes: unknown = JSON.parse(readFileSync(join(folder, 'thumbhashes.json'), 'utf8'));
  return { variants, thumbhashes: z.record(z.string(), z.string()).parse(thumbhashes) };
}
