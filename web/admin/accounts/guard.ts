import { redirect } from '@tanstack/react-router';
import { clearSession, landingPath, readSession, type StoredSession } from './store.ts';

/** Lets signed-in users in; anyone else loses what is stored and goes to the login (specification, section 2). */
export function requireSession(): StoredSession {
  const session = readSession();
  if (session) return session;
  clearSession();
  throw redirect({ to: '/login' });
}

/** Lets Admins in; other users go to their own start. The server refuses them too. */
export function requireAdmin(): void {
  const session = requireSession();
  if (session.role !== 'Admin') throw redirect({ to: landingPath(session) });
}
