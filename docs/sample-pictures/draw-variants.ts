// Entry of `npm run sample:variants`: draws the variants and thumbhashes of the sample content's pictures as the product's
// job does, and writes them to db/sample/variants. The first start stores these files and draws nothing.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { drawMissing } from '../../core/images/draw.ts';
import { ownPicture } from '../../core/images/store.ts';
import { unfinishedPictures } from '../../core/images/unfinished.ts';
import { openDatabase } from '../../db/open.ts';
import { seedSample } from '../../db/sample/seed.ts';
import { images, imageVariants } from '../../db/schema/images.ts';

const variants = join(import.meta.dirname, '../../db/sample/variants');
const thumbhashFile = join(variants, 'thumbhashes.json');

await rm(variants, { recursive: true, force: true });
await mkdir(variants);
await writeFile(thumbhashFile, '{}\n');

const dataDir = await mkdtemp(join(tmpdir(), 'vitrine-variants-'));
const { db, close } = await openDatabase({ dataDir, databaseUrl: null });
try {
  await seedSample(db, { now: () => new Date(), readPicture: ownPicture });
  for (const picture of await unfinishedPictures(db)) await drawMissing(db, picture);

  for (const { hash, width, format, bytes } of await db.select().from(imageVariants)) {
    await writeFile(join(variants, `${hash}-${width}.${format}`), bytes);
  }
  const hashes = await db.select({ hash: images.hash, thumbhash: images.thumbhash }).from(images).orderBy(images.hash);
  const thumbhashes = Object.fromEntries(hashes.map(({ hash, thumbhash }) => [hash, thumbhash]));
  await writeFile(thumbhashFile, `${JSON.stringify(thumbhashes, null, 2)}\n`);
} finally {
  await close();
  await rm(dataDir, { recursive: true });
}
