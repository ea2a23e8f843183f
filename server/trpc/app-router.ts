import { sessionRouter, usersRouter } from '../accounts/router.ts';
import { auditRouter } from '../audit/router.ts';
import { boardsRouter } from '../boards/router.ts';
import { contentRouters } from '../content/router.ts';
import { healthRouter } from '../health/router.ts';
import { inboxRouter } from '../inbox/router.ts';
import { jobsRouter } from '../jobs/router.ts';
import { landingRouter } from '../landing/router.ts';
import { telephonyRouter } from '../telephony/router.ts';
import { router } from './procedures.ts';

/** All procedures of the server; web imports the type. */
export const appRouter = router({
  ...contentRouters,
  audit: auditRouter,
  boards: boardsRouter,
  health: healthRouter,
  inbox: inboxRouter,
  jobs: jobsRouter,
  landing: landingRouter,
  session: sessionRouter,
  telephony: telephonyRouter,
  users: usersRouter,
});
export type AppRouter = typeof appRouter;
