import { connect } from 'node:tls';
import type { TlsTarget } from '../../contract/checks.ts';
import { pin } from './connection.ts';
import { type CheckDeps, CheckFailure } from './result.ts';

const dayMs = 86_400_000;

/** Checks the certificate: its chain, its names, and how long it is valid. Throws if it is not in order. */
export async function checkTls(target: TlsTarget, deps: CheckDeps, signal: AbortSignal): Promise<void> {
  const until = await readExpiry(target, deps, signal);
  const days = Math.floor((Number(until) - Number(deps.now())) / dayMs);
  const date = until.toISOString().slice(0, 10);
  if (days < 0) throw new CheckFailure(`The certificate expired on ${date}.`);
  if (days < target.minDays)
    throw new CheckFailure(`The certificate expires in ${days} ${days === 1 ? 'day' : 'days'}, on ${date}.`);
}

async function readExpiry({ host, port }: TlsTarget, deps: CheckDeps, signal: AbortSignal): Promise<Date> {
  const { servername, ...pinned } = await pin(host, deps, signal);
  return new Promise((resolve, reject) => {
    const socket = connect({
      ...pinned,
      port,
      ...(servername !== undefined && { servername }),
      ...(deps.authorities && { ca: [...deps.authorities] }),
    });
    const abort = () => socket.destroy(signal.reason);
    signal.addEventListener('abort', abort, { once: true });
    socket.once('secureConnect', () => {
      const until = new Date(socket.getPeerCertificate().valid_to);
      socket.destroy();
      if (Number.isNaN(Number(until))) reject(new CheckFailure('The certificate has no end.'));
      else resolve(until);
    });
    socket.on('error', reject);
    socket.once('close', () => signal.removeEventListener('abort', abort));
  });
}
