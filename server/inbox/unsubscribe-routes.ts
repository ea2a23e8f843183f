import type { FastifyInstance, FastifyReply } from 'fastify';
import { findByToken, unsubscribe, unsubscribeAddress } from '../../core/inbox/subscribers.ts';
import type { Dependencies } from '../dependencies.ts';

/** `/unsubscribe/<token>`, the link in newsletter mails. */
export function registerUnsubscribe(app: FastifyInstance, deps: Dependencies): void {
  // A separate scope, because the path replaces the body parsers.
  app.register(async (scope) => serveUnsubscribe(scope, deps));
}

function serveUnsubscribe(scope: FastifyInstance, deps: Dependencies): void {
  // The token is in the path. A mail program's one-click post (RFC 8058) may use either form type; ignore its body.
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: 10_000 }, (_request, _body, done) => done(null));

  // Reading changes nothing: mail scanners open every link.
  scope.get<{ Params: { token: string } }>('/unsubscribe/:token', async (request, reply) => {
    const subscriber = await findByToken(deps, request.params.token);
    if (!subscriber) return sendUnknown(deps, reply);
    if (subscriber.unsubscribedAt) return sendDone(deps, reply, subscriber.email);
    const question = `Do you want to unsubscribe ${subscriber.email} from our newsletter?`;
    const button = { label: 'Unsubscribe', action: unsubscribeAddress('', subscriber) };
    return sendNotice(reply, await deps.landing.notice('Unsubscribe', question, button));
  });

  scope.post<{ Params: { token: string } }>('/unsubscribe/:token', async (request, reply) => {
    const subscriber = await findByToken(deps, request.params.token);
    if (!subscriber) return sendUnknown(deps, reply);
    await unsubscribe(deps, subscriber);
    return sendDone(deps, reply, subscriber.email);
  });
}

async function sendDone(deps: Dependencies, reply: FastifyReply, email: string) {
  return sendNotice(
    reply,
    await deps.landing.notice('You have been unsubscribed', `We will send no more newsletters to ${email}.`),
  );
}

async function sendUnknown(deps: Dependencies, reply: FastifyReply) {
  const message = 'Its address is not on our list, or the link is incomplete.';
  return sendNotice(reply.code(404), await deps.landing.notice('This link does not work', message));
}

function sendNotice(reply: FastifyReply, html: string) {
  // The token is in the URL: keep it away from caches, other sites and search engines.
  return reply
    .header('cache-control', 'no-store')
    .header('referrer-policy', 'no-referrer')
    .header('x-robots-tag', 'noindex')
    .type('text/html; charset=utf-8')
    .send(html);
}
