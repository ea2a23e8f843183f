import { z } from 'zod';
import { optionalLine } from './fields.ts';

/** Longest alternative text, in characters. */
export const maxAltText = 250;

/** A point of a picture, in percent of its width from the left and of its height from the top. */
export interface PicturePoint {
  x: number;
  y: number;
}

const percent = z.int().min(0).max(100);

/** What is kept with a picture, wherever the page shows the picture. */
export const pictureDetails = z.object({
  /** The point that stays visible when a slot crops the picture; null for the middle. */
  focus: z.object({ x: percent, y: percent }).nullable(),
  /** Alternative text; empty for a decorative picture, null while the picture is not described. */
  altText: optionalLine('Alternative text', maxAltText).unwrap().nullable(),
});
export type PictureDetails = z.output<typeof pictureDetails>;
