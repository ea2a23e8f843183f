import type { FastifyInstance, FastifyReply } from 'fastify';
import {
  confirm,
  confirmAddress,
  findByToken,
  type Subscriber,
  stateOf,
  unsubscribe,
  unsubscribeAddress,
} from '../../core/inbox/subscribers.ts';
import type { Dependencies } from '../dependencies.ts';
import { ignoreBodies, sendLinkPage } from '../http/link-pages.ts';

/** Path of the link that confirms an address. */
export const confirmPath = '/subscribe/confirm/:token';

/** `/unsubscribe/<token>`, the link in newsletters, and `/subscribe/confirm/<token>`, the link that confirms an address. */
export function registerSubscriptionLinks(app: FastifyInstance, deps: Dependencies): void {
  // A separate scope, because the path replaces the body parsers.
  app.register(async (scope) => serveLinks(scope, deps));
}

function serveLinks(scope: FastifyInstance, deps: Dependencies): void {
  ignoreBodies(scope);

  // Reading changes nothing: mail scanners open every link.
  scope.get<{ Params: { token: string } }>('/unsubscribe/:token', async (request, reply) => {
    const subscriber = await findByToken(deps, request.params.token);
    if (!subscriber) return sendUnknown(deps, reply);
    if (subscriber.unsubscribedAt) return sendDone(deps, reply, subscriber.email);
    const question = `Do you want to unsubscribe ${subscriber.email} from our newsletter?`;
    const button = { label: 'Unsubscribe', action: unsubscribeAddress('', subscriber) };
    return sendLinkPage(reply, await deps.landing.notice('Unsubscribe', question, button));
  });

  scope.post<{ Params: { token: string } }>('/unsubscribe/:token', async (request, reply) => {
    const subscriber = await findByToken(deps, request.params.token);
    if (!subscriber) return sendUnknown(deps, reply);
    await unsubscribe(deps, subscriber);
    return sendDone(deps, reply, subscriber.email);
  });

  scope.get<{ Params: { token: string } }>(confirmPath, async (request, reply) => {
    const subscriber = await findByToken(deps, request.params.token);
    if (!subscriber) return sendUnknown(deps, reply);
    if (stateOf(subscriber) !== 'waiting') return sendState(deps, reply, subscriber);
    const question = `Do you want to receive our newsletter at ${subscriber.email}?`;
    const button = { label: 'Confirm', action: confirmAddress('', subscriber) };
    return sendLinkPage(reply, await deps.landing.notice('Confirm your subscription', question, button));
  });

  scope.post<{ Params: { token: string } }>(confirmPath, async (request, reply) => {
    const subscriber = await findByToken(deps, request.params.token);
    if (!subscriber) return sendUnknown(deps, reply);
    const isConfirmed = await confirm(deps, subscriber);
    return isConfirmed ? sendSubscribed(deps, reply, subscriber.email) : sendState(deps, reply, subscriber);
  });
}

/** Says that there is nothing to confirm: the address is subscribed or unsubscribed. */
function sendState(deps: Dependencies, reply: FastifyReply, subscriber: Subscriber) {
  return subscriber.unsubscribedAt
    ? sendDone(deps, reply, subscriber.email)
    : sendSubscribed(deps, reply, subscriber.email);
}

async function sendSubscribed(deps: Dependencies, reply: FastifyReply, email: string) {
  return sendLinkPage(
    reply,
    await deps.landing.notice('You are subscribed', `We will send our newsletter to ${email}.`),
  );
}

async function sendDone(deps: Dependencies, reply: FastifyReply, email: string) {
  return sendLinkPage(
    reply,
    await deps.landing.notice('You have been unsubscribed', `We will send no more newsletters to ${email}.`),
  );
}

async function sendUnknown(deps: Dependencies, reply: FastifyReply) {
  const message = 'Its address is not on our list, or the link is incomplete.';
  return sendLinkPage(reply.code(404), await deps.landing.fixedNotice('This link does not work', message));
}
