import { castTo } from '../../contract/cast.ts';
import { accountLinksRouter } from '../accounts/links-router.ts';
import type { Access } from '../accounts/may-call.ts';
import { passkeysRouter } from '../accounts/passkeys-router.ts';
import { providerRouter } from '../accounts/provider-router.ts';
import { sessionRouter } from '../accounts/router.ts';
import { secondFactorRouter } from '../accounts/second-factor-router.ts';
import { tokensRouter } from '../accounts/tokens-router.ts';
import { usersRouter } from '../accounts/users-router.ts';
import { alarmsRouter } from '../alarms/router.ts';
import { auditRouter } from '../audit/router.ts';
import { boardsRouter } from '../boards/router.ts';
import { checksRouter } from '../checks/router.ts';
import { contentRouters } from '../content/router.ts';
import { deskRouter } from '../desk/router.ts';
import { editorRouter } from '../editor/router.ts';
import { findRouter } from '../find/router.ts';
import { healthRouter } from '../health/router.ts';
import { historyRouter } from '../history/router.ts';
import { imagesRouter } from '../images/router.ts';
import { inboxRouter } from '../inbox/router.ts';
import { jobsRouter } from '../jobs/router.ts';
import { landingRouter } from '../landing/router.ts';
import { presenceRouter } from '../presence/router.ts';
import { privacyRouter } from '../privacy/router.ts';
import { releasesRouter } from '../releases/router.ts';
import { statusRouter } from '../status/router.ts';
import { telephonyRouter } from '../telephony/router.ts';
import { router } from './procedures.ts';

/** All procedures of the server; web imports the type. */
export const appRouter = router({
  ...contentRouters,
  accountLinks: accountLinksRouter,
  audit: auditRouter,
  boards: boardsRouter,
  desk: deskRouter,
  editor: editorRouter,
  find: findRouter,
  alarms: alarmsRouter,
  checks: checksRouter,
  health: healthRouter,
  history: historyRouter,
  images: imagesRouter,
  inbox: inboxRouter,
  jobs: jobsRouter,
  landing: landingRouter,
  passkeys: passkeysRouter,
  presence: presenceRouter,
  privacy: privacyRouter,
  provider: providerRouter,
  releases: releasesRouter,
  secondFactor: secondFactorRouter,
  session: sessionRouter,
  status: statusRouter,
  telephony: telephonyRouter,
  tokens: tokensRouter,
  users: usersRouter,
});
export type AppRouter = typeof appRouter;

/** A procedure's type, and who may call it. */
interface Declared {
  type: 'query' | 'mutation';
  meta?: Access;
}

// At run time tRPC keeps the procedures by their whole path; its type nests them as the routers do.
const procedures = castTo<Record<string, { _def: Declared }>>(appRouter._def.procedures);

/** Every procedure's declaration by path. */
export const declarations: ReadonlyMap<string, Declared> = new Map(
  Object.entries(procedures).map(([path, { _def }]) => [path, _def]),
);
