import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { forbidden, unauthorized } from '../../core/errors.ts';
import { byteOrderMark, csvRow } from '../../core/export/csv.ts';
import { allSubscribers, findByToken, unsubscribe, unsubscribeAddress } from '../../core/inbox/subscribers.ts';
import { sessionOf } from '../accounts/request-session.ts';
import { recordExport } from '../audit/record-export.ts';
import type { Dependencies } from '../dependencies.ts';
import { noticePage } from '../landing/notice.ts';

/** Where newsletter mails lead to when someone has had enough, and the list as a file. */
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

/** The unsubscribe link is in the file because newsletters are written elsewhere and have to carry it. */
async function* csv(deps: Dependencies, which: 'all' | 'active'): AsyncGenerator<string> {
  yield byteOrderMark + csvRow(['E-mail', 'Subscribed', 'Unsubscribed', 'Unsubscribe link']);
  for await (const subscriber of allSubscribers(deps, which)) {
    const link = unsubscribeAddress(deps.config.publicUrl, subscriber);
    yield csvRow([subscriber.email, subscriber.subscribedAt, subscriber.unsubscribedAt, link]);
  }
}

function registerUnsubscribe(scope: FastifyInstance, deps: Dependencies): void {
  // The address says everything. A mail program's one-click post (RFC 8058) may be of either form type; its body is not needed.
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: 10_000 }, (_request, _body, done) => done(null));

  // Reading changes nothing: mail scanners open every link.
  scope.get<{ Params: { token: string } }>('/unsubscribe/:token', async (request, reply) => {
    const subscriber = await findByToken(deps, request.params.token);
    if (!subscriber) return sendUnknown(deps, reply);
    if (subscriber.unsubscribedAt) return sendDone(deps, reply, subscriber.email);
    const question = `Shall ${subscriber.email} get no more newsletters?`;
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
    await noticePage(deps, 'You are unsubscribed', `${email} gets no more newsletters from us.`),
  );
}

async function sendUnknown(deps: Dependencies, reply: FastifyReply) {
  const message = 'The address it belongs to is not on our list, or the link is not complete.';
  return sendNotice(reply.code(404), await noticePage(deps, 'This link does not work', message));
}

function sendNotice(reply: FastifyReply, html: string) {
  // The token is in the address: it is to reach neither caches, other sites nor search engines.
  return reply
    .header('cache-control', 'no-store')
    .header('referrer-policy', 'no-referrer')
    .header('x-robots-tag', 'noindex')
    .type('text/html; charset=utf-8')
    .send(html);
}
