import { connect } from 'node:tls';
import type { CoreDependencies } from '../dependencies.ts';

type Deps = Pick<CoreDependencies, 'config' | 'now' | 'log'>;

/** A certificate that expires within this time is announced, in milliseconds. */
const noticeMs = 14 * 86_400_000;
/** How long an answer is kept, and how long a failure, in milliseconds. */
const keepMs = 3_600_000;
const keepFailureMs = 300_000;
/** Below the time limit of the dashboard's sources. */
const timeoutMs = 1500;
/** Names that are nobody's (RFC 2606). */
const reserved = /(^|\.)(example|test|invalid|example\.(com|net|org))$/;

interface Reading {
  until: number;
  expiresAt: Promise<Date | null>;
}

const readings = new Map<string, Reading>();

/**
 * The TLS certificate of PUBLIC_URL if it has expired or soon will. A proxy in front of the product has it, so the product asks
 * its own address, at most once an hour. Nothing is said if the address cannot be reached from here.
 */
export async function certificateItems(deps: Deps) {
  const { protocol, hostname, port } = new URL(deps.config.publicUrl);
  if (protocol !== 'https:' || reserved.test(hostname)) return [];
  const expiresAt = await readOnce(deps, { hostname, port: Number(port) || 443 });
  if (expiresAt === null || Number(expiresAt) - Number(deps.now()) > noticeMs) return [];
  return [{ kind: 'expiringCertificate' as const, host: hostname, expiresAt }];
}

interface Address {
  hostname: string;
  port: number;
}

/** Shares one connection among callers and keeps its answer. */
function readOnce({ now, log }: Deps, address: Address): Promise<Date | null> {
  const key = `${address.hostname}:${address.port}`;
  const known = readings.get(key);
  if (known && known.until > Number(now())) return known.expiresAt;
  const reading: Reading = {
    until: Number(now()) + keepMs,
    expiresAt: readExpiry(address).catch((error: unknown) => {
      log.info({ err: error, host: address.hostname }, 'the certificate of PUBLIC_URL could not be read');
      reading.until = Number(now()) + keepFailureMs;
      return null;
    }),
  };
  readings.set(key, reading);
  return reading.expiresAt;
}

function readExpiry({ hostname, port }: Address): Promise<Date> {
  const host = hostname.replace(/^\[|\]$/g, '');
  const isName = /[a-z]/i.test(host) && !host.includes(':');
  return new Promise((resolve, reject) => {
    // An expired certificate must be read too; nothing is sent over the connection.
    const socket = connect({ host, port, rejectUnauthorized: false, ...(isName && { servername: host }) });
    socket.setTimeout(timeoutMs, () => socket.destroy(new Error(`no answer within ${timeoutMs} ms`)));
    socket.once('error', reject);
    socket.once('secureConnect', () => {
      const { valid_to: until } = socket.getPeerCertificate();
      socket.destroy();
      const expiresAt = new Date(until);
      if (Number.isNaN(Number(expiresAt))) reject(new Error('the certificate has no end'));
      else resolve(expiresAt);
    });
  });
}
