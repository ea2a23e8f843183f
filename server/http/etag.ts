import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import fresh from 'fresh';

/** An answer with its strong entity tag. */
export interface TaggedBody {
  body: string | Buffer;
  etag: string;
}

/** Short hash of an answer's bytes: the same in every process, after upgrades and in restored backups. */
export function contentTag(body: string | Buffer): string {
  return createHash('sha256').update(body).digest('base64url').slice(0, 27);
}

/** The answer with the entity tag of its bytes. */
export function tagged(body: string | Buffer): TaggedBody {
  return { body, etag: `"${contentTag(body)}"` };
}

/** Sends an answer with its ETag, or 304 if the caller has it. The caller sets the other headers first. */
export function sendTagged(request: FastifyRequest, reply: FastifyReply, { body, etag }: TaggedBody): FastifyReply {
  reply.header('etag', etag);
  if (!isFresh(request.headers, etag)) return reply.send(body);
  // A 304 describes no body (RFC 9110, section 15.4.5).
  return reply.code(304).removeHeader('content-type').removeHeader('content-encoding').send();
}

/** True if If-None-Match names the tag. Only that header counts: a 304 is right for a reload too. */
export function isFresh({ 'if-none-match': ifNoneMatch }: IncomingHttpHeaders, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  // Browsers send the tag unchanged.
  return ifNoneMatch === etag || fresh({ 'if-none-match': ifNoneMatch }, { etag });
}
