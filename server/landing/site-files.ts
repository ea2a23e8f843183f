import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Dependencies } from '../dependencies.ts';
import { sendTagged, tagged } from '../http/etag.ts';
import { pngInIco } from './ico.ts';
import { sitePictureTags } from './site-identity.ts';
import { createSitePictures, iconSizes, type SitePicture } from './site-pictures.ts';

/** Serves icons, web app manifest and preview picture, all generated from the content. */
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
  app.get('/icon-32-dark.png', async (request, reply) => {
    return sendPicture(request, reply, await pictures.icon(iconSizes.tab, 'dark'), 'image/png');
  });
  // Browsers and bots that do not read the page request this address.
  app.get('/favicon.ico', async (request, reply) => {
    const { tag, bytes } = await pictures.icon(iconSizes.tab);
    return sendPicture(request, reply, { tag, bytes: pngInIco(bytes, iconSizes.tab) }, 'image/x-icon');
  });

  app.get('/og.jpg', async (request, reply) => {
    // Other sites' pages show the preview, which is public.
    reply.header('cross-origin-resource-policy', 'cross-origin');
    return sendPicture(request, reply, await pictures.preview(), 'image/jpeg');
  });

  app.get('/site.webmanifest', async (request, reply) => {
    const site = await pictures.identity();
    const body = JSON.stringify(manifest(site.name || site.title, sitePictureTags(site).icon));
    reply.header('cache-control', 'no-cache').type('application/manifest+json');
    return sendTagged(request, reply, tagged(body));
  });
}

/** Background colour of the page (web/landing/tokens.css), shown until the page has loaded. */
const background = '#fbf8f3';

function manifest(name: string, iconTag: string) {
  return {
    name,
    start_url: '/',
    display: 'browser',
    theme_color: background,
    background_color: background,
    icons: [iconSizes.tab, iconSizes.manifest].map((size) => ({
      src: `/icon-${size}.png?v=${iconTag}`,
      sizes: `${size}x${size}`,
      type: 'image/png',
    })),
  };
}

/** Sends a picture, as immutable if the URL has the picture's current tag. */
function sendPicture(request: FastifyRequest, reply: FastifyReply, { tag, bytes }: SitePicture, type: string) {
  const isTagged = new URL(request.url, 'http://site').searchParams.get('v') === tag;
  reply.header('cache-control', isTagged ? 'public, max-age=31536000, immutable' : 'no-cache').type(type);
  return sendTagged(request, reply, { etag: `"${tag}"`, body: bytes });
}
