// Entry of `npm run fonts:slice`: cuts the page's typefaces into the files of web/landing/fonts, byte for byte.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import subsetFont from 'subset-font';

/** A typeface, with the part of its axes and features that the page's styles use. */
interface Typeface {
  package: string;
  axes: Record<string, { min: number; max: number }>;
  features: string[];
  /** Committed file by file of the package. */
  slices: { file: string; source: string; text?: string }[];
}

/** Characters of nearly every English text, as in the first unicode-range of web/landing/fonts.css. */
const basic = `${characters(0x20, 0x7e)}\u00a0©·–—‘’“”„•…€`;

// Kerning, ligatures and combined marks apply by default; facts use tabular digits.
const features = ['kern', 'liga', 'ccmp', 'mark', 'mkmk', 'tnum'];

const typefaces: Typeface[] = [
  {
    package: 'bricolage-grotesque',
    // The optical size stays whole: it follows the font size.
    axes: { wght: { min: 400, max: 750 } },
    features,
    slices: [
      { file: 'bricolage-basic', source: 'latin-opsz', text: basic },
      { file: 'bricolage-latin', source: 'latin-opsz' },
      { file: 'bricolage-extended', source: 'latin-ext-opsz' },
      { file: 'bricolage-vietnamese', source: 'vietnamese-opsz' },
    ],
  },
  {
    package: 'instrument-sans',
    axes: { wght: { min: 400, max: 700 } },
    features,
    slices: [
      { file: 'instrument-basic', source: 'latin-wght', text: basic },
      { file: 'instrument-latin', source: 'latin-wght' },
      { file: 'instrument-extended', source: 'latin-ext-wght' },
    ],
  },
];

/** Cuts every slice; resolves to the files' contents by name. */
export async function sliceFonts(): Promise<Map<string, Buffer>> {
  const files = new Map<string, Buffer>();
  for (const { package: name, axes, features: keepFeatures, slices } of typefaces) {
    for (const { file, source, text } of slices) {
      const path = `@fontsource-variable/${name}/files/${name}-${source}-normal.woff2`;
      const face = await readFile(fileURLToPath(import.meta.resolve(path)));
      // Every character that a file of the package can have is in the Basic Multilingual Plane.
      const kept = text ?? characters(0x20, 0xffff);
      files.set(
        `${file}.woff2`,
        await subsetFont(face, kept, { targetFormat: 'woff2', variationAxes: axes, keepFeatures }),
      );
    }
  }
  return files;
}

function characters(first: number, last: number): string {
  return String.fromCodePoint(...Array.from({ length: last - first + 1 }, (_, index) => first + index));
}

if (import.meta.main) {
  for (const [file, bytes] of await sliceFonts()) {
    await writeFile(join(import.meta.dirname, 'landing', 'fonts', file), bytes);
    process.stdout.write(`${file}: ${bytes.length} bytes\n`);
  }
}
