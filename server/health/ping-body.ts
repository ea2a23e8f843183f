import type { Readable } from 'node:stream';
import { bodyBytesKept } from '../../contract/health.ts';

/** The beginning of a body, and whether there was more of it. */
export interface BodyStart {
  text: string;
  isCut: boolean;
}

/** Longest time a body's beginning may take to arrive, in milliseconds. */
const patience = 5000;

/** Reads what is kept of a body and leaves the rest unread; a body that comes too slowly is what arrived in time. */
export function readStart(stream: Readable): Promise<BodyStart> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    const timer = setTimeout(() => finish(true), patience);
    timer.unref();
    function finish(isCut: boolean): void {
      clearTimeout(timer);
      stream.off('data', take).off('end', end).off('error', fail);
      if (isCut) stream.pause();
      resolve({ text: storable(Buffer.concat(chunks).subarray(0, bodyBytesKept)), isCut });
    }
    function take(chunk: Buffer): void {
      chunks.push(chunk);
      length += chunk.length;
      if (length > bodyBytesKept) finish(true);
    }
    const end = () => finish(false);
    function fail(error: Error): void {
      clearTimeout(timer);
      reject(error);
    }
    stream.on('data', take).on('end', end).on('error', fail);
  });
}

/** As text: what is no UTF-8, and NUL, which Postgres cannot store, becomes a replacement character. */
function storable(bytes: Buffer): string {
  return bytes.toString('utf8').replaceAll('\0', '\ufffd');
}
