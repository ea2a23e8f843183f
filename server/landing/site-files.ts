import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Dependencies } from '../dependencies.ts';
import { tagged } from '../http/content-cache.ts';
import { pngInIco } from './ico.ts';
import { matches } from './routes.ts';
import { sitePictureTags } from './site-identity.ts';
import { createSitePictures, iconSizes, type SitePicture } from './site-pictures.ts';

/** Icons, the web app manifest and the preview picture, all drawn from the content. */
export function registerSiteFiles(app: FastifyInstance, deps: Dependencies): void {
  const pictures = createSitePictures(deps.db);

  const icons = {
    '/icon-32.png': iconSizes.tab,
    '/apple-touch-icon.png': iconSizes.homeScreen,
    '/icon-192.png': iconSizes.manifest,
  };
  for (const [path, size] of Object.entries(icons)) {
    app.get(path, async (request, reply) => sendPicture(request, reply, await pictures.icon(size), 'image/png'));
  }
  // Asked for at this address by whatever does not read the page.
  app.get('/favicon.ico', async (request, reply) => {
    const { tag, bytes } = await pictures.icon(iconSizes.tab);
    return sendPicture(request, reply, { tag, bytes: pngInIco(bytes, iconSizes.tab) }, 'image/x-icon');
  });

  app.get('/og.jpg', async (request, reply) => {
    // Other sites' pages show it; nothing in it is not public.
    reply.header('cross-origin-resource-policy', 'cross-origin');
    return sendPicture(request, reply, await pictures.preview(), 'image/jpeg');
  });

  app.get('/site.webmanifest', async (request, reply) => {
    const site = await pictures.identity();
    const { body, etag } = tagged(JSON.stringify(manifest(site.name || site.title, sitePictureTags(site).icon)));
    reply.header('cache-control', 'no-cache').header('etag', etag).type('application/manifest+json');
    return matches(request.headers['if-none-match'], etag) ? reply.code(304).send() : reply.send(body);
  });
}

/** The page's light ground (web/landing/tokens.css): the screen's colour until the page is there. */
const ground = '#fbf8f3';

function manifest(name: string, iconTag: string) {
  return {
    name,
    start_url: '/',
    display: 'browser',
    theme_color: ground,
    background_color: ground,
    icons: [iconSizes.tab, iconSizes.manifest].map((size) => ({
      src: `/icon-${size}.png?v=${iconTag}`,
      sizes: `${size}x${size}`,
      type: 'image/png',
    })),
  };
}

/** An address that names the picture's tag is good for ever; any other is asked for again. */
function sendPicture(request: FastifyRequest, reply: FastifyReply, { tag, bytes }: SitePicture, type: string) {
  const isTagged = new URL(request.url, 'http://site').searchParams.get('v') === tag;
  const etag = `"${tag}"`;
  reply
    .header('cache-control', isTagged ? 'public, max-age=31536000, immutable' : 'no-cache')
    .header('etag', etag)
    .type(type);
  return matches(request.headers['if-none-match'], etag) ? reply.code(304).send() : reply.send(bytes);
}
