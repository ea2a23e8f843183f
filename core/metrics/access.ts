import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { BlockList } from 'node:net';

/** Who asks for /metrics. */
export interface MetricsCall {
  headers: IncomingHttpHeaders;
  /** The other end of the connection itself, whatever a header says. */
  remoteAddress: string | undefined;
}

/** What a caller without the right is told. */
export const metricsRefusal =
  'Metrics are for callers with the METRICS_TOKEN as bearer token; without one, for this machine.\n';

/** Headers with which a proxy says for whom it asks. */
const forwarding = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'via'];

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

/** True for a caller with the token; when none is set, for one on this machine that no proxy asks for. */
export function mayReadMetrics(call: MetricsCall, token: string | null): boolean {
  if (token !== null) return isEqual(call.headers.authorization ?? '', `Bearer ${token}`);
  return isLoopback(call.remoteAddress ?? '') && !forwarding.some((name) => call.headers[name] !== undefined);
}

/** True for an address of this machine itself. */
export function isLoopback(address: string): boolean {
  const plain = address.replace(/^::ffff:(?=\d+\.)/, '');
  return loopback.check(plain, plain.includes(':') ? 'ipv6' : 'ipv4');
}

function isEqual(a: string, b: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(a), digest(b));
}
