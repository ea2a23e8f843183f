import { z } from 'zod';
import { castTo } from './cast.ts';

declare const imageBrand: unique symbol;
/** Content hash of a stored picture; a plain string is not one, so a text widget cannot stand where a picture belongs. */
export type ImageHash = string & { readonly [imageBrand]: true };

/** A picture's content hash. */
export const hash = z.custom<ImageHash>((value) => typeof value === 'string' && /^[0-9a-f]{32}$/.test(value));

/** Brands a checked content hash. */
export function imageHash(text: string): ImageHash {
  if (!/^[0-9a-f]{32}$/.test(text)) throw new TypeError('not a content hash');
  return castTo<ImageHash>(text);
}
