import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { cornerStyles, densities, typefaces } from '../../contract/theme.ts';
import { type Theme, themeParts, themeTokens } from '../../web/landing/theme.ts';

const landing = join(import.meta.dirname, '../../web/landing');
const standard: Theme = {
  accentColor: '',
  secondColor: '',
  typeface: typefaces[0],
  corners: cornerStyles[0],
  density: densities[0],
  darkLogo: null,
};

test('the default theme adds no token and no style sheet to the page', () => {
  expect([themeTokens(null), themeParts(null)]).toEqual([{}, []]);
  expect([themeTokens(standard), themeParts(standard)]).toEqual([{}, []]);
});

test('each choice adds its tokens and its style sheet', () => {
  expect(themeTokens({ ...standard, corners: 'square' })).toEqual({ '--radius': '0', '--radius-large': '0' });
  expect(themeParts({ ...standard, typeface: 'sora', secondColor: '#112233', density: 'compact' })).toEqual([
    'sora',
    'second',
    'compact',
  ]);
});

test('every style sheet names classes that the page has', async () => {
  for (const part of ['second', 'square', 'compact', 'dark-logo']) {
    const css = await readFile(join(landing, 'theme', `${part}.css`), 'utf8');
    for (const [, file = '', name = ''] of css.matchAll(/\.([a-z]+(?:-links)?)-([a-zA-Z]+)\b/g)) {
      if (['on', 'no', 'for'].includes(file)) continue;
      const folder = existsSync(join(landing, 'sections', `${file}.module.css`)) ? 'sections' : 'components';
      const source = await readFile(join(landing, folder, `${file}.module.css`), 'utf8');
      expect(source, `${part}.css: .${file}-${name}`).toMatch(new RegExp(`\\.${name}\\b`));
    }
  }
});

describe.each(typefaces)('the typefaces %s', (typeface) => {
  const file = typeface === typefaces[0] ? 'fonts.css' : `theme/${typeface}.css`;
  const css = readFile(join(landing, file), 'utf8');

  test('name slices that exist, of at most 70 KB in English text', async () => {
    const urls = [...(await css).matchAll(/url\('([^']+)'\)/g)].map(([, url = '']) => join(landing, file, '..', url));
    expect(urls.length).toBeGreaterThanOrEqual(6);
    let english = 0;
    for (const url of urls) {
      const { length } = await readFile(url);
      if (url.endsWith('-basic.woff2')) english += length;
    }
    expect(english).toBeGreaterThan(0);
    expect(english).toBeLessThan(70_000);
  });

  test('have the ranges of all pairs, disjoint except for the basic slices', async () => {
    const ranges = (text: string) =>
      [...text.matchAll(/unicode-range:\s*([^;]+);/g)].map(([, list = '']) => pairs(list));
    const found = ranges(await css);
    const [basic] = found;
    expect(found.filter((range) => JSON.stringify(range) === JSON.stringify(basic))).toHaveLength(2);
    const standardRanges = ranges(await readFile(join(landing, 'fonts.css'), 'utf8')).map((range) =>
      JSON.stringify(range),
    );
    for (const range of found) expect(standardRanges).toContain(JSON.stringify(range));
  });

  test('have fallbacks with matched metrics for every system', async () => {
    const blocks = (await css).match(/@font-face \{[^}]+local\([^}]+\}/g) ?? [];
    expect(blocks.length).toBeGreaterThanOrEqual(12);
    for (const block of blocks)
      expect(block).toMatch(/size-adjust: [\d.]+%;\s+ascent-override: [\d.]+%;\s+descent-override/);
  });
});

/** A unicode-range as pairs of first and last character, sorted. */
function pairs(list: string): number[][] {
  return list
    .split(',')
    .map((range) =>
      range
        .trim()
        .slice(2)
        .split('-')
        .map((digits) => Number.parseInt(digits, 16)),
    )
    .sort(([a = 0], [b = 0]) => a - b);
}
