import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { saveKey } from '../../contract/fields.ts';
import { invalid, Refusal } from '../../core/errors.ts';
import { accessHook } from '../accounts/access.ts';
import { checkCaller } from '../accounts/may-call.ts';
import type { Dependencies } from '../dependencies.ts';
import { addressOf } from '../http/address.ts';
import { sessionBodyLimit } from '../http/bodies.ts';
import { describeError, fieldMessages } from '../http/errors.ts';
import { sendTagged, type TaggedBody, tagged } from '../http/etag.ts';
import { checkTicket, issueTicket } from '../http/form-ticket.ts';
import { largeBodies } from '../http/large-bodies.ts';
import type { ReadyAnswers } from '../http/ready-answers.ts';
import { createRevisionCache, type RevisionCache } from '../http/revision-cache.ts';
import { success } from './envelope.ts';
import { jsonObject } from './request-body.ts';
import { createCaller, type ParsedRoute, type RestCall, type RestRoute } from './route.ts';

/** The body of a read from content, and the content revision that the body shows. */
type CachedRead = TaggedBody & { revision: number };

/** Serves every path of the table. */
export function registerRoutes(
  app: FastifyInstance,
  deps: Dependencies,
  routes: readonly RestRoute[],
  ready: ReadyAnswers,
): void {
  app.decorateRequest('session', null);
  const cache = createRevisionCache<CachedRead>(deps.db);
  for (const route of routes) {
    if (route.kind === 'custom') {
      route.register(app, deps);
      continue;
    }
    if (route.method === 'GET' && route.access === 'public' && route.fromContent) ready.declare(route.path);
    registerParsed(app, deps, route, cache);
  }
}

function registerParsed(
  app: FastifyInstance,
  deps: Dependencies,
  route: ParsedRoute,
  cache: RevisionCache<CachedRead>,
): void {
  const checkAccess = accessHook(deps, route);
  app.route({
    method: route.method,
    url: route.path,
    ...(route.access === 'public' ? {} : { bodyLimit: route.bodyLimit ?? sessionBodyLimit }),
    // Refuse before the body is read, and count every form, also one that is refused.
    async onRequest(request) {
      if (route.form) await deps.limits.forms.consume(addressOf(request));
      await checkAccess(request);
      requireAccepted(route, request, deps.now());
    },
    ...(route.bodyLimit === undefined ? {} : { preParsing: largeBodies(deps, route.bodyLimit) }),
    ...(route.form ? { errorHandler: formErrorHandler(deps) } : {}),
    async handler(request, reply) {
      const call = callOf(deps, request, route);
      if (route.method === 'GET') return sendRead(route, call, cache, request, reply);
      // A path without a documented body needs none.
      const raw = jsonObject(route.body === undefined ? (request.body ?? {}) : request.body);
      if (route.form && wantsPage(request)) return sendFormPage(route, route.form.title, call, raw, reply);
      const { data, message } = await route.run(call, raw);
      return success(data, message);
    },
  });
}

/** Refuses `?all=true` without permission to read inactive records, and bodies of another type than JSON or, for public forms, a form. */
function requireAccepted(route: ParsedRoute, request: FastifyRequest, now: Date): void {
  if (isAll(request)) checkCaller(request.session, { access: ['content:read'] }, now);
  const type = request.headers['content-type'];
  if (route.method === 'GET' || type === undefined) return;
  if (/^application\/json\b/i.test(type) || (route.form && isForm(type))) return;
  throw new Refusal('wrongType', 'This content type is not accepted.');
}

/** True for `?all=true`, with which editors also read inactive records (design, section 5). */
function isAll({ method, query }: FastifyRequest): boolean {
  const isRead = method === 'GET' || method === 'HEAD';
  return isRead && typeof query === 'object' && query !== null && 'all' in query && query.all === 'true';
}

function isForm(type: string): boolean {
  return /^application\/x-www-form-urlencoded\b/i.test(type);
}

function callOf(deps: Dependencies, request: FastifyRequest, { form }: ParsedRoute): RestCall {
  const { session } = request;
  const context = {
    deps,
    session,
    ip: addressOf(request),
    requestId: request.id,
    isCountedForm: form !== undefined,
    saveKey: saveKeyOf(request),
  };
  return {
    deps,
    session,
    caller: createCaller(context),
    viewer: { publicUrl: deps.config.publicUrl, session },
    params: { ...paramsOf(request) },
    all: isAll(request),
  };
}

function paramsOf({ params }: FastifyRequest): object {
  return typeof params === 'object' && params !== null ? params : {};
}

/** The idempotency key of a signed-in request, with or without quotes; undefined without one. */
function saveKeyOf({ method, headers, session }: FastifyRequest): string | undefined {
  const header = headers['idempotency-key'];
  if (method !== 'POST' || session === null || header === undefined) return undefined;
  const { data, error } = saveKey.safeParse(String(header).replace(/^"(.*)"$/, '$1'));
  if (error) throw invalid({ 'Idempotency-Key': error.issues[0]?.message ?? '' });
  return data;
}

/** Answers a read with a strong ETag, or 304 if the caller has it. */
async function sendRead(
  route: ParsedRoute,
  call: RestCall,
  cache: RevisionCache<CachedRead>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const make = async () => {
    const { data, message } = await route.run(call, request.query);
    return tagged(JSON.stringify(success(data, message)));
  };
  const isPublic = route.access === 'public' && call.session === null;
  const body = await (route.fromContent ? readFromContent() : make());
  async function readFromContent() {
    const read = await cache(`${route.path} ${visibility(call)}`, async (revision) => ({
      ...(await make()),
      revision,
    }));
    if (isPublic) request.readyRevision = read.revision;
    return read;
  }
  reply
    .header('vary', 'Authorization')
    .header('cache-control', isPublic ? 'public, no-cache' : 'no-store')
    .type('application/json; charset=utf-8');
  return sendTagged(request, reply, body);
}

/** The permissions that change the answer to a read from content. */
const readRights = ['content:read', 'health:read', 'health:write'] as const;

/** What a read depends on beside its path. */
function visibility({ all, session }: RestCall): string {
  if (session === null) return 'public';
  const rights = readRights.filter((one) => session.permissions.has(one));
  return `account ${session.telephonyClientId} ${rights}${all ? ' all' : ''}`;
}

/** True for a form that a browser posts without script. */
function wantsPage({ headers }: FastifyRequest): boolean {
  return isForm(headers['content-type'] ?? '') && (headers.accept ?? '').includes('text/html');
}

/**
 * Answers a form that a browser posted without script: first with a page that asks for confirmation, then, with that
 * page's ticket, with the result. Programs that post at once get no further.
 */
async function sendFormPage(
  route: ParsedRoute,
  title: string,
  call: RestCall,
  raw: object,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { deps } = call;
  const { ticket, ...values }: Record<string, unknown> = { ...raw };
  const state = checkTicket(deps, ticket);
  if (state === 'ready') {
    const { message = '' } = await route.run(call, values);
    return sendNotice(reply, await deps.landing.notice(title, message));
  }
  const checked = route.body?.safeParse(values);
  if (checked?.error) throw invalid(fieldMessages(checked.error));
  const fields = Object.fromEntries(
    Object.keys(route.body?.shape ?? {}).map((name) => [name, String(values[name] ?? '')]),
  );
  const kept = state === 'early' && typeof ticket === 'string' ? ticket : issueTicket(deps);
  const wait = 'Please wait two seconds, then press Send. This step keeps out messages from programs.';
  const button = { label: 'Send', action: route.path, fields: { ...fields, ticket: kept } };
  return sendNotice(reply, await deps.landing.notice('One more step', wait, button));
}

/** Answers a refused form of a browser without script with a page; other callers get the envelope. */
function formErrorHandler(deps: Dependencies) {
  return async (error: unknown, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const failure = describeError(error);
    if (!wantsPage(request) || failure.httpStatus >= 500) throw error;
    if (failure.retryAfter !== undefined) reply.header('retry-after', failure.retryAfter);
    return sendNotice(reply.code(failure.httpStatus), await deps.landing.notice('Not sent', failure.message));
  };
}

function sendNotice(reply: FastifyReply, html: string): FastifyReply {
  return reply.type('text/html; charset=utf-8').header('cache-control', 'no-store').send(html);
}
