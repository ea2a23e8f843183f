import { adminProcedure, router } from '../trpc/procedures.ts';

/** What the page shows, for an admin who edits it in place. */
export const landingRouter = router({
  content: adminProcedure.query(({ ctx }) => ctx.deps.landing.content()),
});
