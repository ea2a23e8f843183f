import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Dependencies } from '../dependencies.ts';
import { docsPage, docsStyle } from './docs-page.ts';
import { openApi } from './openapi.ts';

/** Serves `/api/openapi.json` and `/api/docs`; both are made once. */
export function registerDocs(app: FastifyInstance, deps: Dependencies): void {
  const document = JSON.stringify(openApi(deps.config.publicUrl));
  const page = docsPage();
  const styleHash = createHash('sha256').update(docsStyle).digest('base64');
  const policy = `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; frame-ancestors 'self'`;

  app.get('/api/openapi.json', async (_request, reply) =>
    reply.header('cache-control', 'no-cache').type('application/json; charset=utf-8').send(document),
  );
  app.get('/api/docs', async (_request, reply) =>
    reply
      .header('cache-control', 'no-cache')
      .header('content-security-policy', policy)
      .type('text/html; charset=utf-8')
      .send(page),
  );
}
