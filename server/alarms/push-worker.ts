import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { sendTagged, tagged } from '../http/etag.ts';

/** Path of the service worker that shows push messages. */
const workerPath = '/alarm-worker.js';

/** Serves the service worker of push messages. Browsers look for a new version at each visit. */
export function registerPushWorker(app: FastifyInstance): void {
  const script = tagged(readFileSync(join(import.meta.dirname, '../../web/push/alarm-worker.js'), 'utf8'));
  app.get(workerPath, async (request, reply) => {
    reply.header('cache-control', 'no-cache').type('text/javascript; charset=utf-8');
    return sendTagged(request, reply, script);
  });
}
