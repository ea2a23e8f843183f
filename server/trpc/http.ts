import { callTRPCProcedure, getTRPCErrorFromUnknown, getTRPCErrorShape, TRPCError } from '@trpc/server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { apiTokenPattern } from '../../contract/api-tokens.ts';
import { Refusal } from '../../core/errors.ts';
import { refusalOf, sessionOf } from '../accounts/request-session.ts';
import { issueAntiForgeryCookie } from '../accounts/routes.ts';
import type { Dependencies } from '../dependencies.ts';
import { addressOf } from '../http/address.ts';
import { limitMixedBodies } from '../http/bodies.ts';
import { describeError } from '../http/errors.ts';
import type { ReadyAnswers } from '../http/ready-answers.ts';
import { appRouter, declarations } from './app-router.ts';
import type { Context } from './procedures.ts';
import type { ReadyLists } from './ready-lists.ts';
import { registerReadyQueries } from './ready-queries.ts';

// tRPC's own adapter makes a Request, a Response and a stream of each call, which takes longer than most procedures.
// The procedures are JSON in, JSON out, and no client asks for streams, so text is enough.

/** A request for a procedure, or with `batch=1` for several in one, separated by commas. */
type TrpcRequest = FastifyRequest<{ Params: { path: string }; Querystring: { batch?: unknown; input?: unknown } }>;

interface Answer {
  status: number;
  body: unknown;
  /** Seconds until a retry makes sense. */
  retryAfter?: number | undefined;
}

/** Serves the procedures under /trpc by tRPC's protocol: queries by GET, mutations by POST, one call or a batch. */
export function registerTrpc(scope: FastifyInstance, deps: Dependencies, ready: ReadyAnswers, lists: ReadyLists): void {
  limitMixedBodies(scope, deps);
  registerReadyQueries(scope, deps, ready);
  lists.register(scope);
  scope.removeContentTypeParser('application/json');
  // Parsed when a procedure reads its input, after the checks of access.
  scope.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => done(null, body));
  scope.addHook('onRequest', (_request, reply, done) => {
    reply.header('cache-control', 'no-store');
    done();
  });
  scope.route<{ Params: { path: string }; Querystring: { batch?: unknown; input?: unknown } }>({
    method: ['GET', 'HEAD', 'POST'],
    url: '/trpc/:path',
    handler: (request, reply) => (request.method === 'HEAD' ? reply.code(204).send() : answer(deps, request, reply)),
  });
}

async function answer(deps: Dependencies, request: TrpcRequest, reply: FastifyReply): Promise<FastifyReply> {
  if (request.method === 'POST' && request.headers['content-type'] === undefined)
    throw new Refusal('wrongType', 'This content type is not accepted.');
  const isBatch = request.query.batch === '1';
  const paths = isBatch ? request.params.path.split(',') : [request.params.path];
  const context = contextOf(deps, request, reply);
  const input = inputReader(request, isBatch);
  const answers = await Promise.all(
    paths.map((path, place) => call(request, context, path, () => input(place), place)),
  );
  const [first, ...others] = answers.map(({ status }) => status);
  const isMixed = others.some((status) => status !== first);
  const bodies = answers.map(({ body }) => body);
  const waits = answers.flatMap(({ retryAfter }) => retryAfter ?? []);
  if (waits.length > 0) reply.header('retry-after', Math.max(...waits));
  return reply
    .code(isMixed ? 207 : (first ?? 404))
    .type('application/json')
    .send(JSON.stringify(isBatch ? bodies : bodies[0]));
}

async function contextOf(deps: Dependencies, request: TrpcRequest, reply: FastifyReply): Promise<Context> {
  // An answer that is the same for everyone sets no cookie.
  if (request.readyRevision === undefined) issueAntiForgeryCookie(deps, request, reply);
  const session = await sessionOf(deps, request);
  const refusal = session ? undefined : await refusalOf(deps, request);
  return { deps, session, refusal, ip: addressOf(request), requestId: request.id };
}

async function call(
  request: TrpcRequest,
  context: Promise<Context>,
  path: string,
  input: () => unknown,
  batchIndex: number,
): Promise<Answer> {
  const type = declarations.get(path)?.type;
  // A path of no procedure is the caller's text.
  const shownPath = path.replace(apiTokenPattern, 'vt_…');
  let ctx: Context | undefined;
  try {
    ctx = await context;
    if (type === undefined) throw new TRPCError({ code: 'NOT_FOUND', message: `There is no procedure ${shownPath}` });
    if (type !== (request.method === 'GET' ? 'query' : 'mutation'))
      throw new TRPCError({
        code: 'METHOD_NOT_SUPPORTED',
        message: `${request.method} does not fit the ${type} ${path}`,
      });
    const getRawInput = async () => input();
    const data: unknown = await callTRPCProcedure({
      router: appRouter,
      path,
      type,
      ctx,
      getRawInput,
      batchIndex,
      signal: undefined,
    });
    return { status: 200, body: { result: { data } } };
  } catch (cause) {
    const error = getTRPCErrorFromUnknown(cause);
    const { httpStatus: status, retryAfter } = describeError(error);
    if (status >= 500) request.log.error({ err: error, requestId: request.id, path }, 'procedure failed');
    const shape = getTRPCErrorShape({
      config: appRouter._def._config,
      error,
      type: type ?? 'unknown',
      path: shownPath,
      ctx,
      input: undefined,
    });
    return { status, body: { error: shape }, retryAfter };
  }
}

/** Returns a function that gives the input of the call at a place of the batch; it throws 400 for unreadable JSON. */
function inputReader({ method, query, body }: TrpcRequest, isBatch: boolean): (place: number) => unknown {
  let inputs: Map<string, unknown> | undefined;
  return (place) => {
    inputs ??= readInputs(method === 'GET' ? query.input || undefined : body, isBatch);
    return inputs.get(String(place));
  };
}

function readInputs(text: unknown, isBatch: boolean): Map<string, unknown> {
  if (text === undefined) return new Map();
  try {
    const inputs: unknown = JSON.parse(typeof text === 'string' ? text : '');
    if (!isBatch) return new Map([['0', inputs]]);
    if (typeof inputs === 'object' && inputs !== null && !Array.isArray(inputs)) return new Map(Object.entries(inputs));
  } catch {
    // Refused below.
  }
  throw new TRPCError({ code: 'BAD_REQUEST', message: 'The input is not the JSON of the calls' });
}
