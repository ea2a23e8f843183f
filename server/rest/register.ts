import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from '../../core/errors.ts';
import { accessHook, checkAdmin } from '../accounts/access.ts';
import type { Dependencies } from '../dependencies.ts';
import { describeError } from '../http/errors.ts';
import { sendTagged, type TaggedBody, tagged } from '../http/etag.ts';
import { createRevisionCache, type RevisionCache } from '../http/revision-cache.ts';
import { success } from './envelope.ts';
import { jsonObject } from './request-body.ts';
import { createCaller, type ParsedRoute, type RestCall, type RestRoute } from './route.ts';

/** Serves every path of the table. */
export function registerRoutes(app: FastifyInstance, deps: Dependencies, routes: readonly RestRoute[]): void {
  app.decorateRequest('session', null);
  const cache = createRevisionCache<TaggedBody>(deps.db);
  for (const route of routes) {
    if (route.kind === 'custom') route.register(app, deps);
    else registerParsed(app, deps, route, cache);
  }
}

function registerParsed(
  app: FastifyInstance,
  deps: Dependencies,
  route: ParsedRoute,
  cache: RevisionCache<TaggedBody>,
): void {
  const checkAccess = accessHook(deps, route.access);
  app.route({
    method: route.method,
    url: route.path,
    ...(route.bodyLimit === undefined ? {} : { bodyLimit: route.bodyLimit }),
    // Refuse before the body is read.
    async onRequest(request) {
      await checkAccess(request);
      requireAccepted(route, request);
    },
    async handler(request, reply) {
      const call = callOf(deps, request);
      if (route.method === 'GET') return sendRead(route, call, cache, request, reply);
      // A path without a documented body needs none.
      const raw = jsonObject(route.body === undefined ? (request.body ?? {}) : request.body);
      if (route.form && wantsPage(request)) return sendFormPage(route, call, raw, request, reply, route.form.title);
      const { data, message } = await route.run(call, raw);
      return success(data, message);
    },
  });
}

/** Refuses `?all=true` of others than Admins, and bodies of another type than JSON or, for public forms, a form. */
function requireAccepted(route: ParsedRoute, request: FastifyRequest): void {
  if (isAll(request)) checkAdmin(request);
  const type = request.headers['content-type'];
  if (route.method === 'GET' || type === undefined) return;
  if (/^application\/json\b/i.test(type) || (route.form && isForm(type))) return;
  throw new Refusal('wrongType', 'This content type is not accepted.');
}

/** True for `?all=true`, with which an Admin also reads inactive records (design, section 5). */
function isAll({ method, query }: FastifyRequest): boolean {
  const isRead = method === 'GET' || method === 'HEAD';
  return isRead && typeof query === 'object' && query !== null && 'all' in query && query.all === 'true';
}

function isForm(type: string): boolean {
  return /^application\/x-www-form-urlencoded\b/i.test(type);
}

function callOf(deps: Dependencies, request: FastifyRequest): RestCall {
  const { session } = request;
  return {
    deps,
    session,
    caller: createCaller({ deps, session, ip: request.ip, requestId: request.id }),
    viewer: { publicUrl: deps.config.publicUrl, session },
    all: isAll(request),
  };
}

/** Answers a read with a strong ETag, or 304 if the caller has it. */
async function sendRead(
  route: ParsedRoute,
  call: RestCall,
  cache: RevisionCache<TaggedBody>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const make = async () => {
    const { data, message } = await route.run(call, undefined);
    return tagged(JSON.stringify(success(data, message)));
  };
  const body = route.fromContent ? await cache(`${route.path} ${visibility(call)}`, make) : await make();
  const isPublic = route.access === 'public' && call.session === null;
  reply
    .header('vary', 'Authorization')
    .header('cache-control', isPublic ? 'public, no-cache' : 'private, no-cache')
    .type('application/json; charset=utf-8');
  return sendTagged(request, reply, body);
}

/** What a read depends on beside its path. */
function visibility({ all, session }: RestCall): string {
  if (session?.role === 'Client') return `client ${session.telephonyClientId}`;
  if (session) return all ? 'admin all' : 'admin';
  return 'public';
}

/** True for a form that a browser posts without script. */
function wantsPage({ headers }: FastifyRequest): boolean {
  return isForm(headers['content-type'] ?? '') && (headers.accept ?? '').includes('text/html');
}

async function sendFormPage(
  route: ParsedRoute,
  call: RestCall,
  raw: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  title: string,
): Promise<FastifyReply> {
  reply.type('text/html; charset=utf-8').header('cache-control', 'no-store');
  try {
    const { message = '' } = await route.run(call, raw);
    return reply.send(await call.deps.landing.notice(title, message));
  } catch (error) {
    const failure = describeError(error);
    if (failure.httpStatus >= 500) request.log.error({ err: error, requestId: request.id }, 'request failed');
    if (failure.retryAfter !== undefined) reply.header('retry-after', failure.retryAfter);
    return reply.code(failure.httpStatus).send(await call.deps.landing.notice('Not sent', failure.message));
  }
}
