import { closedForm, signOfLife } from '../../contract/presence.ts';
import { announceForm, closeForm } from '../../core/presence/open-forms.ts';
import { router, unaudited } from '../trpc/procedures.ts';

/** Who has which row of the content open. */
export const presenceRouter = router({
  /** Stores the sign of life of the caller's form, and answers who else has the row open. */
  announce: unaudited('content:write', 'telephony:write')
    .input(signOfLife)
    .mutation(({ ctx, input }) => announceForm(ctx.deps, ctx.session, input)),

  /** Removes the caller's form. */
  leave: unaudited('content:write', 'telephony:write')
    .input(closedForm)
    .mutation(({ ctx, input }) => closeForm(ctx.deps.db, ctx.session, input.key)),
});
