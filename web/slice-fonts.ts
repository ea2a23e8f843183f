// Entry of `npm run fonts:slice`: cuts the page's typefaces into the files of web/landing/fonts, byte for byte.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import subsetFont from 'subset-font';

/** A typeface, with the part of its axes and features that the page's styles use. */
interface Typeface {
  package: string;
  /** A range, or the one value that all text has. */
  axes: Record<string, { min: number; max: number } | number>;
  features: string[];
  /** Committed file by file of the package. */
  slices: Slice[];
}

interface Slice {
  file: string;
  source: string;
  text?: string;
}

/** Characters of nearly every English text, as in the first unicode-range of each file in web/landing/theme. */
const basic = `${characters(0x20, 0x7e)}\u00a0©·–—‘’“”„•…€`;

// Kerning, ligatures and combined marks apply by default; facts use tabular digits.
const features = ['kern', 'liga', 'ccmp', 'mark', 'mkmk', 'tnum'];

const headings = { wght: { min: 400, max: 750 } };
const text = { wght: { min: 400, max: 700 } };

const typefaces: Typeface[] = [
  // The optical size stays whole: it follows the font size.
  {
    package: 'bricolage-grotesque',
    axes: headings,
    features,
    slices: [...latin('bricolage', 'opsz'), vietnamese('bricolage', 'opsz')],
  },
  { package: 'instrument-sans', axes: text, features, slices: latin('instrument') },
  // One optical size between those of buttons and of the largest title: half the bytes.
  {
    package: 'fraunces',
    axes: { ...headings, opsz: 48 },
    features,
    slices: [...latin('fraunces', 'opsz'), vietnamese('fraunces', 'opsz')],
  },
  { package: 'source-sans-3', axes: text, features, slices: [...latin('source-sans'), vietnamese('source-sans')] },
  { package: 'sora', axes: headings, features, slices: latin('sora') },
  { package: 'inter', axes: text, features, slices: [...latin('inter'), vietnamese('inter')] },
  { package: 'ibm-plex-sans', axes: text, features, slices: [...latin('plex'), vietnamese('plex')] },
  { package: 'source-serif-4', axes: text, features, slices: [...latin('source-serif'), vietnamese('source-serif')] },
];

function latin(name: string, axis = 'wght'): Slice[] {
  return [
    { file: `${name}-basic`, source: `latin-${axis}`, text: basic },
    { file: `${name}-latin`, source: `latin-${axis}` },
    { file: `${name}-extended`, source: `latin-ext-${axis}` },
  ];
}

function vietnamese(name: string, axis = 'wght'): Slice {
  return { file: `${name}-vietnamese`, source: `vietnamese-${axis}` };
}

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
