import type { IncomingMessage } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { maxUserAgentLength } from '../../contract/health.ts';
import { isCode, parsePingKind } from '../../core/health/ping.ts';
import { addressOf, networkOf } from '../http/address.ts';
import { customRoute } from '../rest/custom-route.ts';
import { pingAcceptor } from './accept-pings.ts';
import { type BodyStart, readBodyStart } from './ping-body.ts';
import { outcomeBeforeFastify, pingHeaders, pingPath } from './plain-pings.ts';

/** Unknown codes accepted per IP address and minute; more is guessing. */
const maxUnknownPerMinute = 60;

/** Accepts pings of monitored servers; replies `OK` once the ping is on disk (specification, section 4; docs/health.md). */
export const pingRoute = customRoute({
  methods: ['GET', 'HEAD', 'POST'],
  path: pingPath,
  access: 'public',
  summary: 'Ping of a monitored server; `signal` is `start`, `fail` or an exit code. The body is kept with the ping',
  documents: {
    paths: ['/serverhealthstatus/{code}', '/serverhealthstatus/{code}/{signal}'],
    types: ['text/plain'],
    otherRefusals: {
      404: { description: 'The code or the signal is unknown' },
      429: { description: 'Too many pings; Retry-After says when to try again' },
    },
  },
  options: { exposeHeadRoute: false, config: { forMachines: true } },
  // Bodies of every type are accepted, and only their beginning is read.
  async prepare(scope) {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request: FastifyRequest, payload: IncomingMessage) => readBodyStart(payload));
    scope.options(pingPath, { config: { forMachines: true } }, (_request, reply) =>
      reply
        .code(204)
        .header('access-control-allow-origin', '*')
        .header('access-control-allow-methods', 'GET, HEAD, POST')
        .header('access-control-allow-headers', '*')
        .send(),
    );
  },
  handler(deps) {
    const accept = pingAcceptor(deps);
    const unknownLimit = deps.limits.perMinute('unknown-ping', maxUnknownPerMinute, deps.now);

    return async (request, reply) => {
      reply.headers(pingHeaders);
      const [code = '', segment, ...more] = (request.params['*'] ?? '').split('/', 3);
      const kind = more.length > 0 ? undefined : parsePingKind(segment);
      const { text, isCut } = bodyOf(request.body);
      // The unread rest of the body stays in the connection, so no other request can follow.
      if (isCut) reply.header('connection', 'close');
      if (!isCode(code) || kind === undefined) return refuseUnknown(request, reply);
      const userAgent = (request.headers['user-agent'] ?? '').slice(0, maxUserAgentLength);
      const outcome = await (outcomeBeforeFastify(request.raw) ??
        accept({ code, ...kind, method: request.method, userAgent, body: text }));
      if (outcome === 'recorded') return reply.send('OK');
      if (outcome === 'unknown') return refuseUnknown(request, reply);
      return reply.code(429).header('retry-after', outcome.waitSeconds).send('Too many requests');
    };

    // Limit unknown codes only: servers behind the same IP address must still be able to ping.
    async function refuseUnknown(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
      const wait = await unknownLimit.consume(networkOf(addressOf(request)));
      if (wait > 0) return reply.code(429).header('retry-after', wait).send('Too many requests');
      return reply.code(404).send('Not found');
    }
  },
});

function bodyOf(body: unknown): BodyStart {
  const isBody = typeof body === 'object' && body !== null && 'text' in body && 'isCut' in body;
  return { text: isBody ? String(body.text) : '', isCut: isBody && body.isCut === true };
}
