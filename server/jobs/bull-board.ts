import type { Queue } from 'bullmq';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { castTo } from '../../contract/cast.ts';
import { sessionOf } from '../accounts/request-session.ts';
import type { Dependencies } from '../dependencies.ts';
import { contentSecurityPolicy } from '../http/content-security-policy.ts';
import { describeError } from '../http/errors.ts';

/** Path of Bull Board. */
const basePath = '/admin/queues';

/**
 * Serves Bull Board read-only for users who manage jobs while BullMQ runs. Its page can authenticate only with the download cookie, which
 * never authorises writes (docs/decisions/0003). The Jobs screen has the actions; it follows the queue's rules and is audited.
 */
export async function registerBullBoard(app: FastifyInstance, deps: Dependencies): Promise<void> {
  const { bullMq } = deps.queue;
  if (bullMq === null) return;
  let opened: Promise<FastifyInstance> | undefined;
  await app.register(async (scope) => {
    // Bull Board's page has a `<base>`.
    const policy = contentSecurityPolicy([], { 'base-uri': ["'self'"] });
    scope.addHook('onRequest', (request, reply) => requireReader(deps, request, reply));
    scope.addHook('onSend', async (_request, reply) => {
      reply.header('content-security-policy', policy).header('cache-control', 'no-store');
    });
    async function answer({ method, url, headers }: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
      // BullMQ types its Redis and Postgres queues differently; Bull Board reads both.
      opened ??= openBoard(deps, castTo<Queue>(bullMq));
      const board = await opened;
      const answered = await board.inject({ method: method === 'HEAD' ? 'HEAD' : 'GET', url, headers });
      const { 'content-type': type, location } = answered.headers;
      if (location !== undefined) reply.header('location', location);
      return reply
        .code(answered.statusCode)
        .type(String(type ?? 'text/plain'))
        .send(answered.rawPayload);
    }
    for (const path of [basePath, `${basePath}/*`]) scope.all(path, answer);
  });
}

/** Opens Bull Board in a separate server without a port. The packages load with the first request. */
async function openBoard(deps: Dependencies, bullMq: Queue): Promise<FastifyInstance> {
  const [{ createBullBoard }, { BullMQAdapter }, { FastifyAdapter }] = await Promise.all([
    import('@bull-board/api'),
    import('@bull-board/api/bullMQAdapter'),
    import('@bull-board/fastify'),
  ]);
  const adapter = new FastifyAdapter();
  adapter.setBasePath(basePath);
  const queue = new BullMQAdapter(bullMq, { readOnlyMode: true, allowRetries: false });
  createBullBoard({ queues: [queue], serverAdapter: adapter, options: { uiConfig: { boardTitle: 'Vitrine' } } });
  type ErrorHandler = Parameters<typeof adapter.setErrorHandler>[0];
  // Bull Board's own handler would expose error messages and reply to refusals with 500.
  adapter.setErrorHandler((error) => {
    const failure = describeError(error);
    if (failure.httpStatus >= 500) deps.log.error({ err: error }, 'Bull Board failed');
    // The declared type lists only Bull Board's own statuses; the adapter sends any status.
    return castTo<ReturnType<ErrorHandler>>({ status: failure.httpStatus, body: { error: failure.message } });
  });
  const board = fastify();
  await board.register(adapter.registerPlugin(), { prefix: basePath });
  return board;
}

async function requireReader(deps: Dependencies, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  const session = await sessionOf(deps, request, { download: true });
  if (isRead && session?.permissions.has('jobs')) return;
  const [status, title, message] =
    isRead && !session
      ? ([401, 'Please sign in', 'Sign in to the back office, then come back.'] as const)
      : ([
          403,
          'Not allowed',
          'This page is read-only and for users who manage jobs. Use the Jobs screen for changes.',
        ] as const);
  await reply
    .code(status)
    .type('text/html; charset=utf-8')
    .send(await deps.landing.notice(title, message));
}
