import { lifted } from './depth.ts';
import { mix } from './paint.ts';
import { repeat } from './random.ts';
import { at, box, disc, inside } from './svg.ts';
import { plain, words } from './words.ts';

/** Browser window with a page drawn inside, `w` by `h` px of page below a 40 px bar. */
export function browser(
  x: number,
  y: number,
  w: number,
  h: number,
  address: string,
  bar: string,
  page: string,
): string {
  const dark = mix(bar, '#0d2a33', 0.4);
  const outline = `M14 0H${w - 14}Q${w} 0 ${w} 14V${h + 26}Q${w} ${h + 40} ${w - 14} ${h + 40}H14Q0 ${h + 40} 0 ${h + 26}V14Q0 0 14 0Z`;
  const dots = repeat(3, (i) => disc(24 + i * 20, 20, 5.5, mix(bar, '#0d2a33', 0.22)));
  const field =
    box(w / 2 - 150, 9, 300, 22, mix(bar, '#ffffff', 0.45), 11) +
    words(address, w / 2, 25, 12.5, dark, { face: plain, weight: 600, anchor: 'middle' });
  return lifted(
    22,
    0,
    20,
    0.34,
    at(
      x,
      y,
      1,
      inside(outline, box(0, 0, w, h + 40, bar), dots, field, at(0, 40, 1, inside(`M0 0H${w}V${h}H0Z`, page))),
    ),
  );
}

/** Telephone with a page drawn inside, `w` by `h` px of page. */
export function phone(x: number, y: number, w: number, h: number, rim: string, page: string): string {
  const r = w * 0.11;
  const outline = `M${r} 0H${w - r}Q${w} 0 ${w} ${r}V${h - r}Q${w} ${h} ${w - r} ${h}H${r}Q0 ${h} 0 ${h - r}V${r}Q0 0 ${r} 0Z`;
  return lifted(
    16,
    0,
    16,
    0.36,
    at(
      x,
      y,
      1,
      box(-9, -9, w + 18, h + 18, rim, r + 8),
      inside(outline, page),
      box(w / 2 - w * 0.14, 9, w * 0.28, 13, rim, 7),
    ),
  );
}
