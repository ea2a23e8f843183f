import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { maxPingsPerMinute, maxUserAgentLength } from '../../contract/health.ts';
import { isCode, parsePingKind } from '../../core/health/ping.ts';
import { createPingWriter } from '../../core/health/ping-writer.ts';
import { countHeartbeat } from '../../core/metrics/counters.ts';
import type { Dependencies } from '../dependencies.ts';
import { type BodyStart, readBodyStart } from './ping-body.ts';

/**
 * The ping path: a code, optionally followed by `start`, `fail` or an exit code. A wildcard, because the router itself
 * would answer parameters that are too long.
 */
export const pingPath = '/serverhealthstatus/*';

/** Unknown codes accepted per IP address and minute; more is guessing. */
const maxUnknownPerMinute = 60;

interface Params {
  '*': string;
}

/** Accepts pings of monitored servers; replies `OK` once the ping is on disk (specification, section 4; docs/health.md). */
export function registerPings(app: FastifyInstance, deps: Dependencies): void {
  const writer = createPingWriter(deps.db, deps.now);
  const codeLimit = deps.limits.perMinute('ping', maxPingsPerMinute, deps.now);
  const unknownLimit = deps.limits.perMinute('unknown-ping', maxUnknownPerMinute, deps.now);

  async function handlePing(request: FastifyRequest<{ Params: Params }>, reply: FastifyReply) {
    reply.header('cache-control', 'no-store').header('access-control-allow-origin', '*').type('text/plain');
    const [code = '', segment, ...more] = request.params['*'].split('/', 3);
    const kind = more.length > 0 ? undefined : parsePingKind(segment);
    const { text, isCut } = bodyOf(request.body);
    // The unread rest of the body stays in the connection, so no other request can follow.
    if (isCut) reply.header('connection', 'close');
    if (!isCode(code) || kind === undefined) return reply.code(404).send('Not found');
    const wait = await codeLimit.consume(code);
    if (wait > 0) {
      countHeartbeat('refused');
      return reply.code(429).header('retry-after', wait).send('Too many requests');
    }
    const userAgent = (request.headers['user-agent'] ?? '').slice(0, maxUserAgentLength);
    const isKnown = await writer.record({ code, ...kind, method: request.method, userAgent, body: text });
    countHeartbeat(isKnown ? 'recorded' : 'unknown');
    if (isKnown) return reply.send('OK');
    // Limit unknown codes only: servers behind the same IP address must still be able to ping.
    const unknownWait = await unknownLimit.consume(request.ip);
    if (unknownWait > 0) return reply.code(429).header('retry-after', unknownWait).send('Too many requests');
    return reply.code(404).send('Not found');
  }

  // A separate Fastify scope: it accepts bodies of every type and reads only their beginning.
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request: FastifyRequest, payload: IncomingMessage) => readBodyStart(payload));
    scope.route<{ Params: Params }>({
      url: pingPath,
      method: ['GET', 'HEAD', 'POST'],
      exposeHeadRoute: false,
      helmet: false,
      handler: handlePing,
    });
    scope.options(pingPath, { helmet: false }, (_request, reply) =>
      reply
        .code(204)
        .header('access-control-allow-origin', '*')
        .header('access-control-allow-methods', 'GET, HEAD, POST')
        .header('access-control-allow-headers', '*')
        .send(),
    );
  });
}

function bodyOf(body: unknown): BodyStart {
  const isBody = typeof body === 'object' && body !== null && 'text' in body && 'isCut' in body;
  return { text: isBody ? String(body.text) : '', isCut: isBody && body.isCut === true };
}
