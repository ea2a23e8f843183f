import { createHash } from 'node:crypto';
import { type CustomRoute, customRoute } from './custom-route.ts';
import { docsPage, docsStyle } from './docs-page.ts';
import { openApi } from './openapi.ts';
import type { RouteGroup } from './route-group.ts';

/** `/api/openapi.json` and `/api/docs`, made from the table, which has these paths too, when first requested. */
export function docsRoutes(groups: () => readonly RouteGroup[]): CustomRoute[] {
  const document = customRoute({
    methods: ['GET'],
    path: '/api/openapi.json',
    access: 'public',
    summary: 'OpenAPI 3.1 document of these paths',
    documents: { types: ['application/json'] },
    handler(deps) {
      let json: string | undefined;
      return async (_request, reply) => {
        json ??= JSON.stringify(openApi(deps.config.publicUrl, groups()));
        return reply.header('cache-control', 'no-cache').type('application/json; charset=utf-8').send(json);
      };
    },
  });
  const page = customRoute({
    methods: ['GET'],
    path: '/api/docs',
    access: 'public',
    summary: 'These paths as a readable page',
    documents: { types: ['text/html'] },
    handler() {
      let html: string | undefined;
      const styleHash = createHash('sha256').update(docsStyle).digest('base64');
      const policy = `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; frame-ancestors 'self'`;
      return async (_request, reply) => {
        html ??= docsPage(groups());
        return reply
          .header('cache-control', 'no-cache')
          .header('content-security-policy', policy)
          .type('text/html; charset=utf-8')
          .send(html);
      };
    },
  });
  return [document, page];
}
