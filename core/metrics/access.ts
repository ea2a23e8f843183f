import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { BlockList } from 'node:net';

/** The caller of /metrics. */
export interface MetricsCall {
  headers: IncomingHttpHeaders;
  /** The connection's remote address, regardless of headers. */
  remoteAddress: string | undefined;
}

/** The reply to an unauthorised caller. */
export const metricsRefusal =
  'Metrics are for callers with the METRICS_TOKEN as bearer token; without one, for this machine.\n';

/** Headers in which a proxy names its client. */
const forwarding = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'via'];

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

/** True for a caller with the token; without a configured token, for a direct caller on this machine. */
export function mayReadMetrics(call: MetricsCall, token: string | null): boolean {
  if (token !== null) return isEqual(call.headers.authorization ?? '', `Bearer ${token}`);
  return isLoopback(call.remoteAddress ?? '') && !forwarding.some((name) => call.headers[name] !== undefined);
}

/** True for a loopback address. */
export function isLoopback(address: string): boolean {
  const plain = address.replace(/^::ffff:(?=\d+\.)/, '');
  return loopback.check(plain, plain.includes(':') ? 'ipv6' : 'ipv4');
}

function isEqual(a: string, b: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(a), digest(b));
}
