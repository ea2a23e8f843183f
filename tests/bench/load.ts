import { connect } from 'node:net';
import { createHistogram } from 'node:perf_hooks';

/** Connections of every load, of floors and of the product. */
const connections = 50;

/** A load of GET requests. */
export interface LoadOptions {
  /** One address, or several to spread the connections over. */
  address: string | readonly string[];
  /** One path for all requests, or a function that returns the next one. */
  path: string | (() => string);
  /** Headers besides `host`, such as `accept-encoding`, `if-none-match`, `cookie` or `authorization`. */
  headers?: Record<string, string>;
  /** The status that every answer must have; 200 by default. */
  status?: number;
  milliseconds?: number;
  connections?: number;
}

/** Missing bytes of a body without Content-Length, until its last chunk. */
const unknown = Number.POSITIVE_INFINITY;

/** Result of a load. */
export interface Load {
  perSecond: number;
  /** Percentiles of the answer times in ms. */
  p50: number;
  p99: number;
}

const headEnd = Buffer.from('\r\n\r\n');
/** End of a body without Content-Length; no body of the product contains these bytes. */
const lastChunk = Buffer.from('\r\n0\r\n\r\n');

/**
 * Sends requests for some time (2 s by default). Each connection waits for its complete answer before its next request.
 * Rejects at an answer with another status.
 */
export async function load(options: LoadOptions): Promise<Load> {
  const { path, headers = {}, status = 200, milliseconds = 2000 } = options;
  const ports = [options.address].flat().map((address) => Number(new URL(address).port));
  const fields = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const rest = ` HTTP/1.1\r\nhost: localhost\r\n${fields.join('')}\r\n`;
  const fixed = typeof path === 'string' ? Buffer.from(`GET ${path}${rest}`) : null;
  const request = () => fixed ?? Buffer.from(`GET ${typeof path === 'string' ? path : path()}${rest}`);
  const times = createHistogram();
  const received = Buffer.alloc(256 * 1024);
  let answered = 0;
  /** Place of Content-Length in the last head: the next head has it most likely at the same place. */
  let place = 0;
  const began = performance.now();
  const end = began + milliseconds;
  const worker = (number: number) =>
    new Promise<void>((resolve, reject) => {
      let missing = 0;
      let tail = Buffer.alloc(0);
      let asked = 0;
      const ask = () => {
        asked = performance.now();
        socket.write(request());
      };
      const take = (bytes: Buffer) => {
        missing = missing === 0 ? missingOf(bytes) : missing - bytes.length;
        if (missing === unknown) {
          tail = Buffer.concat([tail, bytes]).subarray(-lastChunk.length);
          if (!tail.equals(lastChunk)) return;
          missing = 0;
        }
        if (missing > 0) return;
        if (missing < 0) throw new Error('the answer is longer than its Content-Length');
        const now = performance.now();
        times.record(Math.max(1, Math.round((now - asked) * 1000)));
        answered += 1;
        if (now < end) ask();
        else socket.destroy();
      };
      // All sockets read into one buffer: an allocation for each read would make the load the slower side.
      const onread = {
        buffer: received,
        callback(length: number) {
          try {
            take(received.subarray(0, length));
          } catch (error) {
            socket.destroy(error instanceof Error ? error : new Error(String(error)));
          }
          return true;
        },
      };
      const socket = connect({ port: ports[number % ports.length] ?? 0, host: '127.0.0.1', noDelay: true, onread });
      socket
        .on('connect', ask)
        .on('error', reject)
        .on('close', () => resolve());
    });
  /** Missing bytes of an answer after its first chunk, which contains the complete head. */
  function missingOf(bytes: Buffer): number {
    const headLength = bytes.indexOf(headEnd) + headEnd.length;
    if (headLength < headEnd.length) throw new Error('the first chunk of an answer is not a complete head');
    const answer = Number(bytes.toString('latin1', 9, 12));
    if (answer !== status) throw new Error(`${answer} instead of ${status}: ${bytes.toString('latin1', 0, 2000)}`);
    // These have no body, whatever their Content-Length.
    if (answer === 304 || answer === 204) return headLength - bytes.length;
    return headLength + lengthOf(bytes, headLength) - bytes.length;
  }
  function lengthOf(bytes: Buffer, headLength: number): number {
    const same = /^\ncontent-length: (\d+)\r/i.exec(bytes.toString('latin1', place, Math.min(place + 30, headLength)));
    if (same) return Number(same[1]);
    const found = /\ncontent-length: (\d+)\r/i.exec(bytes.toString('latin1', 0, headLength));
    if (!found) return unknown;
    place = found.index;
    return Number(found[1]);
  }
  await Promise.all(Array.from({ length: options.connections ?? connections }, (_, number) => worker(number)));
  const perSecond = (answered / (performance.now() - began)) * 1000;
  return { perSecond, p50: times.percentile(50) / 1000, p99: times.percentile(99) / 1000 };
}
