import { createHash } from 'node:crypto';
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
  return isFresh(request, etag) ? reply.code(304).send() : reply.send(body);
}

/** True if If-None-Match names the tag. Only that header counts: a 304 is right for a reload too. */
export function isFresh(request: FastifyRequest, etag: string): boolean {
  const ifNoneMatch = request.headers['if-none-match'];
  return ifNoneMatch !== undefined && fresh({ 'if-none-match': ifNoneMatch }, { etag });
}
