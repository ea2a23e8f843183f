import type { FastifyRequest } from 'fastify';
import type { Session } from '../../core/accounts/sessions.ts';
import { forbidden, unauthorized } from '../../core/errors.ts';
import type { Dependencies } from '../dependencies.ts';
import type { Access } from '../trpc/procedures.ts';
import { sessionOf } from './request-session.ts';

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

/** Hook that refuses visitors with 401. */
function requireSession(deps: Dependencies, options: SessionOptions = {}): AccessHook {
  return async (request) => {
    request.session = await sessionOf(deps, request, options);
    signedIn(request);
  };
}

/** Hook that refuses visitors with 401 and other users than Admins with 403. */
function requireAdmin(deps: Dependencies, options: SessionOptions = {}): AccessHook {
  return async (request) => {
    request.session = await sessionOf(deps, request, options);
    checkAdmin(request);
  };
}

/** The hook for a path's declared access. */
export function accessHook(deps: Dependencies, access: Access['access'], options: SessionOptions = {}): AccessHook {
  if (access === 'admin') return requireAdmin(deps, options);
  return access === 'signedIn' ? requireSession(deps, options) : readSession(deps, options);
}

/** The session of a signed-in caller; throws 401 for a visitor. */
export function signedIn({ session }: { session: Session | null }): Session {
  if (!session) throw unauthorized();
  return session;
}

/** Throws 401 for a visitor and 403 for a caller who is not an Admin. */
export function checkAdmin(caller: { session: Session | null }): void {
  if (signedIn(caller).role !== 'Admin') throw forbidden();
}
