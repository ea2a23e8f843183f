import type { FastifyRequest } from 'fastify';
import type { Session } from '../../core/accounts/sessions.ts';
import { unauthorized } from '../../core/errors.ts';
import type { Dependencies } from '../dependencies.ts';
import { type CallAccess, checkCaller } from './may-call.ts';
import { refusalOf, sessionOf } from './request-session.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller's session, read by the hooks below; null for visitors. */
    session: Session | null;
  }
}

/** How a path reads the session: with `download` the browser's cookie signs in safe GET downloads too. */
export interface SessionOptions {
  download?: boolean;
}

type AccessHook = (request: FastifyRequest) => Promise<void>;

/** Hook that reads the session and lets everyone pass. */
function readSession(deps: Dependencies, options: SessionOptions = {}): AccessHook {
  return async (request) => {
    request.session = await sessionOf(deps, request, options);
  };
}

/** The hook for a path's declared access: refuses visitors with 401 and callers without permission with 403. */
export function accessHook(deps: Dependencies, declared: CallAccess, options: SessionOptions = {}): AccessHook {
  if (declared.access === 'public') return readSession(deps, options);
  return async (request) => {
    request.session = await sessionOf(deps, request, options);
    if (!request.session) throw unauthorized(await refusalOf(deps, request));
    checkCaller(request.session, declared, deps.now());
  };
}

/** The session of a signed-in caller; throws 401 for a visitor. */
export function signedIn({ session }: { session: Session | null }): Session {
  if (!session) throw unauthorized();
  return session;
}
