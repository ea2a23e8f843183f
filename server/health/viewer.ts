import { ownAccount } from '../../core/accounts/own-account.ts';
import { may } from '../../core/accounts/permissions.ts';
import type { Session } from '../../core/accounts/sessions.ts';
import type { Viewer } from '../../core/health/monitor-queries.ts';

/** Which servers a session sees: an operator all, a client those of its account. */
export function viewerOf(session: Session): Viewer {
  return { mayWrite: may(session, 'health:write'), scope: ownAccount(session, 'health:read') };
}
