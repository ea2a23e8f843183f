import type { Session } from '../accounts/sessions.ts';

/** An id that no account has. */
const noAccountId = 0;

/** The account a caller is restricted to: a client to its own, whatever id it sends; null: all accounts (Admin). */
export function ownAccount(session: Session): number | null {
  if (session.role === 'Admin') return null;
  return session.telephonyClientId ?? noAccountId;
}

/** The account to read: the one an Admin requested (null: all), a client's own in any case. */
export function scopeOf(session: Session, requested: number | null | undefined): number | null {
  return ownAccount(session) ?? requested ?? null;
}
