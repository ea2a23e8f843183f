import { adminProcedure, router } from '../trpc/procedures.ts';

/** The page's content, for in-place editing by Admins. */
export const landingRouter = router({
  content: adminProcedure.query(({ ctx }) => ctx.deps.landing.content()),
});
