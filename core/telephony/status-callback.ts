import { BlockList, isIP } from 'node:net';
import type { Config } from '../config/config.ts';

/** Networks that the provider cannot reach: this machine, private and link-local ones. */
const unreachable = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const)
  unreachable.addSubnet(network, prefix, 'ipv4');
for (const [network, prefix] of [
  ['::', 127],
  ['fc00::', 7],
  ['fe80::', 10],
] as const)
  unreachable.addSubnet(network, prefix, 'ipv6');

/** True if the provider can call PUBLIC_URL. It refuses messages with a callback to a local host (error 21609). */
export function isPublicUrl({ publicUrl }: Pick<Config, 'publicUrl'>): boolean {
  const host = new URL(publicUrl).hostname.replace(/^\[|\]$|\.$/g, '');
  const version = isIP(host);
  if (version !== 0) return !unreachable.check(host, version === 6 ? 'ipv6' : 'ipv4');
  return host.includes('.') && !/\.(localhost|local|internal|lan|home)$/i.test(host);
}

/** The address that reports the status of the message with this id; null while the provider cannot call PUBLIC_URL. */
export function statusCallbackOf(config: Pick<Config, 'publicUrl'>, messageId: number): string | null {
  return isPublicUrl(config) ? `${config.publicUrl}/api/twilio/status/${messageId}` : null;
}
