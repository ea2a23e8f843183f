import { eq } from 'drizzle-orm';
import { castTo } from '../../contract/cast.ts';
import type { Role } from '../../contract/roles.ts';
import { antiForgery } from '../../contract/session.ts';
import { proofMinutes } from '../../core/accounts/proof.ts';
import { closeSession, findSession, sessionSeconds } from '../../core/accounts/sessions.ts';
import { sessions, users } from '../../db/schema/users.ts';
import { downloadCookie } from '../../server/accounts/request-session.ts';
import type { Dependencies } from '../../server/dependencies.ts';
import { addSignedIn } from '../fixture/users.ts';
import { type Caller, callers } from './who-may-call.ts';

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
  const longAgo = new Date(Number(deps.now()) - (sessionSeconds + 1) * 1000);
  const expired = await add('Admin', 'expired', null, () => longAgo);
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
    'an operator': bearer((await add('Operator', 'operator')).token),
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
    'a session that was signed out': bearer(signedOut.token),
    'a made-up token': bearer(madeUp),
    'a token in another scheme': { authorization: `Basic ${admin.token}` },
    'a download token in place of a bearer token': bearer(admin.downloadToken),
    'a bearer token in place of a download cookie': cookies(admin.token),
    'an admin’s download cookie': cookies(admin.downloadToken),
    'an admin’s download cookie with the anti-forgery value': { ...page, [antiForgery.header]: proof },
    'a client’s download cookie': cookies(client.downloadToken),
    'an expired download cookie': cookies(expired.downloadToken),
    'a deactivated user’s download cookie': cookies(deactivated.downloadToken),
    'an admin’s download cookie beside a made-up token': { ...cookies(admin.downloadToken), ...bearer(madeUp) },
  };
}

/** Makes the last proof of identity of a session older than the limit. */
async function provenLongAgo(deps: Dependencies, token: string): Promise<void> {
  const { sessionId = 0 } = (await findSession(deps.db, token, deps.now())) ?? {};
  const provenAt = new Date(Number(deps.now()) - (proofMinutes * 60 + 1) * 1000);
  await deps.db.update(sessions).set({ provenAt }).where(eq(sessions.id, sessionId));
}
