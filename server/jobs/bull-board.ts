import type { Queue } from 'bullmq';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { castTo } from '../../contract/cast.ts';
import { sessionOf } from '../accounts/request-session.ts';
import type { Dependencies } from '../dependencies.ts';
import { contentSecurityPolicy } from '../http/content-security-policy.ts';
import { describeError } from '../http/errors.ts';
import { noticePage } from '../landing/notice.ts';

/** Where Bull Board is. */
const basePath = '/admin/queues';

/**
 * Bull Board while BullMQ runs, for an Admin to look at. It only reads: its page can sign in by the download cookie alone,
 * and that cookie never signs a write in (docs/decisions/0003). What is to be done is done on the Jobs screen, by the
 * queue's own rules and on record.
 */
export async function registerBullBoard(app: FastifyInstance, deps: Dependencies): Promise<void> {
  const { bullMq } = deps.queue;
  if (bullMq === null) return;
  // Only those who use BullMQ load it.
  const [{ createBullBoard }, { BullMQAdapter }, { FastifyAdapter }] = await Promise.all([
    import('@bull-board/api'),
    import('@bull-board/api/bullMQAdapter'),
    import('@bull-board/fastify'),
  ]);
  const adapter = new FastifyAdapter();
  adapter.setBasePath(basePath);
  // BullMQ's types tell its stores apart; the board reads either.
  const queue = new BullMQAdapter(castTo<Queue>(bullMq), { readOnlyMode: true, allowRetries: false });
  createBullBoard({ queues: [queue], serverAdapter: adapter, options: { uiConfig: { boardTitle: 'Vitrine' } } });
  type ErrorHandler = Parameters<typeof adapter.setErrorHandler>[0];
  // Its own would show messages of errors, and answer refusals of ours with 500.
  adapter.setErrorHandler((error) => {
    const failure = describeError(error);
    if (failure.httpStatus >= 500) deps.log.error({ err: error }, 'Bull Board failed');
    // Its type knows the few statuses of its own; the adapter sends any.
    return castTo<ReturnType<ErrorHandler>>({ status: failure.httpStatus, body: { error: failure.message } });
  });

  await app.register(async (scope) => {
    const policy = pagePolicy();
    scope.addHook('onRequest', (request, reply) => requireReader(deps, request, reply));
    scope.addHook('onSend', async (_request, reply) => {
      reply.header('content-security-policy', policy).header('cache-control', 'no-store');
    });
    await scope.register(adapter.registerPlugin(), { prefix: basePath });
  });
}

async function requireReader(deps: Dependencies, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  const session = await sessionOf(deps, request, { download: true });
  if (isRead && session?.role === 'Admin') return;
  const [status, title, message] =
    isRead && !session
      ? ([401, 'Please sign in', 'Sign in to the back office as an Admin, then come back.'] as const)
      : ([403, 'Not allowed', 'Only Admins may look here, and nothing can be changed: use the Jobs screen.'] as const);
  await reply
    .code(status)
    .type('text/html; charset=utf-8')
    .send(await noticePage(deps, title, message));
}

/** Ours, but for the `<base>` of Bull Board's page. */
function pagePolicy(): string {
  const directives = { ...contentSecurityPolicy([]), 'base-uri': ["'self'"] };
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources.join(' ')}`)
    .join('; ');
}
