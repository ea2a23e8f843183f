import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyRequest } from 'fastify';
import { apiTokenPrefix } from '../../contract/api-tokens.ts';
import { unattended } from '../../contract/session.ts';
import { findTokenSession, tokenRefusal } from '../../core/accounts/api-tokens.ts';
import { noteUse } from '../../core/accounts/last-use.ts';
import { findDownloadSession, findSession, type Session } from '../../core/accounts/sessions.ts';
import type { Dependencies } from '../dependencies.ts';
import { addressOf } from '../http/address.ts';

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
  if (token?.startsWith(apiTokenPrefix)) return tokenSession(deps, token, addressOf(request));
  if (token !== undefined) return used(deps, request, await findSession(deps.db, token, deps.now()));
  const cookie = request.cookies[downloadCookie];
  const isSafe = request.method === 'GET' || request.method === 'HEAD';
  if (!options.download || !isSafe || cookie === undefined || request.headers.authorization !== undefined) return null;
  return used(deps, request, await findDownloadSession(deps.db, cookie, deps.now()));
}

function used(deps: Dependencies, { headers }: FastifyRequest, session: Session | null): Session | null {
  if (session && !isUnattended(headers)) noteUse(deps, session);
  return session;
}

/** True for a request that is no use of the session: nobody is at the screen that sent it. */
export function isUnattended(headers: IncomingHttpHeaders): boolean {
  return headers[unattended.header] === unattended.value;
}

/** Why a request with an API token has no session; undefined for other requests. */
export async function refusalOf(deps: Dependencies, request: FastifyRequest): Promise<string | undefined> {
  const token = bearerToken(request.headers);
  return token?.startsWith(apiTokenPrefix) ? tokenRefusal(deps, token) : undefined;
}

/** The session of an API token; throws 429 above the token's limit. */
async function tokenSession(deps: Dependencies, token: string, ip: string): Promise<Session | null> {
  const session = await findTokenSession(deps, token, ip);
  if (session) await deps.limits.tokens.consume(String(session.tokenId));
  return session;
}
