import type { CheckTarget } from '../../contract/checks.ts';

/** A target as an address: `https://…`, `tls://host:443`, `tcp://host:25`, `dns://host/MX`, `domain://host`. */
export function addressOf(target: CheckTarget): string {
  if (target.kind === 'http') return target.url;
  const host = target.host.includes(':') ? `[${target.host}]` : target.host;
  if (target.kind === 'domain') return `domain://${host}`;
  return target.kind === 'dns' ? `dns://${host}/${target.type}` : `${target.kind}://${host}:${target.port}`;
}
