import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { notFound } from '../../core/errors.ts';
import type { Dependencies } from '../dependencies.ts';
import { createStatusDocuments } from './documents.ts';
import { sendDocument } from './prepared-page.ts';

/** Serves the servers that an Admin has put on the status page, as a page, as JSON and as a feed. */
export function registerStatus(app: FastifyInstance, deps: Dependencies): void {
  const documentOf = createStatusDocuments(deps);

  app.get<{ Querystring: { page?: string } }>('/status', async (request, reply) => {
    const page = pageOf(request);
    const document = page === null ? null : await documentOf('html', page);
    if (document === null) return page === 1 ? sendNoServers(reply, deps) : reply.callNotFound();
    reply.header('cache-control', 'no-cache');
    return sendDocument(request, reply, 'text/html; charset=utf-8', document);
  });

  app.get<{ Querystring: { page?: string } }>('/status.json', async (request, reply) => {
    const page = pageOf(request);
    const document = page === null ? null : await documentOf('json', page);
    if (document === null) throw notFound('This status');
    reply.header('cache-control', 'no-cache').header('access-control-allow-origin', '*');
    return sendDocument(request, reply, 'application/json; charset=utf-8', document);
  });

  app.get('/status.rss', async (request, reply) => {
    const document = await documentOf('rss', 1);
    if (document === null) throw notFound('This feed');
    reply.header('cache-control', 'no-cache');
    return sendDocument(request, reply, 'application/rss+xml; charset=utf-8', document);
  });
}

async function sendNoServers(reply: FastifyReply, deps: Dependencies) {
  const notice = await deps.landing.notice('Status', 'No servers are listed here yet.');
  return reply.code(404).type('text/html; charset=utf-8').send(notice);
}

/** The page that the query names; null for anything but a whole number from 1. */
function pageOf({ query }: FastifyRequest<{ Querystring: { page?: string } }>): number | null {
  const page = Number(query.page ?? 1);
  return Number.isSafeInteger(page) && page >= 1 && page <= 100_000 ? page : null;
}
