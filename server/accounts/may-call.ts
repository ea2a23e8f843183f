import type { Permission } from '../../contract/roles.ts';
import { requireRecentProof } from '../../core/accounts/proof.ts';
import type { Session } from '../../core/accounts/sessions.ts';
import { forbidden, needsSecondFactor, unauthorized } from '../../core/errors.ts';

/** Who may call a procedure or path; a test checks every value. */
export interface Access {
  /** Everyone, every signed-in caller, or callers with at least one of the permissions. */
  access: 'public' | 'signedIn' | readonly Permission[];
  /**
   * `session`: people who are signed in, no API tokens. `recentProof`: also, their last proof of identity is at most
   * `proofMinutes` old (core/accounts/proof.ts).
   */
  needs?: 'session' | 'recentProof';
  /** True for mutations that change nothing an audit log is about. */
  isUnaudited?: boolean;
}

/** Who may call, and what else the call needs. */
export type CallAccess = Pick<Access, 'access'> & { needs?: Access['needs'] | undefined };

/**
 * The session of a caller who may call; throws 401 for a visitor, 403 without permission, and 403 that asks for a proof of
 * identity if the last one is too old.
 */
export function checkCaller(session: Session | null, { access, needs }: CallAccess, now: Date): Session {
  if (!session) throw unauthorized();
  if (typeof access !== 'string' && !access.some((one) => session.permissions.has(one)))
    throw session.mustSetUpSecondFactor ? needsSecondFactor() : forbidden();
  if (needs !== undefined && session.tokenId !== null) throw forbidden('API tokens cannot do this. Sign in instead.');
  if (needs === 'recentProof') requireRecentProof(session, now);
  return session;
}
