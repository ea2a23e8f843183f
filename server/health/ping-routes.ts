import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { hitsPerMinute, userAgentKept } from '../../contract/health.ts';
import { isCode, reportOf } from '../../core/health/ping.ts';
import { createHitBatch } from '../../core/health/ping-writer.ts';
import { countHeartbeat } from '../../core/metrics/counters.ts';
import type { Dependencies } from '../dependencies.ts';
import { type BodyStart, readStart } from './ping-body.ts';

/**
 * The address a server reports to: a code, and after it perhaps `start`, `fail` or an exit code. A wildcard, because
 * parameters that are too long get an answer of the router's own.
 */
export const hitPath = '/serverhealthstatus/*';

/** Unknown codes an address may try in a minute; whoever tries more is guessing. */
const unknownPerMinute = 60;

interface Params {
  '*': string;
}

/** What monitored servers call: `OK` once the report is on disk (specification, section 4; docs/health.md). */
export function registerHits(app: FastifyInstance, deps: Dependencies): void {
  const batch = createHitBatch(deps.db, deps.now);
  const perCode = deps.limits.perMinute('report', hitsPerMinute, deps.now);
  const unknownFrom = deps.limits.perMinute('unknown-report', unknownPerMinute, deps.now);

  async function answer(request: FastifyRequest<{ Params: Params }>, reply: FastifyReply) {
    reply.header('cache-control', 'no-store').header('access-control-allow-origin', '*').type('text/plain');
    const [code = '', part, ...more] = request.params['*'].split('/', 3);
    const report = more.length > 0 ? undefined : reportOf(part);
    const { text, isCut } = bodyOf(request.body);
    // What was not read stays in the connection: it can carry no other request.
    if (isCut) reply.header('connection', 'close');
    if (!isCode(code) || report === undefined) return reply.code(404).send('Not found');
    const wait = await perCode.consume(code);
    if (wait > 0) {
      countHeartbeat('refused');
      return reply.code(429).header('retry-after', wait).send('Too many requests');
    }
    const userAgent = (request.headers['user-agent'] ?? '').slice(0, userAgentKept);
    const isKnown = await batch.record({ code, ...report, method: request.method, userAgent, body: text });
    countHeartbeat(isKnown ? 'recorded' : 'unknown');
    if (isKnown) return reply.send('OK');
    // Servers behind the same address go on being heard: only what is unknown is refused.
    const pause = await unknownFrom.consume(request.ip);
    if (pause > 0) return reply.code(429).header('retry-after', pause).send('Too many requests');
    return reply.code(404).send('Not found');
  }

  // A room of its own: bodies of every type are read here, and only their beginning.
  app.register(async (room) => {
    room.removeAllContentTypeParsers();
    room.addContentTypeParser('*', (_request: FastifyRequest, payload: IncomingMessage) => readStart(payload));
    room.route<{ Params: Params }>({
      url: hitPath,
      method: ['GET', 'HEAD', 'POST'],
      exposeHeadRoute: false,
      helmet: false,
      handler: answer,
    });
    room.options(hitPath, { helmet: false }, (_request, reply) =>
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
