import { z } from 'zod';
import { findPlaces, findText } from '../../contract/find.ts';
import { search } from '../../core/find/search.ts';
import { release } from '../content/record-router.ts';
import { router, signedInProcedure } from '../trpc/procedures.ts';

/** Find anything: what the caller may open, by a part of its name or text, the newest rows first. */
export const findRouter = router({
  search: signedInProcedure
    .input(z.object({ text: findText, release, cursor: findPlaces.nullish() }))
    .query(({ ctx: { deps, session }, input }) => search(deps.db, session, input)),
});
