import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Session } from '../../core/accounts/sessions.ts';
import { forbidden, invalid, Refusal, unauthorized } from '../../core/errors.ts';
import { sessionOf } from '../accounts/request-session.ts';
import type { Dependencies } from '../dependencies.ts';
import { type CachedBody, createContentCache, tagged } from '../http/content-cache.ts';
import { describeError } from '../http/errors.ts';
import { noticePage } from '../landing/notice.ts';
import { matches } from '../landing/routes.ts';
import { success } from './envelope.ts';
import { createCaller, type RestCall, type RestRoute } from './route.ts';

type ContentCache = ReturnType<typeof createContentCache>;

/** Serves the documented paths. */
export function registerRoutes(app: FastifyInstance, deps: Dependencies, routes: readonly RestRoute[]): void {
  const cache = createContentCache(deps.db);
  const sessions = new WeakMap<FastifyRequest, Session | null>();
  for (const route of routes) {
    app.route({
      method: route.method,
      url: route.path,
      ...(route.bodyLimit !== undefined && { bodyLimit: route.bodyLimit }),
      // Before the body is read: who may not call gets nothing parsed.
      async onRequest(request) {
        const session = await sessionOf(deps, request);
        sessions.set(request, session);
        requireAccess(route, session);
        if (isAll(request)) requireAdmin(session);
        requireType(route, request);
      },
      async handler(request, reply) {
        const call = callOf(deps, route, request, sessions.get(request) ?? null);
        if (route.method === 'GET') return answerRead(route, call, cache, request, reply);
        if (route.form && wantsPage(request)) return answerForm(route, call, request, reply, route.form.title);
        const { data, message } = await route.answer(call);
        return success(data, message);
      },
    });
  }
}

function requireAccess(route: RestRoute, session: Session | null): void {
  if (route.access === 'admin') requireAdmin(session);
  if (route.access === 'signedIn' && !session) throw unauthorized();
}

function requireAdmin(session: Session | null): void {
  if (!session) throw unauthorized();
  if (session.role !== 'Admin') throw forbidden();
}

/** True for `?all=true`, with which an Admin also reads inactive records (design, section 5). */
function isAll({ method, query }: FastifyRequest): boolean {
  const isRead = method === 'GET' || method === 'HEAD';
  return isRead && typeof query === 'object' && query !== null && 'all' in query && query.all === 'true';
}

/** Saves take JSON alone; the public forms also what a browser posts. */
function requireType(route: RestRoute, request: FastifyRequest): void {
  const type = request.headers['content-type'];
  if (route.method === 'GET' || type === undefined) return;
  if (/^application\/json\b/i.test(type) || (route.form && isForm(type))) return;
  throw new Refusal('wrongType', 'This content type is not accepted.');
}

function isForm(type: string): boolean {
  return /^application\/x-www-form-urlencoded\b/i.test(type);
}

function callOf(deps: Dependencies, route: RestRoute, request: FastifyRequest, session: Session | null): RestCall {
  return {
    deps,
    session,
    caller: createCaller({ deps, session, ip: request.ip, requestId: request.id }),
    viewer: { publicUrl: deps.config.publicUrl, session },
    all: isAll(request),
    body: request.method === 'POST' ? bodyOf(route.body === undefined ? (request.body ?? {}) : request.body) : {},
  };
}

function bodyOf(body: unknown): Record<string, unknown> {
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return { ...body };
  throw invalid({ request: 'The body must be a JSON object' });
}

/** An answer with a strong ETag, or 304 when the caller has it. */
async function answerRead(
  route: RestRoute,
  call: RestCall,
  cache: ContentCache,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const make = async () => {
    const { data, message } = await route.answer(call);
    return JSON.stringify(success(data, message));
  };
  const { body, etag }: CachedBody = route.fromContent
    ? await cache(`${route.path} ${visibility(call)}`, make)
    : tagged(await make());
  const isPublic = route.access === 'public' && call.session === null;
  reply.header('etag', etag).header('vary', 'Authorization');
  reply.header('cache-control', isPublic ? 'public, no-cache' : 'private, no-cache');
  if (matches(request.headers['if-none-match'], etag)) return reply.code(304).send();
  return reply.type('application/json; charset=utf-8').send(body);
}

/** What a read's answer depends on beside its path. */
function visibility({ all, session }: RestCall): string {
  if (session?.role === 'Client') return `client ${session.telephonyClientId}`;
  if (session) return all ? 'admin all' : 'admin';
  return 'public';
}

/** True for a form that a browser posts without script. */
function wantsPage({ headers }: FastifyRequest): boolean {
  return isForm(headers['content-type'] ?? '') && (headers.accept ?? '').includes('text/html');
}

async function answerForm(
  route: RestRoute,
  call: RestCall,
  request: FastifyRequest,
  reply: FastifyReply,
  title: string,
): Promise<FastifyReply> {
  reply.type('text/html; charset=utf-8').header('cache-control', 'no-store');
  try {
    const { message = '' } = await route.answer(call);
    return reply.send(await noticePage(call.deps, title, message));
  } catch (error) {
    const failure = describeError(error);
    if (failure.httpStatus >= 500) request.log.error({ err: error, requestId: request.id }, 'request failed');
    if (failure.retryAfter !== undefined) reply.header('retry-after', failure.retryAfter);
    return reply.code(failure.httpStatus).send(await noticePage(call.deps, 'Not sent', failure.message));
  }
}
