import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { antiForgery } from '../../contract/session.ts';
import { forbidden } from '../../core/errors.ts';
import { downloadCookie } from '../accounts/request-session.ts';

/**
 * Refuses writes with this site's cookies but without the anti-forgery header (specification, section 9). Cookies never
 * sign a write in; the header keeps other sites from making a browser write. Public forms need no header: they use no
 * session and must work without script.
 */
export function registerAntiForgery(app: FastifyInstance, publicForms: ReadonlySet<string | undefined>): void {
  app.addHook('onRequest', (request, _reply, done) => {
    if (mayPass(request, publicForms)) done();
    else done(forbidden('The anti-forgery header is missing or wrong. Reload the page and try again.'));
  });
}

function mayPass(request: FastifyRequest, publicForms: ReadonlySet<string | undefined>): boolean {
  if (request.method === 'GET' || request.method === 'HEAD' || request.method === 'OPTIONS') return true;
  if (publicForms.has(request.routeOptions.url)) return true;
  const expected = request.cookies[antiForgery.cookie];
  if (expected === undefined && request.cookies[downloadCookie] === undefined) return true;
  const given = request.headers[antiForgery.header];
  return typeof given === 'string' && expected !== undefined && isEqual(given, expected);
}

function isEqual(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}
