import { connect } from 'node:net';

/** What a load has shown. */
export interface Load {
  perSecond: number;
  /** Answers that were not 200. */
  refused: number;
}

/** Asks for one path after the other on so many connections, each waiting for its answer, for so many milliseconds. */
export async function load(
  address: string,
  paths: () => string,
  connections: number,
  milliseconds: number,
): Promise<Load> {
  const { port } = new URL(address);
  const counts = { answered: 0, refused: 0 };
  const began = performance.now();
  const end = began + milliseconds;
  const worker = () =>
    new Promise<void>((resolve, reject) => {
      const socket = connect(Number(port), '127.0.0.1');
      const ask = () => socket.write(`GET ${paths()} HTTP/1.1\r\nhost: localhost\r\n\r\n`);
      socket.setNoDelay(true);
      socket
        .on('connect', ask)
        .on('error', reject)
        .on('close', () => resolve());
      // Every answer here is small and comes in one piece.
      socket.on('data', (answer) => {
        if (answer.toString('latin1', 9, 12) === '200') counts.answered += 1;
        else counts.refused += 1;
        if (performance.now() < end) ask();
        else socket.destroy();
      });
    });
  await Promise.all(Array.from({ length: connections }, worker));
  return { perSecond: (counts.answered / (performance.now() - began)) * 1000, refused: counts.refused };
}
