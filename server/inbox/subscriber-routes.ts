import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { forbidden, unauthorized } from '../../core/errors.ts';
import { byteOrderMark, csvRow } from '../../core/export/csv.ts';
import { allSubscribers, findByToken, unsubscribe, unsubscribeAddress } from '../../core/inbox/subscribers.ts';
import { sessionOf } from '../accounts/request-session.ts';
import { recordExport } from '../audit/record-export.ts';
import type { Dependencies } from '../dependencies.ts';
import { noticePage } from '../landing/notice.ts';

/** The unsubscribe page that newsletter mails link to, and the subscriber list as a CSV file. */
export function registerSubscriberRoutes(app: FastifyInstance, deps: Dependencies): void {
  app.register(async (scope) => registerUnsubscribe(scope, deps));

  app.get<{ Querystring: { all?: string } }>('/api/subscribers.csv', async (request, reply) => {
    const session = await sessionOf(deps, request, { download: true });
    if (!session) throw unauthorized();
    if (session.role !== 'Admin') throw forbidden();
    const which = request.query.all === 'true' ? 'all' : 'active';
    await recordExport(deps, session, request, 'subscribe.exportSubscribers', { which });
    const day = deps.now().toISOString().slice(0, 10);
    return reply
      .header('cache-control', 'no-store')
      .header('content-disposition', `attachment; filename="subscribers-${day}.csv"`)
      .type('text/csv; charset=utf-8')
      .send(Readable.from(csv(deps, which)));
  });
}

/** Includes the unsubscribe links, because newsletters are sent by other software and must contain them. */
async function* csv(deps: Dependencies, which: 'all' | 'active'): AsyncGenerator<string> {
  yield byteOrderMark + csvRow(['E-mail', 'Subscribed', 'Unsubscribed', 'Unsubscribe link']);
  for await (const subscriber of allSubscribers(deps, which)) {
    const link = unsubscribeAddress(deps.config.publicUrl, subscriber);
    yield csvRow([subscriber.email, subscriber.subscribedAt, subscriber.unsubscribedAt, link]);
  }
}

function registerUnsubscribe(scope: FastifyInstance, deps: Dependencies): void {
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
    return sendNotice(reply, await noticePage(deps, 'Unsubscribe', question, button));
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
    await noticePage(deps, 'You have been unsubscribed', `We will send no more newsletters to ${email}.`),
  );
}

async function sendUnknown(deps: Dependencies, reply: FastifyReply) {
  const message = 'Its address is not on our list, or the link is incomplete.';
  return sendNotice(reply.code(404), await noticePage(deps, 'This link does not work', message));
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
