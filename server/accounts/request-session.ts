import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyRequest } from 'fastify';
import { findDownloadSession, findSession, type Session } from '../../core/accounts/sessions.ts';
import type { Dependencies } from '../dependencies.ts';

/** Cookie that authenticates GET downloads, where a browser sends no header (design, section 3: Sign-in). */
export const downloadCookie = 'vitrine-download';

/** The bearer token of a request. */
export function bearerToken({ authorization = '' }: IncomingHttpHeaders): string | undefined {
  return /^Bearer ([\w-]{1,100})$/i.exec(authorization)?.[1];
}

/** The session of a request by its bearer token or, with `download`, by the cookie on GET and HEAD. */
export async function sessionOf(
  deps: Dependencies,
  request: FastifyRequest,
  options: { download?: boolean } = {},
): Promise<Session | null> {
  const token = bearerToken(request.headers);
  if (token !== undefined) return findSession(deps.db, token, deps.now());
  const cookie = request.cookies[downloadCookie];
  const isSafe = request.method === 'GET' || request.method === 'HEAD';
  if (!options.download || !isSafe || cookie === undefined || request.headers.authorization !== undefined) return null;
  return findDownloadSession(deps.db, cookie, deps.now());
}
