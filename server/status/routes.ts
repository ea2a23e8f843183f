import type { FastifyInstance } from 'fastify';
import { notFound } from '../../core/errors.ts';
import type { Dependencies } from '../dependencies.ts';
import { createStatusDocuments } from './documents.ts';
import { registerStatusGroups } from './group-routes.ts';
import { contentTypes, pageOf, sendNoServers } from './page-answers.ts';
import { sendDocument } from './prepared-page.ts';

/** Serves the servers that an Admin has put on the status page, as a page, as JSON and as a feed. */
export function registerStatus(app: FastifyInstance, deps: Dependencies): void {
  const documentOf = createStatusDocuments(deps);
  registerStatusGroups(app, deps, documentOf);

  app.get<{ Querystring: { page?: string } }>('/status', async (request, reply) => {
    const page = pageOf(request);
    const document = page === null ? null : await documentOf('html', page);
    if (document === null) return page === 1 ? sendNoServers(reply, deps) : reply.callNotFound();
    reply.header('cache-control', 'no-cache');
    return sendDocument(request, reply, contentTypes.html, document);
  });

  app.get<{ Querystring: { page?: string } }>('/status.json', async (request, reply) => {
    const page = pageOf(request);
    const document = page === null ? null : await documentOf('json', page);
    if (document === null) throw notFound('This status');
    reply.header('cache-control', 'no-cache').header('access-control-allow-origin', '*');
    return sendDocument(request, reply, contentTypes.json, document);
  });

  app.get('/status.rss', async (request, reply) => {
    const document = await documentOf('rss', 1);
    if (document === null) throw notFound('This feed');
    reply.header('cache-control', 'no-cache');
    return sendDocument(request, reply, contentTypes.rss, document);
  });
}
