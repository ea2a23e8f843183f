// Entry of `npm run sample:variants`: draws the variants and thumbhashes of the sample content's pictures as the product's
// job does, and writes them to db/sample/variants. The first start stores these files and draws nothing.
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { drawMissing } from '../../core/images/draw.ts';
import { ownPicture } from '../../core/images/store.ts';
import { unfinishedPictures } from '../../core/images/unfinished.ts';
import { openDatabase } from '../../db/open.ts';
import { seedSample } from '../../db/sample/seed.ts';
import { images, imageVariants } from '../../db/schema/images.ts';

const sample = join(import.meta.dirname, '../../db/sample');
const variants = join(sample, 'variants');
const thumbhashFile = join(variants, 'thumbhashes.json');

await rm(variants, { recursive: true, force: true });
await mkdir(variants);
await writeFile(thumbhashFile, '{}\n');

const dataDir = await mkdtemp(join(tmpdir(), 'vitrine-variants-'));
const { db, close } = await openDatabase({ dataDir, databaseUrl: null });
try {
  await seedSample(db, { now: () => new Date(), readPicture: ownPicture });
  for (const picture of await unfinishedPictures(db)) await drawMissing(db, picture);

  const files = new Map<string, string>();
  for (const file of await readdir(join(sample, 'pictures'))) {
    files.set(ownPicture(await readFile(join(sample, 'pictures', file)), new Date()).hash, file);
  }
  for (const { hash, width, format, bytes } of await db.select().from(imageVariants)) {
    await writeFile(join(variants, `${files.get(hash)}-${width}.${format}`), bytes);
  }
  const hashes = await db.select({ hash: images.hash, thumbhash: images.thumbhash }).from(images);
  const byFile = hashes.map(({ hash, thumbhash }) => [files.get(hash) ?? hash, thumbhash] as const).sort();
  await writeFile(thumbhashFile, `${JSON.stringify(Object.fromEntries(byFile), null, 2)}\n`);
} finally {
  await close();
  await rm(dataDir, { recursive: true });
}
