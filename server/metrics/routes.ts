import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Config } from '../../core/config/config.ts';
import { isLoopback, mayReadMetrics, metricsRefusal } from '../../core/metrics/access.ts';
import { metricsReader, metricsType } from '../../core/metrics/metrics.ts';
import { responseCounter } from '../../core/metrics/responses.ts';
import type { Dependencies } from '../dependencies.ts';

/** Counts every request and serves `/metrics` as Prometheus text to authorised callers. */
export function registerMetrics(app: FastifyInstance, deps: Dependencies): void {
  app.addHook('onResponse', async (request, reply) => {
    responseCounter(routeOf(request), methodOf(request), reply.statusCode)(reply.elapsedTime);
  });

  const read = metricsReader(deps);
  const { metricsToken: token } = deps.config;
  app.get('/metrics', async (request, reply) => {
    reply.header('cache-control', 'no-store').type('text/plain; charset=utf-8');
    const call = { headers: request.headers, remoteAddress: request.socket.remoteAddress };
    if (token !== null && !mayReadMetrics(call, token))
      return reply.code(401).header('www-authenticate', 'Bearer').send(metricsRefusal);
    if (token === null && !(canIdentifyCallers(deps.config) && mayReadMetrics(call, null)))
      return reply.code(403).send(metricsRefusal);
    return reply.type(metricsType).send(await read());
  });
}

/**
 * False if PUBLIC_URL is public but TRUST_PROXY is off: a proxy on this machine would then make every visitor look like
 * a local caller.
 */
function canIdentifyCallers({ trustProxy, publicUrl }: Config): boolean {
  const host = new URL(publicUrl).hostname.replace(/^\[|\]$/g, '');
  return trustProxy !== false || host === 'localhost' || isLoopback(host);
}

/** The pattern of a request's route; `unknown` without one. */
export function routeOf({ is404, routeOptions }: FastifyRequest): string {
  const { url } = routeOptions;
  if (is404 || url === undefined) return 'unknown';
  // Every built file has its own route, and a new name after each build.
  return url.startsWith('/assets/') ? '/assets/*' : url;
}

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

function methodOf({ method }: FastifyRequest): string {
  return methods.has(method) ? method : 'other';
}
