import { connect } from 'node:net';
import type { TcpTarget } from '../../contract/checks.ts';
import { pin } from './connection.ts';
import type { CheckDeps } from './result.ts';

/** Opens a TCP connection and closes it. Throws if that fails. */
export async function checkTcp({ host, port }: TcpTarget, deps: CheckDeps, signal: AbortSignal): Promise<void> {
  const pinned = await pin(host, deps, signal);
  await new Promise<void>((resolve, reject) => {
    const socket = connect({ host: pinned.host, port, lookup: pinned.lookup });
    const abort = () => socket.destroy(signal.reason);
    signal.addEventListener('abort', abort, { once: true });
    socket.once('connect', () => {
      socket.destroy();
      resolve();
    });
    socket.on('error', reject);
    socket.once('close', () => signal.removeEventListener('abort', abort));
  });
}
