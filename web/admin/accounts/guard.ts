import { redirect } from '@tanstack/react-router';
import { clearSession, landingPath, readSession, type StoredSession } from './store.ts';

/** Returns the session; without one, clears the storage and redirects to the login (specification, section 2). */
export function requireSession(): StoredSession {
  const session = readSession();
  if (session) return session;
  clearSession();
  throw redirect({ to: '/login' });
}

/** Redirects users other than Admins to their start screen. The server checks the role too. */
export function requireAdmin(): void {
  const session = requireSession();
  if (session.role !== 'Admin') throw redirect({ to: landingPath(session) });
}
