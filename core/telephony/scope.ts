import { ownAccount } from '../accounts/own-account.ts';
import type { Session } from '../accounts/sessions.ts';

/** The account whose log and contacts to read: the requested one (null: all), or the caller's own for a client. */
export function scopeOf(session: Session, requested: number | null | undefined): number | null {
  return ownAccount(session, 'telephony:read') ?? requested ?? null;
}
