import { eq } from 'drizzle-orm';
import { castTo } from '../../contract/cast.ts';
import type { Role } from '../../contract/roles.ts';
import { type Scope, scopes } from '../../contract/scopes.ts';
import { antiForgery } from '../../contract/session.ts';
import { createApiToken } from '../../core/accounts/api-tokens.ts';
import { proofMinutes } from '../../core/accounts/proof.ts';
import { closeSession, findSession, type SessionTokens } from '../../core/accounts/sessions.ts';
import { apiTokens } from '../../db/schema/api-tokens.ts';
import { passkeys } from '../../db/schema/credentials.ts';
import { signInRules } from '../../db/schema/sign-in.ts';
import { sessions, users } from '../../db/schema/users.ts';
import { downloadCookie } from '../../server/accounts/request-session.ts';
import type { Dependencies } from '../../server/dependencies.ts';
import { addSignedIn } from '../fixture/users.ts';
import { type Caller, callers, type TokenCaller } from './who-may-call.ts';

export const everyCaller = Object.keys(callers).map((name) => castTo<Caller>(name));

export type CallerHeaders = Record<Caller, Record<string, string>>;

/** Adds users and sessions; returns the headers of each caller. Names start with `prefix`. */
export async function openSessions(
  deps: Dependencies,
  prefix: string,
  accounts: { client: number; otherClient: number; deactivated: number },
): Promise<CallerHeaders> {
  const add = (role: Role, name: string, telephonyClientId: number | null = null, now = deps.now) =>
    addSignedIn({ ...deps, now }, role, { userName: `${prefix}-${name}`, telephonyClientId });
  const admin = await add('Admin', 'admin');
  const client = await add('Client', 'mira', accounts.client);
  const unproven = await add('Admin', 'unproven');
  await provenLongAgo(deps, unproven.token);
  const deactivated = await add('Admin', 'deactivated');
  const isDeactivated = eq(users.userName, `${prefix}-deactivated`);
  await deps.db.update(users).set({ isActive: false }).where(isDeactivated);
  const longAgo = new Date(Number(deps.now()) - (12 * 3600 + 1) * 1000);
  const expired = await add('Admin', 'expired', null, () => longAgo);
  const idle = await add('Admin', 'idle', null, () => new Date(Number(deps.now()) - 3_600_000));
  // The idle session has passed this limit; the operators of the matrix have a second factor, except one.
  await deps.db
    .insert(signInRules)
    .values({ id: 1, sessionHours: 12, idleMinutes: 30, secondFactorRoles: ['Operator'] })
    .onConflictDoNothing();
  const toSetUp = await add('Operator', 'to-set-up');
  const signedOut = await add('Admin', 'signed-out');
  const { sessionId = 0 } = (await findSession(deps.db, signedOut.token, deps.now())) ?? {};
  await closeSession(deps.db, sessionId);

  const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
  const cookies = (downloadToken: string, more = '') => ({ cookie: `${downloadCookie}=${downloadToken}${more}` });
  const madeUp = Buffer.alloc(32, 7).toString('base64url');
  const proof = 'a-value-of-the-page';
  // Not the admin's session above, which signing out ends.
  const browser = await add('Admin', 'browser');
  const page = cookies(browser.downloadToken, `; ${antiForgery.cookie}=${proof}`);
  return {
    'a visitor': {},
    'a client': bearer(client.token),
    'another client': bearer((await add('Client', 'otto', accounts.otherClient)).token),
    'a user without an account': bearer((await add('Client', 'without')).token),
    'an admin': bearer(admin.token),
    'an editor': bearer((await add('Editor', 'editor')).token),
    'an editor of drafts': bearer((await add('DraftEditor', 'drafts')).token),
    'an operator': bearer((await withSecondFactor(deps, await add('Operator', 'operator'))).token),
    'an accountant': bearer((await add('Accountant', 'accountant')).token),
    'an admin whose last proof is old': bearer(unproven.token),
    'an admin in a browser': { ...bearer(browser.token), ...page, [antiForgery.header]: proof },
    'an admin from another site': { ...bearer(browser.token), ...page },
    'an admin with another anti-forgery value': {
      ...bearer(browser.token),
      ...page,
      [antiForgery.header]: proof.replace('page', 'site'),
    },
    'a deactivated user': bearer(deactivated.token),
    'a user of a deactivated account': bearer((await add('Client', 'dora', accounts.deactivated)).token),
    'an expired session': bearer(expired.token),
    'a session that was not used for too long': bearer(idle.token),
    'an operator who must set up a second factor': bearer(toSetUp.token),
    'a session that was signed out': bearer(signedOut.token),
    'a made-up token': bearer(madeUp),
    'a token in another scheme': { authorization: `Basic ${admin.token}` },
    'a download token in place of a bearer token': bearer(admin.downloadToken),
    'a bearer token in place of a download cookie': cookies(admin.token),
    'an admin’s download cookie': cookies(admin.downloadToken),
    'an admin’s download cookie with the anti-forgery value': { ...page, [antiForgery.header]: proof },
    'a client’s download cookie': cookies(client.downloadToken),
    'an expired download cookie': cookies(expired.downloadToken),
    'a download cookie that was not used for too long': cookies(idle.downloadToken),
    'the download cookie of an operator who must set up a second factor': cookies(toSetUp.downloadToken),
    'a deactivated user’s download cookie': cookies(deactivated.downloadToken),
    'an admin’s download cookie beside a made-up token': { ...cookies(admin.downloadToken), ...bearer(madeUp) },
    ...(await openTokens(deps, prefix)),
  };
}

/** Gives the user of a session a passkey. */
async function withSecondFactor(deps: Dependencies, tokens: SessionTokens): Promise<SessionTokens> {
  const { userId = 0 } = (await findSession(deps.db, tokens.token, deps.now())) ?? {};
  await deps.db.update(users).set({ secondFactorAt: deps.now() }).where(eq(users.id, userId));
  const passkey = { credentialId: tokens.token, publicKey: 'none', counter: 0, transports: [], name: 'Phone' };
  await deps.db.insert(passkeys).values({ ...passkey, userId, createdAt: deps.now() });
  return tokens;
}

/** Makes the last proof of identity of a session older than the limit. */
async function provenLongAgo(deps: Dependencies, token: string): Promise<void> {
  const { sessionId = 0 } = (await findSession(deps.db, token, deps.now())) ?? {};
  const provenAt = new Date(Number(deps.now()) - (proofMinutes * 60 + 1) * 1000);
  await deps.db.update(sessions).set({ provenAt }).where(eq(sessions.id, sessionId));
}

/** Makes API tokens; returns the headers of their callers. */
async function openTokens(deps: Dependencies, prefix: string): Promise<Record<TokenCaller, Record<string, string>>> {
  const user = async (name: string, role: Role) => {
    const userName = `${prefix}-${name}`;
    const { token } = await addSignedIn(deps, role, { userName });
    const { userId = 0 } = (await findSession(deps.db, token, deps.now())) ?? {};
    return { userId, role };
  };
  const make = async (owner: { userId: number; role: Role }, ...wanted: Scope[]) => {
    const chosen = { name: 'Test', scopes: wanted, expiresAt: undefined };
    const { id, token } = await createApiToken(deps, owner, chosen);
    return { id, headers: { authorization: `Bearer ${token}` } };
  };
  const change = (id: number, values: Partial<typeof apiTokens.$inferInsert>) =>
    deps.db.update(apiTokens).set(values).where(eq(apiTokens.id, id));
  const becomes = ({ userId }: { userId: number }, values: Partial<typeof users.$inferInsert>) =>
    deps.db.update(users).set(values).where(eq(users.id, userId));

  const owner = await user('token-owner', 'Admin');
  const of = async (...wanted: Scope[]) => (await make(owner, ...wanted)).headers;
  const editor = await user('token-editor', 'Admin');
  const all = await make(editor, ...scopes);
  await becomes(editor, { role: 'Accountant' });
  const operator = await user('token-operator', 'Operator');
  const jobs = await make(operator, 'jobs');
  await becomes(operator, { role: 'Client' });
  const left = await user('token-left', 'Admin');
  const leftToken = await make(left, 'content:read');
  await becomes(left, { isActive: false });
  const expired = await make(owner, 'content:read');
  await change(expired.id, { expiresAt: deps.now() });
  const revoked = await make(owner, 'content:read');
  await change(revoked.id, { revokedAt: deps.now() });
  return {
    'a token for content:read': await of('content:read'),
    'a token for content:write': await of('content:write'),
    'a token for health:read': await of('health:read'),
    'a token for health:write': await of('health:write'),
    'a token for telephony:read': await of('telephony:read'),
    'a token for telephony:send': await of('telephony:send'),
    'a token for boards:read': await of('boards:read'),
    'a token for jobs': await of('jobs'),
    'a token for audit:read': await of('audit:read'),
    'a token for site:export': await of('site:export'),
    'a token for site:apply': await of('site:apply'),
    'a token for everything, of an editor who became an accountant': all.headers,
    'a token for jobs, of an operator who became a client': jobs.headers,
    'an expired token': expired.headers,
    'a revoked token': revoked.headers,
    'a token of a deactivated user': leftToken.headers,
    'a made-up API token': { authorization: `Bearer vt_${Buffer.alloc(30, 7).toString('base64url')}` },
  };
}
