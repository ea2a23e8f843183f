import { z } from 'zod';

declare const imageBrand: unique symbol;
/** Content hash of a stored picture; a branded string, so that a text field cannot take a picture's place. */
export type ImageHash = string & { readonly [imageBrand]: true };

/** A picture's content hash. */
export const hash = z.custom<ImageHash>(isImageHash);

function isImageHash(value: unknown): value is ImageHash {
  return typeof value === 'string' && /^[0-9a-f]{32}$/.test(value);
}

/** The text as a content hash; throws a TypeError if it is none. */
export function imageHash(text: string): ImageHash {
  if (!isImageHash(text)) throw new TypeError('not a content hash');
  return text;
}
