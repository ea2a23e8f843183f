// Entry of `npm run sample:draw`: renders the drawings of this folder to the sample content's pictures.
// Names as arguments limit the run to the pictures whose names contain one of them.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';

const drawings = import.meta.dirname;
const pictures = join(drawings, '../../db/sample/pictures');
const wanted = process.argv.slice(2);

for (const file of await readdir(drawings)) {
  if (!file.endsWith('.svg')) continue;
  // `hero.jpg.svg` is the drawing of `hero.jpg`.
  const name = file.slice(0, -'.svg'.length);
  if (wanted.length > 0 && !wanted.some((part) => name.includes(part))) continue;
  const drawing = sharp(await readFile(join(drawings, file)), { unlimited: true });
  const picture = name.endsWith('.png')
    ? drawing.png({ compressionLevel: 9, palette: true, quality: 95 })
    : drawing.flatten().jpeg({ quality: 80, mozjpeg: true });
  await picture.toFile(join(pictures, name));
}
