import type { FastifyInstance } from 'fastify';
import { releaseContent } from '../../core/releases/content.ts';
import { findPreview, previewPath } from '../../core/releases/previews.ts';
import type { Dependencies } from '../dependencies.ts';

/** Serves the page as a release would make it, to holders of a preview link. Caches and search engines keep nothing. */
export function registerPreviews(app: FastifyInstance, deps: Dependencies): void {
  app.get<{ Params: { token: string } }>(`${previewPath}:token`, async (request, reply) => {
    reply
      .header('cache-control', 'no-store')
      .header('x-robots-tag', 'noindex, nofollow, noarchive')
      // The link is a secret: a site that the page links to must not see the address.
      .header('referrer-policy', 'no-referrer')
      .type('text/html; charset=utf-8');
    const release = await findPreview(deps.db, request.params.token, deps.now());
    if (!release)
      return reply
        .code(410)
        .send(
          await deps.landing.fixedNotice(
            'This preview has ended',
            'The link has expired or was withdrawn. Ask the sender for a new one.',
          ),
        );
    return reply.send(await deps.landing.preview(await releaseContent(deps.db, release.id)));
  });
}
