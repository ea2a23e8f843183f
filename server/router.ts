import { landingRouter } from './landing/router.ts';
import { auditRouter } from './sections/audit.ts';
import { healthRouter } from './sections/health.ts';
import { inboxRouter } from './sections/inbox.ts';
import { sections } from './sections/index.ts';
import { jobsRouter } from './sections/jobs.ts';
import { sessionRouter } from './sections/session.ts';
import { telephonyRouter } from './sections/telephony.ts';
import { router } from './trpc.ts';

/** Every procedure of the server; the web takes its types from here. */
export const appRouter = router({
  ...sections,
  audit: auditRouter,
  health: healthRouter,
  inbox: inboxRouter,
  jobs: jobsRouter,
  landing: landingRouter,
  session: sessionRouter,
  telephony: telephonyRouter,
});
export type AppRouter = typeof appRouter;
