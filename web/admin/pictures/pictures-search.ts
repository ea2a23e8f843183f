import { z } from 'zod';
import { hash } from '../../../contract/image-hash.ts';

/** The search, the page, and the open picture, in the address. */
export const picturesSearch = z.object({
  text: z.coerce.string().max(200).optional().catch(undefined),
  unused: z.literal(true).optional().catch(undefined),
  page: z.int().min(1).max(10_000).optional().catch(undefined),
  picture: hash.optional().catch(undefined),
});
export type PicturesSearch = z.infer<typeof picturesSearch>;
