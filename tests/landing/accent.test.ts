import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { contrast, hex, parseColor, type Rgb } from '../../contract/color.ts';
import { accentTokens, grounds, secondTokens, shades } from '../../web/landing/accent.ts';
import { fromOklch, toOklch } from '../../web/landing/oklch.ts';

// The corners and the centre of the colour cube, and all steps of 51 in between.
const steps = [0, 51, 102, 153, 204, 255];
const everywhere: Rgb[] = steps.flatMap((red) =>
  steps.flatMap((green) => steps.map((blue): Rgb => [red, green, blue])),
);

describe('an accent colour', () => {
  test('has a contrast of at least 4.5:1 as text and as background, on every ground, for any colour', () => {
    for (const color of everywhere) {
      const tokens = accentTokens(hex(color));
      const between = (token: `--${string}`, ground: string) =>
        contrast(parseColor(tokens[token] ?? ''), parseColor(ground));
      const found = [
        between('--on-accent', tokens['--accent-solid'] ?? ''),
        between('--on-accent', tokens['--accent-solid-hover'] ?? ''),
        ...grounds.light.map((ground) => between('--accent-on-light', ground)),
        ...grounds.dark.map((ground) => between('--accent-on-dark', ground)),
        ...grounds.ink.map((ground) => between('--accent-on-ink', ground)),
      ];
      expect(Math.min(...found), hex(color)).toBeGreaterThanOrEqual(4.5);
    }
  });

  test('stays unchanged where its contrast is sufficient', () => {
    expect(accentTokens('#14535f')).toMatchObject({ '--accent-solid': '#14535f', '--on-accent': '#ffffff' });
    expect(accentTokens('#f5b942')).toMatchObject({ '--accent-solid': '#f5b942', '--on-accent': '#0d2a33' });
  });

  test('keeps its hue when it is made darker', () => {
    const solid = toOklch(parseColor(accentTokens('#ff5a1f')['--accent-solid'] ?? ''));
    expect(solid.h).toBeCloseTo(toOklch(parseColor('#ff5a1f')).h, 1);
  });

  test('changes nothing if it is empty', () => {
    expect(accentTokens('')).toEqual({});
  });
});

describe('a second colour', () => {
  test('is readable wherever it is text or has text on it, in both colour schemes, for random colours', () => {
    const part = fc.integer({ min: 0, max: 255 });
    const ratio = (one: string | undefined, other: string | undefined) =>
      contrast(parseColor(one ?? ''), parseColor(other ?? ''));
    fc.assert(
      fc.property(fc.tuple(part, part, part), (color) => {
        for (const tokens of [secondTokens(hex(color)), renamed(accentTokens(hex(color)))]) {
          const found = [
            ratio(tokens['--on-second'], tokens['--second-solid']),
            ...grounds.light.map((ground) => ratio(tokens['--second-on-light'], ground)),
            ...grounds.dark.map((ground) => ratio(tokens['--second-on-dark'], ground)),
            ...grounds.ink.map((ground) => ratio(tokens['--second-on-ink'], ground)),
            // Dark text on the shade for ink: the selection, and the button of the film under the pointer.
            ratio('#0d2a33', tokens['--second-on-ink']),
          ];
          expect(Math.min(...found), hex(color)).toBeGreaterThanOrEqual(4.5);
        }
      }),
      { numRuns: 400 },
    );
  });

  test('changes nothing if it is empty or half typed', () => {
    expect([secondTokens(''), secondTokens('#12'), shades('red')]).toEqual([{}, {}, null]);
  });
});

/** The accent's tokens under the second colour's names. */
function renamed(tokens: ReturnType<typeof accentTokens>): ReturnType<typeof secondTokens> {
  return Object.fromEntries(Object.entries(tokens).map(([name, value]) => [name.replace('accent', 'second'), value]));
}

test('the grounds match the design tokens', async () => {
  const tokens = await readFile(join(import.meta.dirname, '../../web/landing/tokens.css'), 'utf8');
  const [light = '', dark = ''] = tokens.split('prefers-color-scheme: dark');
  const value = (scheme: string, name: string) => new RegExp(`--${name}: (#[0-9a-f]{6})`).exec(scheme)?.[1];
  const names = ['paper', 'raised', 'sand', 'mist'];
  expect(names.map((name) => value(light, name))).toEqual(grounds.light);
  expect(names.map((name) => value(dark, name))).toEqual(grounds.dark);
  expect([value(light, 'deep'), value(dark, 'deep'), value(light, 'sea')]).toEqual(grounds.ink);
});

test('a conversion to OKLCH and back returns the same colour', () => {
  for (const color of everywhere) expect(fromOklch(toOklch(color)), hex(color)).toEqual(color);
});
