import { and, eq, exists, sql } from 'drizzle-orm';
import { type ProviderProblem, providerMessage } from '../../contract/provider.ts';
import { identities } from '../../db/schema/credentials.ts';
import { users } from '../../db/schema/users.ts';
import type { OidcSettings } from '../config/oidc-settings.ts';
import type { CoreDependencies } from '../dependencies.ts';
import type { OidcClaims } from '../providers/oidc.ts';
import { completeSignIn, findSigningIn, refuseSignIn, type SignedIn, type SignInCall } from './complete-sign-in.ts';
import { findIdentity } from './identities.ts';
import { makeStep, takeStep } from './pending-steps.ts';
import { applyRole, createFromProvider } from './provider-users.ts';
import { askForCode, type NeedsCode, type SignInDependencies } from './sign-in.ts';

const kind = 'provider result';

/** Minutes in which the browser gets its session after the provider's answer. */
export const resultMinutes = 1;

/**
 * Finds or creates the user of an account at the provider and applies the provider's role. Returns the token with which the
 * browser gets the session, or why not.
 */
export async function applyProviderSignIn(
  deps: CoreDependencies,
  settings: OidcSettings,
  claims: OidcClaims,
  call: SignInCall,
): Promise<{ result: string } | { problem: ProviderProblem }> {
  const refuse = async (problem: ProviderProblem, user?: typeof users.$inferSelect) => {
    await refuseSignIn(deps, user, call, providerMessage(problem, settings.name));
    return { problem };
  };
  const identity = (await findIdentity(deps.db, claims)) ?? (await createFromProvider(deps, settings, claims, call));
  if (typeof identity === 'string') return refuse(identity);
  const found = await findSigningIn(deps.db, eq(users.id, identity.userId));
  if (!found?.isAllowed) return refuse('refused', found?.user);
  const problem = await applyRole(deps, settings, found.user, claims, call);
  if (problem !== undefined) return refuse(problem, found.user);
  const age = claims.signedInSecondsAgo;
  const provenAt = age === null ? {} : { provenAt: String(Number(deps.now()) - Math.round(age * 1000)) };
  const data = { identity: String(identity.id), ...provenAt };
  return { result: await makeStep(deps, { kind, userId: identity.userId, data, minutes: resultMinutes }) };
}

/**
 * Ends a sign-in by the provider, or asks for the second factor that the user has here; null if it is over or refused. The
 * caller has counted the attempt against its address. The session counts as proven since the person signed in at the provider.
 */
export async function signInFromProvider(
  deps: SignInDependencies,
  token: string,
  call: SignInCall,
): Promise<SignedIn | NeedsCode | null> {
  const step = await takeStep(deps, kind, token);
  if (!step?.userId) return null;
  const isLinked = and(eq(identities.id, Number(step.data.identity)), eq(identities.userId, step.userId));
  const link = deps.db.select({ one: sql`1` }).from(identities).where(isLinked);
  const found = await findSigningIn(deps.db, and(eq(users.id, step.userId), exists(link)) ?? sql`false`);
  if (!found) return null;
  // The beginning was counted too.
  await deps.limits.login.giveBack(call.ip);
  await deps.limits.login.giveBack(call.ip);
  await deps.db.update(identities).set({ lastUsedAt: deps.now() }).where(isLinked);
  if (found.isAllowed && found.user.secondFactorAt !== null) return askForCode(deps, found.user, 'provider');
  const provenAt = step.data.provenAt === undefined ? undefined : new Date(Number(step.data.provenAt));
  return completeSignIn(deps, found, 'provider', { ...call, provenAt });
}
