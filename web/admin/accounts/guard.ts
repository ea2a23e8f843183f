import { redirect } from '@tanstack/react-router';
import { type Permission, roleMay } from '../../../contract/roles.ts';
import { clearSession, landingPath, readSession, type StoredSession } from './store.ts';

/**
 * Returns the session; without one, clears the storage and redirects to the login (specification, section 2), which
 * remembers the requested address.
 */
export function requireSession(requested?: string): StoredSession {
  const session = readSession();
  if (session) return session;
  clearSession();
  // In the entry of the browser's history: no link from outside can set it, and a reload keeps it.
  throw redirect({ to: '/login', state: requested === undefined ? {} : { requested } });
}

/** How the router reaches a screen: `stay` changes its panel only. */
interface Entry {
  cause: 'enter' | 'stay' | 'preload';
  location: { href: string };
}

const contacts = '/admin/twilioclientcontact';

/**
 * Address to open after a sign-in: the back office's address that required it, or the user's start screen. The guard
 * redirects from screens without permission; the contacts of a client are its start screen, so another account's never open.
 */
export function addressAfterSignIn(session: StoredSession, requested: string | undefined): string {
  if (!requested?.startsWith('/admin/')) return landingPath(session);
  return session.role === 'Client' && requested.startsWith(contacts) ? landingPath(session) : requested;
}

/**
 * Guard of a screen for users with at least one of the permissions; others go to their start screen. Checks when the user
 * enters the screen. A panel that closes after a save does not enter the screen again: a save that the server accepted must
 * not end at the login because the stored expiry has passed. The server checks every call too.
 */
export function guardScreen(anyOf: readonly Permission[] | null) {
  return ({ cause, location }: Entry): void => {
    if (cause === 'stay') return;
    const session = requireSession(location.href);
    if (anyOf && !anyOf.some((one) => roleMay(session.role, one))) throw redirect({ to: landingPath(session) });
  };
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Address of the back office that redirected to the login; opens after the sign-in. */
    requested?: string;
  }
}
