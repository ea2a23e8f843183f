import { contrast, type Rgb } from '../../contract/color.ts';

/** The page's dark ink and light paper (web/landing/tokens.css). */
export const ink: Rgb = [9, 31, 39];
export const paper: Rgb = [251, 248, 243];

/** The colour for large text on a background: light where the contrast is at least 3:1, else dark. */
export function largeTextOn(background: Rgb): Rgb {
  return contrast(paper, background) >= 3 ? paper : ink;
}
