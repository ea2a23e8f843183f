import type { FastifyInstance, FastifyReply } from 'fastify';

/** Makes a scope ignore bodies: the token is in the path, and a mail program's one-click post (RFC 8058) may use either form type. */
export function ignoreBodies(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: 10_000 }, (_request, _body, done) => done(null));
}

/** Sends the page of a link in a mail. The token is in the URL: keep it away from caches, other sites and search engines. */
export function sendLinkPage(reply: FastifyReply, html: string | Buffer): FastifyReply {
  return reply
    .header('cache-control', 'no-store')
    .header('referrer-policy', 'no-referrer')
    .header('x-robots-tag', 'noindex')
    .type('text/html; charset=utf-8')
    .send(html);
}
