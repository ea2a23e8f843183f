import { z } from 'zod';
import { hash } from '../../contract/image-hash.ts';
import type { PicturePoint } from '../../contract/picture-details.ts';
import type { Database } from '../../db/database.ts';
import { isOneOf } from '../../db/query/json-rows.ts';
import { images } from '../../db/schema/images.ts';
import { placeholderUrl } from './placeholder.ts';

/** What the page needs to know about a picture. */
export interface PagePicture {
  /** In px. */
  width: number;
  height: number;
  /** URL of the placeholder; null without one. */
  placeholder: string | null;
  /** Alternative text; empty for a decorative picture, left out while the picture is not described. */
  alt?: string;
  /** The point that stays visible when a slot crops the picture; left out for the middle. */
  focus?: PicturePoint;
}

/** The stored pictures, by hash, whose hashes occur as texts in any content: rows, the page, or a list of hashes. */
export async function picturesIn(db: Database, content: unknown): Promise<Record<string, PagePicture>> {
  const hashes = new Set(JSON.stringify(content).match(/(?<=")[0-9a-f]{32}(?=")/g));
  const found = await db
    .select({
      hash: images.hash,
      width: images.width,
      height: images.height,
      thumbhash: images.thumbhash,
      focusX: images.focusX,
      focusY: images.focusY,
      altText: images.altText,
    })
    .from(images)
    .where(isOneOf(images.hash, z.array(hash).parse([...hashes])));
  return Object.fromEntries(
    found.map(({ hash, width, height, thumbhash, focusX, focusY, altText }) => {
      const placeholder = thumbhash === null ? null : placeholderUrl(thumbhash);
      const focus = pointOf(focusX, focusY);
      return [hash, { width, height, placeholder, ...(altText !== null && { alt: altText }), ...(focus && { focus }) }];
    }),
  );
}

/** The stored focal point; null for the middle. */
export function pointOf(x: number | null, y: number | null): PicturePoint | null {
  return x === null || y === null ? null : { x, y };
}
