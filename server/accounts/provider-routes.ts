import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { ProviderPurpose } from '../../contract/provider.ts';
import { secondFactorCode } from '../../contract/session.ts';
import { resultMinutes } from '../../core/accounts/provider-sign-in.ts';
import { beginVisit, callbackPath, endVisit, visitMinutes } from '../../core/accounts/provider-visit.ts';
import { acceptCode } from '../../core/accounts/second-factor.ts';
import { invalid } from '../../core/errors.ts';
import type { Dependencies } from '../dependencies.ts';
import { addressOf } from '../http/address.ts';
import { customRoute } from '../rest/custom-route.ts';
import { envelopeSchema, success } from '../rest/envelope.ts';
import { plain, requestBody } from '../rest/request-body.ts';
import { signedIn } from './access.ts';
import { callOf } from './sign-in-call.ts';

/** Names the browser of a visit to the provider: only this browser can end the visit. */
const visitCookie = 'vitrine-visit';
/** Brings the result of a visit from the callback to `POST /token`, so that no address contains it. */
const resultCookie = 'vitrine-visit-result';

/** Above the paths that begin and end visits. */
const visitPath = '/signin/provider';

const tokenPattern = /^[\w-]{43}$/;
const begun = envelopeSchema(z.object({ Address: z.string().describe('Where the browser goes') }));
const again = z.boolean().optional().describe('true: the provider asks even a person who is signed in there');
const visitBody = requestBody({ mustSignIn: plain('Again', again) });
const proofBody = requestBody({ code: plain('Code', secondFactorCode.optional()) });

const refusals = {
  404: 'This installation has no sign-in with a provider',
  429: 'Too many attempts; Retry-After says when to try again',
  503: 'The provider does not answer',
};

const begin = customRoute({
  methods: ['POST'],
  path: visitPath,
  access: 'public',
  summary: 'Begins a sign-in at the OpenID Connect provider, in a browser; a cookie binds it to this browser',
  documents: {
    body: { type: 'application/json', schema: visitBody.schema },
    types: ['application/json'],
    output: begun,
    refusals,
  },
  handler: (deps) => (request, reply) => {
    const { mustSignIn = false } = visitBody.parse(request.body ?? {});
    return beginIn(deps, request, reply, { purpose: 'sign-in', mustSignIn });
  },
});

const beginLink = customRoute({
  methods: ['POST'],
  path: '/signin/provider/link',
  access: 'signedIn',
  needs: 'recentProof',
  summary: "Begins linking the user's account at the provider; as the sign-in, and only for the session's user",
  documents: {
    body: { type: 'application/json', schema: visitBody.schema },
    types: ['application/json'],
    output: begun,
    refusals,
  },
  handler: (deps) => (request, reply) => {
    const { mustSignIn = false } = visitBody.parse(request.body ?? {});
    return beginIn(deps, request, reply, { purpose: 'link', mustSignIn });
  },
});

const beginProof = customRoute({
  methods: ['POST'],
  path: '/signin/provider/proof',
  access: 'signedIn',
  needs: 'session',
  summary: 'Begins a proof of identity by a new sign-in at the provider; users with a second factor send a code too',
  documents: {
    body: { type: 'application/json', schema: proofBody.schema },
    types: ['application/json'],
    output: begun,
    refusals,
  },
  handler: (deps) => async (request, reply) => {
    const { hasSecondFactor, userId } = signedIn(request);
    const { code } = proofBody.parse(request.body ?? {});
    if (hasSecondFactor && code === undefined) throw invalid({ code: 'Code is required' });
    if (hasSecondFactor && !(await acceptCode(deps, userId, code ?? ''))) throw invalid({ code: 'The code is wrong' });
    return beginIn(deps, request, reply, { purpose: 'proof', mustSignIn: true });
  },
});

async function beginIn(
  deps: Dependencies,
  request: FastifyRequest,
  reply: FastifyReply,
  { purpose, mustSignIn }: { purpose: ProviderPurpose; mustSignIn: boolean },
) {
  reply.header('cache-control', 'no-store');
  await deps.limits.login.consume(addressOf(request));
  // Tabs of a browser share the cookie, so that one visit does not end another.
  const kept = request.cookies[visitCookie] ?? '';
  const browser = tokenPattern.test(kept) ? kept : deps.randomBytes(32).toString('base64url');
  const session = purpose === 'sign-in' ? null : signedIn(request);
  const Address = await beginVisit(deps, { purpose, browser, session, mustSignIn });
  reply.setCookie(visitCookie, browser, {
    path: visitPath,
    httpOnly: true,
    // The provider's page sends the browser back here.
    sameSite: 'lax',
    secure: isSecure(deps),
    maxAge: visitMinutes * 60,
  });
  if (session) await deps.limits.login.giveBack(addressOf(request));
  return success({ Address });
}

const callback = customRoute({
  methods: ['GET'],
  path: callbackPath,
  access: 'public',
  summary: 'Takes the answer of the provider, once and in the browser that asked, and leads to the back office',
  documents: {
    types: ['text/html'],
    otherRefusals: { 303: { description: 'Always; the address says in one word what failed' } },
  },
  // A request for the header alone must not use up the answer.
  options: { exposeHeadRoute: false },
  handler: (deps) => async (request, reply) => {
    const { publicUrl } = deps.config;
    // From PUBLIC_URL and not from the request: a forged Host header leads nowhere.
    const address = new URL(publicUrl + callbackPath);
    address.search = request.url.includes('?') ? request.url.slice(request.url.indexOf('?')) : '';
    const visit = { address, browser: request.cookies[visitCookie] };
    const { purpose, problem, result } = await endVisit(deps, visit, callOf(request));
    if (result !== undefined)
      reply.setCookie(resultCookie, result, {
        path: '/token',
        httpOnly: true,
        sameSite: 'strict',
        secure: isSecure(deps),
        maxAge: resultMinutes * 60,
      });
    const outcome = new URLSearchParams({ purpose, ...(problem && { problem }) });
    return reply
      .header('cache-control', 'no-store')
      .header('referrer-policy', 'no-referrer')
      .redirect(`${publicUrl}/#/login/provider?${outcome}`, 303);
  },
});

/** Takes the result of a visit from its cookie; empty without one. */
export function takeResult(deps: Dependencies, request: FastifyRequest, reply: FastifyReply): string {
  const result = request.cookies[resultCookie] ?? '';
  reply.clearCookie(resultCookie, { path: '/token', httpOnly: true, sameSite: 'strict', secure: isSecure(deps) });
  return tokenPattern.test(result) ? result : '';
}

const isSecure = ({ config }: Dependencies) => config.publicUrl.startsWith('https://');

/** Visits to the OpenID Connect provider; a sign-in ends with `POST /token`. */
export const providerRoutes = [begin, beginLink, beginProof, callback];
