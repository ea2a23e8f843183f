import type { Permission } from '../../contract/roles.ts';
import { may } from './permissions.ts';
import type { Session } from './sessions.ts';

/** An id that no account has. */
const noAccountId = 0;

/**
 * The SMS account that a caller is restricted to: its own without the permission for all accounts, whatever id it sends.
 * Null: all accounts.
 */
export function ownAccount(session: Session, forAll: Permission): number | null {
  if (may(session, forAll)) return null;
  return session.telephonyClientId ?? noAccountId;
}
