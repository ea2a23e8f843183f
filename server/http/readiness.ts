import type { FastifyInstance } from 'fastify';
import type { Dependencies } from '../dependencies.ts';

/** `/healthz`: the process lives. `/readyz`: migrations ran, the database answers and the page is rendered. */
export function registerHealth(app: FastifyInstance, deps: Dependencies): void {
  app.get('/healthz', async (_request, reply) => reply.header('cache-control', 'no-store').send({ status: 'ok' }));
  app.get('/readyz', async (request, reply) => {
    reply.header('cache-control', 'no-store');
    try {
      await deps.landing.page();
      return { status: 'ready' };
    } catch (error) {
      request.log.error({ err: error }, 'not ready');
      return reply.code(503).send({ status: 'not ready' });
    }
  });
}
