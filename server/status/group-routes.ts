import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { allGroups, groupAt, type StatusGroup } from '../../core/status/groups.ts';
import type { Dependencies } from '../dependencies.ts';
import { lastGood } from '../http/last-good.ts';
import type { createStatusDocuments, StatusForm } from './documents.ts';
import { contentTypes, pageOf, sendNoServers } from './page-answers.ts';
import { sendDocument } from './prepared-page.ts';

/** Paths of groups; the last part may end in .json or .rss. */
const groupPaths = { open: '/status/:slug', secret: '/status/:slug/:secret' } as const;

type Page = { page?: string };

/**
 * Serves the pages of groups as a page, as JSON and as a feed. Whoever has no right secret gets the answer for a group that does not
 * exist. While the database fails, the groups are those that it last had.
 */
export function registerStatusGroups(
  app: FastifyInstance,
  deps: Dependencies,
  documentOf: ReturnType<typeof createStatusDocuments>,
): void {
  let reading: Promise<StatusGroup[]> | undefined;
  const groups = lastGood(() => {
    reading ??= Promise.resolve(allGroups(deps.db)).finally(() => {
      reading = undefined;
    });
    return reading;
  });

  app.get<{ Params: { slug: string }; Querystring: Page }>(groupPaths.open, async (request, reply) => {
    const { name, form } = formOf(request.params.slug);
    return send(request, reply, form, groupAt(await groups(), name, null));
  });

  app.get<{ Params: { slug: string; secret: string }; Querystring: Page }>(
    groupPaths.secret,
    async (request, reply) => {
      const { slug, secret } = request.params;
      const { name, form } = formOf(secret);
      // The address is a secret: keep it away from caches, other sites and search engines.
      reply
        .header('cache-control', 'private, no-store')
        .header('referrer-policy', 'no-referrer')
        .header('x-robots-tag', 'noindex');
      return send(request, reply, form, groupAt(await groups(), slug, name));
    },
  );

  async function send(
    request: FastifyRequest<{ Querystring: Page }>,
    reply: FastifyReply,
    form: StatusForm,
    group: StatusGroup | undefined,
  ) {
    const page = form === 'rss' ? 1 : pageOf(request);
    if (!group || page === null) return reply.callNotFound();
    const document = await documentOf(form, page, group);
    if (document === null) return page === 1 && form === 'html' ? sendNoServers(reply, deps) : reply.callNotFound();
    if (group.secret === null) reply.header('cache-control', 'no-cache');
    if (group.secret === null && form === 'json') reply.header('access-control-allow-origin', '*');
    return sendDocument(request, reply, contentTypes[form], document);
  }
}

/** The last part of an address without the ending that names the form. */
function formOf(part: string): { name: string; form: StatusForm } {
  if (part.endsWith('.json')) return { name: part.slice(0, -'.json'.length), form: 'json' };
  if (part.endsWith('.rss')) return { name: part.slice(0, -'.rss'.length), form: 'rss' };
  return { name: part, form: 'html' };
}
