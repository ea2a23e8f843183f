import { randomBytes } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { SignInCall } from '../../core/accounts/complete-sign-in.ts';
import { addressOf, networkOf } from '../http/address.ts';

/** Cookie that names a browser, so that its later sign-ins are not those of a new device; it authenticates nothing. */
export const deviceCookie = 'vitrine-device';

/** The request of a sign-in. */
export function callOf(request: FastifyRequest): SignInCall {
  const ip = addressOf(request);
  const { 'user-agent': userAgent = '', 'sec-fetch-site': fetchSite } = request.headers;
  // Programs keep no cookies; only browsers send the other header.
  const newDevice = fetchSite === undefined ? undefined : randomBytes(18).toString('base64url');
  const device = request.cookies[deviceCookie] ?? newDevice;
  return { ip, network: networkOf(ip), id: request.id, userAgent, device };
}
