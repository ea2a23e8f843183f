import { isIP, isIPv6 } from 'node:net';
import type { FastifyInstance, FastifyRequest, FastifyServerOptions } from 'fastify';
import type { Config } from '../../core/config/config.ts';

/** Fastify's option for the proxies whose X-Forwarded headers count. */
export function trustedBy({ trustProxy }: Pick<Config, 'trustProxy'>): NonNullable<FastifyServerOptions['trustProxy']> {
  return typeof trustProxy === 'number' ? (_address, hop) => hop < trustProxy : trustProxy;
}

/** Logs once that a proxy seems to be in front although TRUST_PROXY is off: all visitors would share its limits. */
export function warnOfUntrustedProxy(app: FastifyInstance, { trustProxy }: Pick<Config, 'trustProxy'>): void {
  let isWarned = trustProxy !== false;
  app.addHook('onRequest', (request, _reply, done) => {
    if (!isWarned && request.headers['x-forwarded-for'] !== undefined) {
      isWarned = true;
      request.log.warn(
        { requestId: request.id },
        'A request has X-Forwarded-For but TRUST_PROXY is off: behind a proxy all visitors share one limit',
      );
    }
    done();
  });
}

/** The caller's IP address; the connection's if a trusted proxy passes on something that is no address. */
export function addressOf({ ip, socket }: Pick<FastifyRequest, 'ip' | 'socket'>): string {
  return plainAddress(ip) ?? plainAddress(socket.remoteAddress ?? '') ?? 'unknown';
}

/** The address without a port or brackets, IPv4 in its own form; null for anything else. */
function plainAddress(text: string): string | null {
  const address = text.replace(/^\[([^\]]{1,45})\](?::\d{1,5})?$/, '$1').replace(/^([\d.]{7,15}):\d{1,5}$/, '$1');
  if (isIP(address) === 0) return null;
  return address.replace(/^::ffff:(?=[\d.]+$)/i, '').toLowerCase();
}

/** The network that limits count as one caller: an IPv4 address, or the /64 of an IPv6 address. */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address;
  const [head = '', tail] = address.replace(/%.*$/, '').split('::');
  const [before, after] = [groupsOf(head), groupsOf(tail ?? '')];
  const zeros = Array.from({ length: tail === undefined ? 0 : 8 - before.length - after.length }, () => 0);
  const network = [...before, ...zeros, ...after].slice(0, 4);
  return `${network.map((group) => group.toString(16)).join(':')}::/64`;
}

/** Groups of 16 bits; an IPv4 address at the end counts as two. */
function groupsOf(part: string): number[] {
  if (part === '') return [];
  return part.split(':').flatMap((group) => (group.includes('.') ? [0, 0] : [Number.parseInt(group, 16)]));
}
