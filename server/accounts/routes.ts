import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { antiForgery, credentials } from '../../contract/session.ts';
import { sessionSeconds } from '../../core/accounts/sessions.ts';
import { type SignedIn, signIn, wrongCredentials } from '../../core/accounts/sign-in.ts';
import { invalid } from '../../core/errors.ts';
import type { Dependencies } from '../dependencies.ts';
import { describeError, responseStatus } from '../http/errors.ts';
import { downloadCookie } from './request-session.ts';

/** `POST /token` (OAuth 2 password grant) and `POST /api/users/login` (JSON), specification section 7. */
export function registerSignIn(app: FastifyInstance, deps: Dependencies): void {
  app.post('/token', async (request, reply) => {
    reply.header('cache-control', 'no-store');
    const body = formFields(request.body);
    if (body.grant_type !== 'password')
      return refuse(reply, 400, 'unsupported_grant_type', 'grant_type must be password.');
    const parsed = credentials.safeParse({ userName: body.username, password: body.password });
    if (!parsed.success)
      return refuse(reply, 400, 'invalid_request', parsed.error.issues.map((issue) => issue.message).join('. '));
    try {
      const signedIn = await signIn(deps, parsed.data, request);
      if (!signedIn) return refuse(reply, 400, 'invalid_grant', wrongCredentials);
      setCookies(deps, request, reply, signedIn);
      return signedIn.response;
    } catch (error) {
      const failure = describeError(error);
      if (failure.httpStatus !== 429) throw error;
      reply.header('retry-after', failure.retryAfter);
      return refuse(reply, 429, 'slow_down', failure.message);
    }
  });

  app.post('/api/users/login', async (request, reply) => {
    reply.header('cache-control', 'no-store');
    const body = formFields(request.body);
    const parsed = credentials.safeParse({
      userName: body.UserName ?? body.userName ?? body.username,
      password: body.Password ?? body.password,
    });
    if (!parsed.success) throw invalidCredentials(parsed.error.issues);
    const signedIn = await signIn(deps, parsed.data, request);
    if (!signedIn) {
      return reply.code(401).send({ Status: responseStatus.unauthorized, Message: wrongCredentials, Data: null });
    }
    setCookies(deps, request, reply, signedIn);
    return { Status: responseStatus.success, Message: '', Data: signedIn.response };
  });
}

function invalidCredentials(issues: readonly { path: PropertyKey[]; message: string }[]) {
  return invalid(
    Object.fromEntries(issues.map((issue) => [issue.path[0] === 'userName' ? 'UserName' : 'Password', issue.message])),
  );
}

function formFields(body: unknown): Record<string, unknown> {
  return typeof body === 'object' && body !== null ? { ...body } : {};
}

/** An OAuth 2 error (RFC 6749, section 5.2). */
function refuse(reply: FastifyReply, status: number, error: string, description: string) {
  return reply.code(status).send({ error, error_description: description });
}

function setCookies(deps: Dependencies, request: FastifyRequest, reply: FastifyReply, { tokens }: SignedIn): void {
  const secure = deps.config.publicUrl.startsWith('https://');
  reply.setCookie(downloadCookie, tokens.downloadToken, {
    path: '/',
    httpOnly: true,
    sameSite: 'strict',
    secure,
    maxAge: sessionSeconds,
  });
  issueAntiForgeryCookie(deps, request, reply);
}

/** Gives the browser its anti-forgery value unless it has one. */
export function issueAntiForgeryCookie(deps: Dependencies, request: FastifyRequest, reply: FastifyReply): void {
  if (request.cookies[antiForgery.cookie] !== undefined) return;
  const secure = deps.config.publicUrl.startsWith('https://');
  reply.setCookie(antiForgery.cookie, randomBytes(24).toString('base64url'), { path: '/', sameSite: 'strict', secure });
}
