import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sliceFonts } from '../../web/slice-fonts.ts';

test('the committed slices of the typefaces are those that npm run fonts:slice cuts', async () => {
  const folder = join(import.meta.dirname, '../../web/landing/fonts');
  const slices = await sliceFonts();
  expect((await readdir(folder)).filter((file) => file.endsWith('.woff2')).sort()).toEqual([...slices.keys()].sort());
  for (const [file, bytes] of slices) expect(bytes.equals(await readFile(join(folder, file))), file).toBe(true);
});
