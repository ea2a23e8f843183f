import { z } from 'zod';
import { hash } from '../../contract/image-hash.ts';
import { pictureDetails } from '../../contract/picture-details.ts';
import { notFound } from '../../core/errors.ts';
import { describePicture } from '../../core/images/details.ts';
import { findInLibrary, findPictures, readLibrary } from '../../core/images/library.ts';
import { replaceEverywhere } from '../../core/images/replace.ts';
import { countUnused, formGraceMs, keepChosen, removePicture, removeUnused } from '../../core/images/unused.ts';
import { editOf } from '../content/edit-of.ts';
import type { Dependencies } from '../dependencies.ts';
import { permitted, router } from '../trpc/procedures.ts';

const byHash = z.object({ hash });

const search = z.object({
  text: z.string().trim().max(200).default(''),
  isUnused: z.boolean().default(false),
  isPng: z.boolean().default(false),
  page: z.int().min(1).max(10_000).default(1),
});

/** Pictures that were uploaded before this time are in no open form any more. */
const beforeForms = ({ now }: Pick<Dependencies, 'now'>) => new Date(Number(now()) - formGraceMs);

/** The library of stored pictures, and what is kept with each picture. */
export const imagesRouter = router({
  /** One page of the library, the newest first. */
  list: permitted('content:read')
    .input(search)
    .query(({ ctx: { deps }, input: { page, ...filter } }) => readLibrary(deps.db, filter, page)),
  /** One picture of the library, with its places. */
  get: permitted('content:read')
    .input(byHash)
    .query(async ({ ctx: { deps }, input }) => {
      const picture = await findInLibrary(deps.db, input.hash);
      if (!picture) throw notFound('This picture');
      return picture;
    }),
  /** Name, size, focal point and alternative text of a picture; null if it does not exist. */
  details: permitted('content:read')
    .input(byHash)
    .query(async ({ ctx: { deps }, input }) => {
      const [picture] = await findPictures(deps.db, [input.hash]);
      return picture ?? null;
    }),
  /** Keeps the focal point and the alternative text with a picture. */
  describe: permitted('content:publish')
    .input(byHash.extend(pictureDetails.shape))
    .mutation(({ ctx, input: { hash: picture, ...details } }) =>
      describePicture(ctx.deps.db, picture, details, ctx.recordChange),
    ),
  /** Gives every row of the live page that has the picture `from` the picture `to`. */
  replace: permitted('content:publish')
    .input(z.object({ from: hash, to: hash }))
    .mutation(({ ctx, input: { from, to } }) => replaceEverywhere(ctx.deps, from, to, editOf(ctx))),
  /** Keeps a picture that was chosen for a form until the form is saved. */
  choose: permitted('content:write')
    .input(byHash)
    .mutation(({ ctx: { deps }, input }) => keepChosen(deps.db, input.hash, deps.now())),
  /** Number and size of the pictures that `removeUnused` would delete. */
  unused: permitted('content:read').query(({ ctx: { deps } }) => countUnused(deps.db, beforeForms(deps))),
  /** Deletes an unused picture. */
  remove: permitted('content:publish')
    .input(byHash)
    .mutation(async ({ ctx, input }) => {
      const [picture] = await findPictures(ctx.deps.db, [input.hash]);
      await removePicture(ctx.deps.db, input.hash);
      ctx.recordChange({ record: 'Picture', id: input.hash, before: { fileName: picture?.fileName ?? '' } });
    }),
  /** Deletes all unused pictures. Keeps recent uploads, because their forms may still be open. */
  removeUnused: permitted('content:publish').mutation(async ({ ctx }) => {
    const removed = await removeUnused(ctx.deps.db, beforeForms(ctx.deps));
    ctx.recordChange({ record: 'Pictures', after: { removed } });
    return { removed };
  }),
});
