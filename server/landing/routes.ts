import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Dependencies } from '../dependencies.ts';
import { encodingFor } from '../http/encoding.ts';
import { sendTagged } from '../http/etag.ts';
import type { ReadyAnswers } from '../http/ready-answers.ts';
import type { RenderedPage } from './landing.ts';

/** Serves the public page, its built files, robots.txt and sitemap.xml. */
export function registerLanding(app: FastifyInstance, deps: Dependencies, ready: ReadyAnswers): void {
  const { publicUrl } = deps.config;

  ready.declare('/', { anyQuery: true, byEncoding: true });
  app.get('/', async (request, reply) => {
    reply.header('cache-control', 'no-cache');
    return sendPage(request, reply, await deps.landing.page());
  });

  const texts = {
    '/robots.txt': {
      type: 'text/plain; charset=utf-8',
      text: `User-agent: *\nAllow: /\nDisallow: /api/\nSitemap: ${publicUrl}/sitemap.xml\n`,
    },
    '/sitemap.xml': {
      type: 'application/xml; charset=utf-8',
      text: `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>${escapeXml(publicUrl)}/</loc></url></urlset>\n`,
    },
  };
  for (const [path, { type, text }] of Object.entries(texts)) {
    ready.declare(path, { anyQuery: true });
    app.get(path, async (request, reply) => {
      request.readyRevision = 'any';
      return reply.type(type).send(text);
    });
  }

  app.register(fastifyStatic, {
    root: deps.landing.clientFolder,
    wildcard: false,
    index: false,
    preCompressed: true,
    setHeaders: (reply, path) => {
      const isHashed = path.includes('/assets/');
      reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'public, max-age=3600');
    },
  });
}

function sendPage(request: FastifyRequest, reply: FastifyReply, page: RenderedPage) {
  request.readyRevision = page.revision;
  const encoding = encodingFor(request.headers['accept-encoding']);
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  reply.header('vary', 'Accept-Encoding').type('text/html; charset=utf-8');
  return sendTagged(request, reply, { etag: page.etag, body: page[encoding] });
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
