import type { FastifyInstance } from 'fastify';
import { currentFault } from '../../core/process/faults.ts';
import type { Dependencies } from '../dependencies.ts';

/**
 * `/healthz`: the process lives. `/readyz`: the database has all tables, can be written and has no fault, the secret
 * decrypts the stored tokens, and the page of the current content is rendered.
 */
export function registerHealth(app: FastifyInstance, deps: Dependencies): void {
  app.get('/healthz', async (_request, reply) => reply.header('cache-control', 'no-store').send({ status: 'ok' }));
  app.get('/readyz', async (request, reply) => {
    reply.header('cache-control', 'no-store');
    const fault = await currentFault(deps);
    if (fault !== null) {
      request.log.error({ fault, requestId: request.id }, 'not ready');
      return reply.code(503).send({ status: 'not ready', fault });
    }
    try {
      await deps.landing.currentPage();
      return { status: 'ready' };
    } catch (error) {
      request.log.error({ err: error, requestId: request.id }, 'not ready');
      return reply.code(503).send({ status: 'not ready', fault: 'page' });
    }
  });
}
