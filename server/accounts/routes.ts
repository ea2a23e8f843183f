import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { roles } from '../../contract/roles.ts';
import {
  antiForgery,
  codeGrant,
  credentials,
  passkeyGrant,
  providerGrant,
  secondFactorWays,
} from '../../contract/session.ts';
import type { SignedIn } from '../../core/accounts/complete-sign-in.ts';
import { passkeyRefused, signInWithPasskey } from '../../core/accounts/passkey-sign-in.ts';
import { signInFromProvider } from '../../core/accounts/provider-sign-in.ts';
import { type NeedsCode, signIn, signInWithCode, wrongCredentials } from '../../core/accounts/sign-in.ts';
import type { Dependencies } from '../dependencies.ts';
import { addressOf } from '../http/address.ts';
import { describeError, responseStatus } from '../http/errors.ts';
import { customRoute } from '../rest/custom-route.ts';
import { envelopeSchema, success } from '../rest/envelope.ts';
import { requestBody } from '../rest/request-body.ts';
import { type CodeGrant, otherGrant, type PasskeyGrant, parseAssertion, tokenFields, tokenRequest } from './grants.ts';
import { takeResult } from './provider-routes.ts';
import { downloadCookie } from './request-session.ts';
import { callOf, deviceCookie } from './sign-in-call.ts';

const { userName, password } = credentials.shape;

const loginBody = requestBody({
  userName: { names: ['UserName', 'userName', 'username'], isBlank: isMissing, schema: userName },
  password: { names: ['Password', 'password'], isBlank: isMissing, schema: password },
});

function isMissing(raw: unknown): boolean {
  return raw == null;
}

/** The sign-in response (specification, section 3). */
const signInResponse = z.object({
  access_token: z.string(),
  token_type: z.literal('bearer'),
  UserName: z.string(),
  expires_in: z.int().describe('Seconds until the token expires'),
  userRole: z.enum(roles),
  twilioClientId: z.int().describe('0 without an SMS account'),
});

/** An OAuth 2 error, and what the second part of a sign-in needs. */
const oauthError = z.object({
  error: z.string(),
  error_description: z.string(),
  step: z.string().optional().describe('Send it with a code or a passkey. Without it the sign-in is over'),
  ways: z.array(z.enum(secondFactorWays)).optional().describe('What ends the sign-in; a recovery code always does'),
});

const token = customRoute({
  methods: ['POST'],
  path: '/token',
  access: 'public',
  summary:
    'Signs in (OAuth 2 password grant; users with a second factor then send the step and a code, or a passkey); refusals are OAuth 2 errors',
  documents: {
    body: { type: 'application/x-www-form-urlencoded', schema: tokenFields },
    types: ['application/json'],
    output: signInResponse,
    otherRefusals: {
      400: {
        description: 'RFC 6749, section 5.2. second_factor_required has step, for the second part of the sign-in',
        schema: oauthError,
      },
      429: { description: 'Too many attempts; Retry-After says when to try again', schema: oauthError },
    },
  },
  async prepare(scope, deps) {
    scope.addHook('onRequest', async (request, reply) => {
      try {
        await countAttempt(deps, request);
      } catch (error) {
        return refuseTooMany(reply, error);
      }
    });
  },
  handler: (deps) => async (request, reply) => {
    reply.header('cache-control', 'no-store');
    const parsed = tokenRequest.safeParse(request.body);
    if (!parsed.success) {
      const { issues } = parsed.error;
      const isOtherGrant = issues.some(({ path: [name] }) => name === undefined || name === 'grant_type');
      if (isOtherGrant) return refuse(reply, 400, 'unsupported_grant_type', otherGrant);
      return refuse(reply, 400, 'invalid_request', issues.map(({ message }) => message).join('. '));
    }
    if (parsed.data.grant_type === codeGrant) return answerCode(deps, request, reply, parsed.data);
    if (parsed.data.grant_type === passkeyGrant) return answerPasskey(deps, request, reply, parsed.data);
    const isVisit = parsed.data.grant_type === providerGrant;
    const result =
      parsed.data.grant_type === providerGrant
        ? await signInFromProvider(deps, takeResult(deps, request, reply), callOf(request))
        : await signIn(deps, { ...parsed.data, userName: parsed.data.username }, callOf(request));
    if (!result) return refuse(reply, 400, 'invalid_grant', isVisit ? signInIsOver : wrongCredentials);
    if (needsCode(result)) {
      const error_description = neededFor(result);
      return reply.code(400).send({ error: 'second_factor_required', error_description, ...result });
    }
    setCookies(deps, request, reply, result);
    return result.response;
  },
});

/** What ends a sign-in, for people. */
function neededFor({ ways }: NeedsCode): string {
  const [codes, keys] = [ways.includes('code'), ways.includes('passkey')];
  if (codes && keys) return 'Use a passkey, or enter the code of your authenticator app or a recovery code.';
  if (codes) return 'Enter the code of your authenticator app, or a recovery code.';
  return keys ? 'Use a passkey, or enter a recovery code.' : 'Enter a recovery code.';
}

function needsCode(result: SignedIn | NeedsCode): result is NeedsCode {
  return 'step' in result;
}

async function answerCode(deps: Dependencies, request: FastifyRequest, reply: FastifyReply, { step, code }: CodeGrant) {
  try {
    const result = await signInWithCode(deps, { step, code }, callOf(request));
    if ('isOver' in result) {
      if (result.isOver) return refuse(reply, 400, 'invalid_grant', signInIsOver);
      const error_description = 'The code is wrong.';
      return reply.code(400).send({ error: 'second_factor_required', error_description, step });
    }
    setCookies(deps, request, reply, result);
    return result.response;
  } catch (error) {
    return refuseTooMany(reply, error);
  }
}

async function answerPasskey(
  deps: Dependencies,
  request: FastifyRequest,
  reply: FastifyReply,
  { step, response }: PasskeyGrant,
) {
  const assertion = parseAssertion(response);
  if (!assertion) return refuse(reply, 400, 'invalid_request', "response must be the JSON of the passkey's answer");
  const result = await signInWithPasskey(deps, { step, assertion }, callOf(request));
  if ('isOver' in result) return refuse(reply, 400, 'invalid_grant', result.isOver ? signInIsOver : passkeyRefused);
  setCookies(deps, request, reply, result);
  return result.response;
}

const signInIsOver = 'This sign-in is over. Sign in again.';

/** Answers 429 as an OAuth 2 error; throws every other error. */
function refuseTooMany(reply: FastifyReply, error: unknown) {
  const failure = describeError(error);
  if (failure.httpStatus !== 429) throw error;
  reply.header('retry-after', failure.retryAfter);
  return refuse(reply, 429, 'slow_down', failure.message);
}

const login = customRoute({
  methods: ['POST'],
  path: '/api/users/login',
  access: 'public',
  summary: 'Signs in with JSON; the same answer in the envelope. Also takes username and password',
  documents: {
    body: { type: 'application/json', schema: loginBody.schema },
    types: ['application/json'],
    output: envelopeSchema(signInResponse),
    refusals: {
      400: 'A field was refused; Data.fields says which and why',
      401: 'The user name or password is incorrect; or, with Data.step, a second factor is needed (Data.ways): send both to POST /token',
      429: 'Too many attempts; Retry-After says when to try again',
    },
  },
  async prepare(scope, deps) {
    scope.addHook('onRequest', (request) => countAttempt(deps, request));
  },
  handler: (deps) => async (request, reply) => {
    reply.header('cache-control', 'no-store');
    const result = await signIn(deps, loginBody.parse(request.body ?? {}), callOf(request));
    if (!result || needsCode(result)) {
      const [Message, Data] = result ? [neededFor(result), result] : [wrongCredentials, null];
      return reply.code(401).send({ Status: responseStatus.unauthorized, Message, Data });
    }
    setCookies(deps, request, reply, result);
    return success(result.response);
  },
});

/** How long the browser keeps its name, in seconds. */
const deviceSeconds = 400 * 86_400;

/** `POST /token` (OAuth 2 password grant) and `POST /api/users/login` (JSON), specification section 7. */
export const signInRoutes = [token, login];

/** Counts an attempt before its body is read, so that unreadable ones count too; throws 429 above the limit. */
async function countAttempt(deps: Dependencies, request: FastifyRequest): Promise<void> {
  await deps.limits.login.consume(addressOf(request));
}

/** An OAuth 2 error (RFC 6749, section 5.2). */
function refuse(reply: FastifyReply, status: number, error: string, description: string) {
  return reply.code(status).send({ error, error_description: description });
}

function setCookies(
  deps: Dependencies,
  request: FastifyRequest,
  reply: FastifyReply,
  { tokens, device }: SignedIn,
): void {
  const secure = deps.config.publicUrl.startsWith('https://');
  reply.setCookie(downloadCookie, tokens.downloadToken, {
    path: '/',
    httpOnly: true,
    sameSite: 'strict',
    secure,
    maxAge: tokens.seconds,
  });
  if (device !== undefined)
    reply.setCookie(deviceCookie, device, {
      path: '/',
      httpOnly: true,
      sameSite: 'strict',
      secure,
      maxAge: deviceSeconds,
    });
  issueAntiForgeryCookie(deps, request, reply);
}

/** Gives the browser an anti-forgery value unless it has one. */
export function issueAntiForgeryCookie(deps: Dependencies, request: FastifyRequest, reply: FastifyReply): void {
  if (request.cookies[antiForgery.cookie] !== undefined) return;
  const secure = deps.config.publicUrl.startsWith('https://');
  reply.setCookie(antiForgery.cookie, randomBytes(24).toString('base64url'), { path: '/', sameSite: 'strict', secure });
}
