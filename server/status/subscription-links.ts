import type { FastifyInstance, FastifyReply } from 'fastify';
import { confirmPath, findToConfirm, unsubscribePath } from '../../core/status/subscription-links.ts';
import { confirmSubscription, deleteSubscriber, subscriberByToken } from '../../core/status/subscriptions.ts';
import type { Dependencies } from '../dependencies.ts';
import { ignoreBodies, sendLinkPage } from '../http/link-pages.ts';

/** Paths of the links in mails of the status page. */
export const statusLinkPaths = { confirm: `${confirmPath}/:token`, unsubscribe: `${unsubscribePath}/:token` } as const;

interface Link {
  Params: { token: string };
}

/**
 * Serves the links in mails of the status page, whose pages name no address. Reading changes nothing, because mail scanners open every
 * link; the button of the page posts.
 */
export function registerStatusLinks(app: FastifyInstance, deps: Dependencies): void {
  app.register(async (scope) => {
    ignoreBodies(scope);
    serveConfirmation(scope, deps);
    serveUnsubscribing(scope, deps);
  });
}

function serveConfirmation(scope: FastifyInstance, deps: Dependencies): void {
  const unknown = 'It is incomplete or older than 24 hours. Enter your address on the status page again.';

  scope.get<Link>(statusLinkPaths.confirm, async ({ params: { token } }, reply) => {
    const subscriber = await findToConfirm(deps, token);
    if (!subscriber) return sendUnknown(deps, reply, unknown);
    if (subscriber.confirmedAt) return sendSubscribed(deps, reply);
    const question = 'Do you want to get a mail for each update of an incident?';
    const button = { label: 'Confirm', action: `${confirmPath}/${token}` };
    return sendLinkPage(reply, await deps.landing.notice('Confirm your subscription', question, button));
  });

  scope.post<Link>(statusLinkPaths.confirm, async ({ params: { token } }, reply) => {
    const subscriber = await findToConfirm(deps, token);
    if (!subscriber || !(await confirmSubscription(deps, subscriber.id))) return sendUnknown(deps, reply, unknown);
    return sendSubscribed(deps, reply);
  });
}

function serveUnsubscribing(scope: FastifyInstance, deps: Dependencies): void {
  const unknown = 'The address gets no updates any more, or the link is incomplete.';

  scope.get<Link>(statusLinkPaths.unsubscribe, async ({ params: { token } }, reply) => {
    const subscriber = await subscriberByToken(deps.db, token);
    if (!subscriber) return sendUnknown(deps, reply, unknown);
    const button = { label: 'Unsubscribe', action: `${unsubscribePath}/${token}` };
    const question = 'Do you want to get no more mails about incidents?';
    return sendLinkPage(reply, await deps.landing.notice('Unsubscribe', question, button));
  });

  scope.post<Link>(statusLinkPaths.unsubscribe, async ({ params: { token } }, reply) => {
    const subscriber = await subscriberByToken(deps.db, token);
    if (!subscriber) return sendUnknown(deps, reply, unknown);
    await deleteSubscriber(deps.db, subscriber.id);
    const message = 'Your address is deleted. You get no more mails from this status page.';
    return sendLinkPage(reply, await deps.landing.fixedNotice('You have been unsubscribed', message));
  });
}

async function sendSubscribed(deps: Dependencies, reply: FastifyReply) {
  const message = 'You get a mail for each update of an incident. Each mail has a link to unsubscribe.';
  return sendLinkPage(reply, await deps.landing.fixedNotice('You are subscribed', message));
}

async function sendUnknown(deps: Dependencies, reply: FastifyReply, message: string) {
  return sendLinkPage(reply.code(404), await deps.landing.fixedNotice('This link does not work', message));
}
