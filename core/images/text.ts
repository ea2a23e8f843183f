import { fileURLToPath } from 'node:url';
import sharp, { type OverlayOptions } from 'sharp';
import { hex, type Rgb } from '../../contract/color.ts';

/** The page's display face as a file that sharp reads. */
const face = {
  name: 'Bricolage Grotesque Bold',
  file: fileURLToPath(
    import.meta.resolve('@expo-google-fonts/bricolage-grotesque/700Bold/BricolageGrotesque_700Bold.ttf'),
  ),
};

/** Text to draw in the first of `sizes` (px, largest first) that fits within `width` and `height` (px). */
export interface TextBlock {
  text: string;
  color: Rgb;
  sizes: readonly number[];
  width: number;
  height: number;
}

/** Text as an overlay; width and height (px) of its ink. */
export interface DrawnText {
  overlay: Pick<OverlayOptions, 'input' | 'raw'>;
  width: number;
  height: number;
}

/** Draws a text, wrapped between words, and within a word longer than a line. */
export async function drawText(block: TextBlock): Promise<DrawnText> {
  let drawn: DrawnText | undefined;
  for (const size of block.sizes) {
    drawn = await drawAt(block, size);
    if (drawn.width <= block.width && drawn.height <= block.height) break;
  }
  if (!drawn) throw new TypeError('text needs a size');
  return drawn;
}

async function drawAt({ text, color, width }: TextBlock, size: number): Promise<DrawnText> {
  const { data, info } = await sharp({
    text: {
      text: `<span foreground="${hex(color)}">${escapeMarkup(text)}</span>`,
      font: `${face.name} ${size}`,
      fontfile: face.file,
      width,
      wrap: 'word-char',
      // A point is a pixel.
      dpi: 72,
      rgba: true,
    },
  })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const raw = { width: info.width, height: info.height, channels: info.channels };
  return { overlay: { input: data, raw }, width: info.width, height: info.height };
}

function escapeMarkup(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
