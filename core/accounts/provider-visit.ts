import { and, eq, not } from 'drizzle-orm';
import { z } from 'zod';
import {
  type ProviderProblem,
  type ProviderPurpose,
  providerMessage,
  providerPurposes,
} from '../../contract/provider.ts';
import { telephonyClients } from '../../db/schema/telephony.ts';
import { sessions, users } from '../../db/schema/users.ts';
import { writeEntry } from '../audit/entries.ts';
import type { CoreDependencies } from '../dependencies.ts';
import { notFound, unavailable } from '../errors.ts';
import { OidcError, readAnswer, visitAddress } from '../providers/oidc.ts';
import { refuseSignIn, type SignInCall, signInActor } from './complete-sign-in.ts';
import { findIdentity, linkIdentity } from './identities.ts';
import { hashToken } from './links.ts';
import { makeStep, takeStep } from './pending-steps.ts';
import { proveSession } from './proof.ts';
import { applyProviderSignIn } from './provider-sign-in.ts';
import { problemOf, roleOf } from './provider-users.ts';
import { hasEnded, readSessionLimits } from './session-limits.ts';
import { mayUse, type Session } from './sessions.ts';

/** Path to which the provider sends the browser back. */
export const callbackPath = '/signin/provider/callback';

/** How long a person may take at the provider, in minutes. */
export const visitMinutes = 10;

/** Seconds by which the provider's clock may be wrong. */
const clockErrorSeconds = 30;

/** A visit to the provider that is over. */
interface VisitOutcome {
  purpose: ProviderPurpose;
  problem?: ProviderProblem | undefined;
  /** After a sign-in: token with which the browser gets its session, once, within a minute. */
  result?: string;
}

const visit = z.object({
  purpose: z.enum(providerPurposes),
  nonce: z.string(),
  verifier: z.string(),
  browser: z.string(),
  session: z.coerce.number(),
  begunAt: z.coerce.number(),
});
type Visit = z.output<typeof visit>;

/**
 * Begins a visit to the provider; returns the address to which the browser goes. `browser` is the value of a cookie: only this
 * browser can end the visit. With `mustSignIn` the provider asks even who is signed in there. Throws 404 without a provider,
 * and 503 if the provider does not answer.
 */
export async function beginVisit(
  deps: CoreDependencies,
  {
    purpose,
    browser,
    session,
    mustSignIn,
  }: { purpose: ProviderPurpose; browser: string; session: Session | null; mustSignIn: boolean },
): Promise<string> {
  const { oidc, publicUrl } = deps.config;
  if (!oidc) throw notFound('The sign-in with a provider');
  const secret = () => deps.randomBytes(32).toString('base64url');
  const secrets = { nonce: secret(), verifier: secret() };
  const data = {
    ...secrets,
    purpose,
    browser: hashToken(browser),
    session: String(session?.sessionId ?? 0),
    begunAt: String(Number(deps.now())),
  };
  const userId = session?.userId ?? null;
  const state = await makeStep(deps, { kind: 'provider', userId, data, minutes: visitMinutes });
  const callback = publicUrl + callbackPath;
  try {
    return await visitAddress(oidc, { ...secrets, state, callback, mustSignIn });
  } catch (error) {
    if (!(error instanceof OidcError)) throw error;
    deps.log.warn({ reason: error.message }, 'the sign-in provider could not be used');
    throw unavailable(providerMessage(error.kind, oidc.name), 60);
  }
}

/**
 * Ends a visit with the answer in the callback's address. Each answer counts once, in the browser that began the visit, and
 * changes nothing before it is checked.
 */
export async function endVisit(
  deps: CoreDependencies,
  { address, browser }: { address: URL; browser: string | undefined },
  call: SignInCall,
): Promise<VisitOutcome> {
  const { oidc } = deps.config;
  const state = address.searchParams.get('state') ?? '';
  const step = oidc && (await takeStep(deps, 'provider', state));
  if (!step) return { purpose: 'sign-in', problem: oidc ? 'over' : 'off' };
  const begun = visit.parse(step.data);
  const { purpose } = begun;
  if (browser === undefined || hashToken(browser) !== begun.browser) return { purpose, problem: 'browser' };
  try {
    const claims = await readAnswer(oidc, { ...begun, address, state });
    const problem = problemOf(oidc, claims);
    if (purpose === 'sign-in') {
      if (problem === undefined) return { purpose, ...(await applyProviderSignIn(deps, oidc, claims, call)) };
      await refuseSignIn(deps, undefined, call, providerMessage(problem, oidc.name));
      return { purpose, problem };
    }
    const user = await userOf(deps, begun, step.userId);
    if (!user) return { purpose, problem: 'signedOut' };
    const actor = signInActor(user, call);
    if (purpose === 'proof') {
      const identity = await findIdentity(deps.db, claims);
      if (identity?.userId !== user.id) return { purpose, problem: 'identity' };
      const visitSeconds = (Number(deps.now()) - begun.begunAt) / 1000;
      const { signedInSecondsAgo: age } = claims;
      if (age === null || age > visitSeconds + clockErrorSeconds) return { purpose, problem: 'old' };
      await writeEntry(deps, actor, 'provider.prove', { record: 'User', id: user.id });
      await proveSession(deps, begun.session);
      return { purpose };
    }
    if (problem !== undefined) return { purpose, problem };
    const needsRole = oidc.roleClaim !== null && user.role !== 'Client';
    if (needsRole && roleOf(oidc, claims) === null) return { purpose, problem: 'role' };
    return { purpose, problem: await linkIdentity(deps, user.id, claims, actor) };
  } catch (error) {
    if (!(error instanceof OidcError)) throw error;
    deps.log.warn({ reason: error.message, requestId: call.id }, 'the answer of the sign-in provider was refused');
    if (purpose === 'sign-in') await refuseSignIn(deps, undefined, call, providerMessage(error.kind, oidc.name));
    return { purpose, problem: error.kind };
  }
}

/** The user of the session that began a visit; undefined if it has ended. */
async function userOf({ db, now }: CoreDependencies, { session }: Visit, userId: number | null) {
  const ended = hasEnded(await readSessionLimits(db), now());
  const isLive = and(eq(sessions.id, session), eq(sessions.userId, userId ?? 0), ended && not(ended));
  const [found] = await db
    .select({ user: users })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .leftJoin(telephonyClients, eq(telephonyClients.id, users.telephonyClientId))
    .where(and(isLive, mayUse));
  return found?.user;
}
