import type { Session } from '../accounts/sessions.ts';

/** No account has this id. */
const nobody = 0;

/** The account a caller's reads and writes are held to: a client's is its own, whatever id it sends; null: all (Admin). */
export function ownAccount(session: Session): number | null {
  if (session.role === 'Admin') return null;
  return session.telephonyClientId ?? nobody;
}

/** The account a call is about: what an Admin asked for (null: all), a client's own in any case. */
export function scopeOf(session: Session, asked: number | null | undefined): number | null {
  return ownAccount(session) ?? asked ?? null;
}
