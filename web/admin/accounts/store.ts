import { type Permission, type Role, roleMay, roles } from '../../../contract/roles.ts';
import type { SignInResponse } from '../../../contract/session.ts';
import { sessionKeys } from '../../../contract/session-keys.ts';
import { dropDraftsOfOthers } from '../records/drafts.ts';

/** The session in this browser's storage (specification, section 3). */
export interface StoredSession {
  token: string;
  userName: string;
  role: Role;
  /** Null when the user has no telephony client. */
  telephonyClientId: number | null;
}

/** The user of this tab. Kept after the stored session ends, because an open form belongs to this user. */
let current: StoredSession | null = null;

/** Stores a session under the specification's keys; deletes drafts of other users. */
export function keepSession(answer: SignInResponse, now = Date.now()): void {
  localStorage.setItem(sessionKeys.token, answer.access_token);
  localStorage.setItem(sessionKeys.userName, answer.UserName);
  localStorage.setItem(sessionKeys.expiresIn, String(answer.expires_in));
  localStorage.setItem(sessionKeys.role, answer.userRole);
  localStorage.setItem(sessionKeys.expires, new Date(now + answer.expires_in * 1000).toISOString());
  localStorage.setItem(sessionKeys.twilioClientId, String(answer.twilioClientId));
  current = readSession(now);
  dropDraftsOfOthers(answer.UserName);
}

/** The stored session, or null without a token or once the stored expiry has passed. */
export function readSession(now = Date.now()): StoredSession | null {
  const token = storedToken();
  const expires = Date.parse(localStorage.getItem(sessionKeys.expires) ?? '');
  // An unreadable expiry is NaN, which fails the comparison.
  if (!token || !(expires > now)) return null;
  const role = roles.find((name) => name === localStorage.getItem(sessionKeys.role)) ?? 'Client';
  const telephonyClientId = Number(localStorage.getItem(sessionKeys.twilioClientId)) || null;
  return { token, userName: localStorage.getItem(sessionKeys.userName) ?? '', role, telephonyClientId };
}

/** The session that this tab started with or signed in to, also after its end. */
export function currentSession(): StoredSession | null {
  current ??= readSession();
  return current;
}

/** True if this tab's user has the permission. The server checks every call too. */
export function userMay(permission: Permission): boolean {
  const session = currentSession();
  return session !== null && roleMay(session.role, permission);
}

/** The bearer token, or null. */
export function storedToken(): string | null {
  return localStorage.getItem(sessionKeys.token);
}

/** Ends the session in this browser by clearing all local storage (specification, sections 2 and 8). */
export function clearSession(): void {
  localStorage.clear();
}

/** Null: the contacts of the user's SMS account. */
const startScreens: Readonly<Record<Role, string | null>> = {
  Admin: '/admin/company',
  Editor: '/admin/page',
  DraftEditor: '/admin/page',
  Operator: '/admin/desk',
  Accountant: '/admin/trello',
  Client: null,
};

/** Path of a user's screen after the sign-in (specification, section 2, Login). */
export function landingPath(session: StoredSession): string {
  const start = startScreens[session.role];
  if (start !== null) return start;
  return `/admin/twilioclientcontact${session.telephonyClientId === null ? '' : `/${session.telephonyClientId}`}`;
}

/** Path of a user's first screen where the specification names none: the dashboard or, for clients, the overview. */
export function firstPath(session: StoredSession): string {
  if (roleMay(session.role, 'health:read')) return '/admin/desk';
  return roleMay(session.role, 'health:own') ? '/admin/overview' : landingPath(session);
}
