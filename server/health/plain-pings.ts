import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { maxUserAgentLength } from '../../contract/health.ts';
import type { PingOutcome } from '../../core/health/ping.ts';
import { responseCounter } from '../../core/metrics/responses.ts';
import type { Dependencies } from '../dependencies.ts';
import { pingAcceptor } from './accept-pings.ts';

/** The ping path: a code, optionally followed by `start`, `fail` or an exit code; a wildcard, so that the route refuses odd codes itself. */
export const pingPath = '/serverhealthstatus/*';

/** Headers of every answer to a ping. */
export const pingHeaders = {
  'cache-control': 'no-store',
  'access-control-allow-origin': '*',
  'content-type': 'text/plain',
};

const plainPath = /^\/serverhealthstatus\/([A-Za-z0-9_-]{16,64})$/;
const headers = Object.entries({ ...pingHeaders, 'content-length': '2' }).flat();
const outcomes = new WeakMap<IncomingMessage, Promise<PingOutcome>>();

/** The outcome of a request's ping that was accepted before Fastify. */
export function outcomeBeforeFastify(request: IncomingMessage): Promise<PingOutcome> | undefined {
  return outcomes.get(request);
}

/** Accepts plain pings before Fastify. */
export interface PlainPings {
  /** True if the request is a plain ping. `OK` is sent here; Fastify sends every other answer from the ping's outcome. */
  answer(request: IncomingMessage, response: ServerResponse, fastify: RequestListener): boolean;
  /** Leaves pings to Fastify from the moment when the server closes. */
  register(app: FastifyInstance): void;
}

/**
 * Plain pings are GET requests with nothing but a code: nearly all pings. Routing and hooks take longer than the ping itself,
 * and do nothing for such a ping: no security headers, cookies or sessions; metrics are counted here.
 */
export function createPlainPings(deps: Dependencies): PlainPings {
  const accept = pingAcceptor(deps);
  const count = responseCounter(pingPath, 'GET', 200);
  let isClosing = false;
  return {
    answer(request, response, fastify) {
      const code = request.method === 'GET' && !isClosing ? plainPath.exec(request.url ?? '')?.[1] : undefined;
      if (code === undefined) return false;
      const startedAt = performance.now();
      const userAgent = (request.headers['user-agent'] ?? '').slice(0, maxUserAgentLength);
      const outcome = accept({ code, kind: 'success', exitCode: null, method: 'GET', userAgent, body: '' });
      const leaveToFastify = () => {
        outcomes.set(request, outcome);
        fastify(request, response);
      };
      outcome.then((known) => {
        if (known !== 'recorded') return leaveToFastify();
        response.writeHead(200, headers).end('OK');
        count(performance.now() - startedAt);
      }, leaveToFastify);
      return true;
    },
    register(app) {
      app.addHook('preClose', async () => {
        isClosing = true;
      });
    },
  };
}
