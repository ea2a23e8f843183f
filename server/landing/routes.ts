import negotiate from '@fastify/accept-negotiator';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Dependencies } from '../dependencies.ts';
import { isFresh, sendTagged } from '../http/etag.ts';
import type { RenderedPage } from './landing.ts';

/** Encodings of the page, best compression first. */
const encodings: ('br' | 'gzip' | 'identity')[] = ['br', 'gzip', 'identity'];

/** Serves the public page, its built files, robots.txt and sitemap.xml. */
export function registerLanding(app: FastifyInstance, deps: Dependencies): void {
  app.get('/', async (request, reply) => {
    reply.header('cache-control', 'no-cache');
    return sendPage(request, reply, await deps.landing.page());
  });

  app.get('/robots.txt', async (_request, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .send(`User-agent: *\nAllow: /\nDisallow: /api/\nSitemap: ${deps.config.publicUrl}/sitemap.xml\n`),
  );

  app.get('/sitemap.xml', async (_request, reply) =>
    reply
      .type('application/xml; charset=utf-8')
      .send(
        `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>${escapeXml(deps.config.publicUrl)}/</loc></url></urlset>\n`,
      ),
  );

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
  reply.header('vary', 'Accept-Encoding').type('text/html; charset=utf-8');
  const accepted = (request.headers['accept-encoding'] ?? '').toLowerCase();
  const encoding = negotiate(accepted, encodings) ?? 'identity';
  if (encoding !== 'identity' && !isFresh(request, page.etag)) reply.header('content-encoding', encoding);
  return sendTagged(request, reply, { etag: page.etag, body: page[encoding] });
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
