import type { FastifyInstance } from 'fastify';

/** Browser features that neither the product nor the videos and maps of its page use. */
const unused = ['camera', 'display-capture', 'geolocation', 'microphone', 'midi', 'payment', 'serial', 'usb'];

const policy = unused.map((feature) => `${feature}=()`).join(', ');

/** Sends the Permissions-Policy header: no page and no frame may use these features. */
export function registerPermissionsPolicy(app: FastifyInstance): void {
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('permissions-policy', policy);
  });
}
