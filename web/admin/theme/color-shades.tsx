import { Text } from '@mantine/core';
import { parseColor } from '../../../contract/color.ts';
import { shades } from '../../landing/accent.ts';
import { toOklch } from '../../landing/oklch.ts';
import css from './theme.module.css';

/** What a colour of the company is used for, besides text. */
export type ColorUse = 'accent' | 'second';

const surfaces: Record<ColorUse, string> = {
  accent: 'Buttons in this colour are',
  second: 'Ribbons and badges in this colour are',
};

/** Says where the page draws a colour in another shade, so that text can be read; nothing where it draws the colour itself. */
export function ColorShades({ color, use }: { color: string; use: ColorUse }) {
  const found = mended(color, use);
  return (
    <div aria-live="polite">
      {found.map(({ words, end, direction, used }) => (
        <Text key={words} component="p" size="xs" c="dimmed" className={css.shade}>
          <span className={css.swatches} aria-hidden="true">
            <span style={{ background: color }} />
            <span style={{ background: used }} />
          </span>
          <span>
            {words} drawn {direction} ({used}) {end}
          </span>
        </Text>
      ))}
    </div>
  );
}

/** The shades that differ from the colour in lightness, in words. */
function mended(color: string, use: ColorUse) {
  const found = shades(color);
  if (!found) return [];
  const lines = [
    { words: 'Text in this colour is', used: found.onLight, end: 'so that it can be read.' },
    { words: 'On dark grounds, text in this colour is', used: found.onDark, end: 'so that it can be read.' },
    { words: surfaces[use], used: found.solid, end: 'so that their text can be read.' },
  ];
  const lightness = (text: string) => toOklch(parseColor(text)).l;
  return lines.flatMap(({ words, used, end }) => {
    const moved = lightness(used) - lightness(color);
    // Smaller steps come from rounding.
    return Math.abs(moved) < 0.006 ? [] : [{ words, used, end, direction: moved < 0 ? 'darker' : 'lighter' }];
  });
}
