import type { FastifyInstance, FastifyReply } from 'fastify';
import { acknowledge } from '../../core/alarms/acknowledge.ts';
import { acknowledgePath, findByLink } from '../../core/alarms/acknowledge-links.ts';
import { nameOfRecipient } from '../../core/alarms/recipients.ts';
import type { Dependencies } from '../dependencies.ts';
import { ignoreBodies, sendLinkPage } from '../http/link-pages.ts';

/** Path of the links of alarms. */
export const acknowledgeLinkPath = `${acknowledgePath}/:token`;

interface Link {
  Params: { token: string };
}

/** Serves the links with which recipients of an alarm acknowledge it. Reading changes nothing, because mail scanners open every link. */
export function registerAcknowledgePages(app: FastifyInstance, deps: Dependencies): void {
  app.register(async (scope) => {
    ignoreBodies(scope);

    scope.get<Link>(acknowledgeLinkPath, async ({ params: { token } }, reply) => {
      const found = await findByLink(deps.db, token);
      if (!found) return sendUnknown(deps, reply);
      const { id, kind, title, resolvedAt, acknowledgedAt, acknowledgedBy } = found.incident;
      const text = `Incident ${id}: ${title}`;
      if (resolvedAt !== null) return send(deps, reply, 'This incident is over', text);
      if (acknowledgedAt !== null)
        return send(deps, reply, 'Acknowledged already', `${text}. Acknowledged by ${acknowledgedBy}.`);
      const button = {
        label: kind === 'drill' ? 'I have seen this' : 'Acknowledge',
        action: `${acknowledgePath}/${token}`,
      };
      const question =
        kind === 'drill' ? text : `${text}. You take care of it: no further alarms are sent for this incident.`;
      return sendLinkPage(
        reply,
        await deps.landing.notice(kind === 'drill' ? 'Fire drill' : 'Alarm', question, button),
      );
    });

    scope.post<Link>(acknowledgeLinkPath, async ({ params: { token } }, reply) => {
      const found = await findByLink(deps.db, token);
      if (!found) return sendUnknown(deps, reply);
      const { incident, recipient } = found;
      const who = await nameOfRecipient(deps.db, recipient);
      const answer = await acknowledge(deps.db, incident, { who, recipient }, deps.now());
      const text = `Incident ${incident.id}: ${incident.title}`;
      if (answer === 'resolved') return send(deps, reply, 'This incident is over', text);
      if (answer === 'known') return send(deps, reply, 'Acknowledged already', text);
      return answer === 'answered'
        ? send(deps, reply, 'Thank you', 'Your answer to the fire drill is recorded.')
        : send(deps, reply, 'Acknowledged', `${text}. No further alarms are sent for it.`);
    });
  });
}

async function send(deps: Dependencies, reply: FastifyReply, title: string, text: string) {
  return sendLinkPage(reply, await deps.landing.notice(title, text));
}

async function sendUnknown(deps: Dependencies, reply: FastifyReply) {
  const message = 'It is incomplete, or its incident has been deleted.';
  return sendLinkPage(reply.code(404), await deps.landing.fixedNotice('This link does not work', message));
}
