import { z } from 'zod';
import { findText } from '../../contract/find.ts';
import { search } from '../../core/find/search.ts';
import { release } from '../content/record-router.ts';
import { router, signedInProcedure } from '../trpc/procedures.ts';

/** Find anything: what the caller may open, by a part of its name or text. */
export const findRouter = router({
  search: signedInProcedure
    .input(z.object({ text: findText, release }))
    .query(({ ctx: { deps, session }, input }) => search(deps.db, session, input.text, input.release)),
});
