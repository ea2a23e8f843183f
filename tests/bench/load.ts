import { connect } from 'node:net';

/** Result of a load. */
export interface Load {
  perSecond: number;
  /** Answers that were not 200. */
  refused: number;
}

/**
 * Requests one path after another for a number of milliseconds. The connections are spread over the addresses; each one
 * waits for its complete answer.
 */
export async function load(
  addresses: string | readonly string[],
  paths: () => string,
  connections: number,
  milliseconds: number,
): Promise<Load> {
  const ports = [addresses].flat().map((address) => Number(new URL(address).port));
  const counts = { answered: 0, refused: 0 };
  const began = performance.now();
  const end = began + milliseconds;
  const worker = (place: number) =>
    new Promise<void>((resolve, reject) => {
      const socket = connect(ports[place % ports.length] ?? 0, '127.0.0.1');
      let left = 0;
      const ask = () => socket.write(`GET ${paths()} HTTP/1.1\r\nhost: localhost\r\naccept-encoding: br\r\n\r\n`);
      socket.setNoDelay(true);
      socket
        .on('connect', ask)
        .on('error', reject)
        .on('close', () => resolve());
      socket.on('data', (bytes) => {
        left = left === 0 ? restOf(bytes) : left - bytes.length;
        if (left > 0) return;
        if (left < 0) return void socket.destroy(new Error('the answer is longer than its Content-Length'));
        if (performance.now() < end) ask();
        else socket.destroy();
      });
    });
  /** Missing bytes of an answer after its first chunk, which contains the complete head. */
  function restOf(bytes: Buffer): number {
    const head = bytes.toString('latin1', 0, Math.min(bytes.length, 4096));
    const length = Number(/\r\ncontent-length: (\d+)\r\n/i.exec(head)?.[1] ?? 0);
    if (head.slice(9, 12) === '200') counts.answered += 1;
    else counts.refused += 1;
    return head.indexOf('\r\n\r\n') + 4 + length - bytes.length;
  }
  await Promise.all(Array.from({ length: connections }, (_, place) => worker(place)));
  return { perSecond: (counts.answered / (performance.now() - began)) * 1000, refused: counts.refused };
}
