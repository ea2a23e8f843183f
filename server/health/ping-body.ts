import type { Readable } from 'node:stream';
import { maxStoredBodyBytes } from '../../contract/health.ts';

/** The beginning of a body; `isCut` if the body is longer. */
export interface BodyStart {
  text: string;
  isCut: boolean;
}

/** Reading a body's beginning takes at most this long. */
const timeoutMs = 5000;

/** Reads the stored part of a body and leaves the rest unread. At the timeout it returns what has arrived. */
export function readBodyStart(stream: Readable): Promise<BodyStart> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    const timer = setTimeout(() => finish(true), timeoutMs);
    timer.unref();
    function finish(isCut: boolean): void {
      clearTimeout(timer);
      stream.off('data', read).off('end', end).off('error', fail);
      if (isCut) stream.pause();
      resolve({ text: toStorableText(Buffer.concat(chunks).subarray(0, maxStoredBodyBytes)), isCut });
    }
    function read(chunk: Buffer): void {
      chunks.push(chunk);
      length += chunk.length;
      if (length > maxStoredBodyBytes) finish(true);
    }
    const end = () => finish(false);
    function fail(error: Error): void {
      clearTimeout(timer);
      reject(error);
    }
    stream.on('data', read).on('end', end).on('error', fail);
  });
}

/** Decodes UTF-8; invalid bytes and NUL (which Postgres cannot store) become replacement characters. */
function toStorableText(bytes: Buffer): string {
  return bytes.toString('utf8').replaceAll('\0', '\ufffd');
}
