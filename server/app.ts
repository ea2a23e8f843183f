import cookie from '@fastify/cookie';
import formbody from '@fastify/formbody';
import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import { statusSubscriptionPath } from '../contract/status-subscription.ts';
import { notFound } from '../core/errors.ts';
import { acknowledgeLinkPath, registerAcknowledgePages } from './alarms/acknowledge-pages.ts';
import { registerPushWorker } from './alarms/push-worker.ts';
import type { Dependencies } from './dependencies.ts';
import { registerBadges } from './health/badge-routes.ts';
import { createPlainPings, pingPath } from './health/plain-pings.ts';
import { trustedBy, warnOfUntrustedProxy } from './http/address.ts';
import { registerAntiForgery } from './http/anti-forgery.ts';
import { publicBodyLimit, registerJsonParser } from './http/bodies.ts';
import { closeUnusedConnections, createHttpServer } from './http/connections.ts';
import { describeError } from './http/errors.ts';
import { registerHealth } from './http/readiness.ts';
import { createReadyAnswers } from './http/ready-answers.ts';
import { registerSecurityHeaders, securityHeaders } from './http/security-headers.ts';
import { registerImages } from './images/routes.ts';
import { confirmPath, registerSubscriptionLinks } from './inbox/subscription-routes.ts';
import { registerBullBoard } from './jobs/bull-board.ts';
import { registerLanding } from './landing/routes.ts';
import { registerSiteFiles } from './landing/site-files.ts';
import { registerMetrics } from './metrics/routes.ts';
import { registerPreviews } from './releases/preview-route.ts';
import { toEnvelope } from './rest/envelope.ts';
import { registerRest } from './rest/index.ts';
import { registerStatus } from './status/routes.ts';
import { registerStatusLinks, statusLinkPaths } from './status/subscription-links.ts';
import { registerTrpc } from './trpc/http.ts';
import { createReadyLists } from './trpc/ready-lists.ts';

/** Paths of posts without authority, from forms without script or monitored servers; exempt from the anti-forgery check. */
const publicForms = new Set([
  '/api/sendemail',
  '/api/subscribe',
  statusSubscriptionPath,
  '/unsubscribe/:token',
  confirmPath,
  statusLinkPaths.confirm,
  statusLinkPaths.unsubscribe,
  acknowledgeLinkPath,
  pingPath,
]);

/** Builds the web server from its dependencies; the caller listens. */
export async function buildApp(deps: Dependencies): Promise<FastifyInstance> {
  const loggerInstance: FastifyBaseLogger = deps.log;
  const ready = createReadyAnswers(deps.db);
  const plainPings = createPlainPings(deps);
  const lists = createReadyLists(deps);
  const app = fastify({
    serverFactory: (handle) =>
      createHttpServer((request, response) => {
        if (ready.answer(request, response) || plainPings.answer(request, response, handle)) return;
        if (!lists.answer(request, response, handle)) handle(request, response);
      }),
    loggerInstance,
    trustProxy: trustedBy(deps.config),
    bodyLimit: publicBodyLimit,
    routerOptions: { maxParamLength: 2000 },
    // URLs that the router cannot read.
    frameworkErrors: sendFailure,
    genReqId: requestIds(deps.randomBytes(8).toString('hex')),
    // Routine responses would obscure the entries that matter to operators.
    logController: new LogController({ disableRequestLogging: true }),
    // A logger for each request would take longer than most answers; entries name their request by `requestId`.
    childLoggerFactory: (logger) => logger,
    return503OnClosing: true,
    forceCloseConnections: 'idle',
    schemaController: withoutJsonSchemas,
  });

  closeUnusedConnections(app);

  // Registered first, to count rejected requests too.
  registerMetrics(app, deps);
  ready.register(app);
  plainPings.register(app);
  warnOfUntrustedProxy(app, deps.config);
  registerSecurityHeaders(app, securityHeaders(deps.config, deps.landing.scriptSources));
  await app.register(cookie);
  await app.register(formbody);
  registerJsonParser(app);
  registerAntiForgery(app, publicForms);

  app.setErrorHandler(sendFailure);
  app.setNotFoundHandler(async (request, reply) => {
    const wantsPage =
      request.method === 'GET' &&
      !request.url.startsWith('/api/') &&
      (request.headers.accept ?? '').includes('text/html');
    if (!wantsPage) throw notFound('This address');
    return reply
      .code(404)
      .type('text/html; charset=utf-8')
      .send(await deps.landing.fixedNotice('Page not found', 'There is nothing at this address.'));
  });

  await app.register(async (scope) => registerTrpc(scope, deps, ready, lists));

  registerHealth(app, deps);
  registerBadges(app, deps);
  registerStatus(app, deps);
  registerImages(app, deps);
  registerRest(app, deps, ready);
  registerSubscriptionLinks(app, deps);
  registerStatusLinks(app, deps);
  registerAcknowledgePages(app, deps);
  registerPushWorker(app);
  await registerBullBoard(app, deps);
  registerLanding(app, deps, ready);
  registerPreviews(app, deps);
  registerSiteFiles(app, deps);
  return app;
}

function refuseSchema(): never {
  throw new TypeError('Routes declare no JSON schemas: zod checks requests');
}

/** Keeps Fastify from loading Ajv and fast-json-stringify (7 MB), which only routes with JSON schemas need. */
const withoutJsonSchemas = { compilersFactory: { buildValidator: refuseSchema, buildSerializer: refuseSchema } };

/** Sends an error as an envelope, which nothing may cache. */
function sendFailure(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const failure = describeError(error);
  if (failure.httpStatus >= 500) request.log.error({ err: error, requestId: request.id }, 'request failed');
  if (failure.retryAfter !== undefined) reply.header('retry-after', failure.retryAfter);
  // The rest of the body stays unread.
  if (failure.httpStatus === 413) reply.header('connection', 'close');
  return reply.code(failure.httpStatus).header('cache-control', 'no-store').send(toEnvelope(failure, request.id));
}

/** Returns a generator of request ids; the prefix makes them unique across processes. */
function requestIds(prefix: string): () => string {
  let requests = 0;
  return () => {
    requests += 1;
    return `${prefix}${requests.toString(36)}`;
  };
}
