import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';

const folder = fileURLToPath(new URL('../pictures/', import.meta.url));

/** Writes a drawing as a picture; the kind follows from the name's ending. */
export async function save(name: string, drawing: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const image = sharp(Buffer.from(drawing), { unlimited: true });
  const written = name.endsWith('.png')
    ? image.png({ compressionLevel: 9, palette: true, quality: 95 })
    : image.flatten().jpeg({ quality: 80, mozjpeg: true });
  await written.toFile(`${folder}${name}`);
}
