import { redirect } from '@tanstack/react-router';
import { clearSession, landingPath, readSession, type StoredSession } from './store.ts';

/** Returns the session; without one, clears the storage and redirects to the login (specification, section 2). */
export function requireSession(): StoredSession {
  const session = readSession();
  if (session) return session;
  clearSession();
  throw redirect({ to: '/login' });
}

/** How the router reaches a screen: `stay` changes its panel only. */
interface Entry {
  cause: 'enter' | 'stay' | 'preload';
}

/**
 * Checks the session when the user enters a screen. A panel that closes after a save does not enter the screen again: a
 * save that the server accepted must not end at the login because the stored expiry has passed.
 */
export function guardScreen({ cause }: Entry): void {
  if (cause !== 'stay') requireSession();
}

/** Redirects users other than Admins to their start screen. The server checks the role too. */
export function guardAdminScreen({ cause }: Entry): void {
  if (cause === 'stay') return;
  const session = requireSession();
  if (session.role !== 'Admin') throw redirect({ to: landingPath(session) });
}
