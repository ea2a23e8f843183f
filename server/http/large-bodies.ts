import { finished, Readable } from 'node:stream';
import { errorCodes, type preParsingAsyncHookHandler } from 'fastify';
import type { Dependencies } from '../dependencies.ts';
import { spool } from './spool.ts';

/** Smaller bodies are parsed at once, in bytes. */
const minSpooledBytes = 100_000;
/** Requests with large bodies that are parsed and handled at the same time. */
const maxConcurrent = 2;

/**
 * Returns a hook that receives large JSON bodies on disk and then lets them be parsed and handled two at a time, until the
 * response is sent. A parsed picture takes several times its size in memory; a slow sender delays no other request.
 */
export function largeBodies(deps: Dependencies, maxBytes: number): preParsingAsyncHookHandler {
  return async (request, reply, payload) => {
    const length = Number(request.headers['content-length'] ?? Number.POSITIVE_INFINITY);
    // The parser refuses a declared length above the limit before it reads.
    if (length < minSpooledBytes || length > maxBytes) return payload;
    const tooLarge = () => new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE();
    const chunks = payload.iterator({ destroyOnReturn: false });
    const file = await spool(deps.config, chunks, maxBytes, tooLarge).catch((error: unknown) => {
      // Discard the rest, so that the sender reads the response and the connection ends.
      payload.resume();
      reply.header('connection', 'close');
      throw error;
    });
    try {
      const endTurn = await takeTurn();
      finished(reply.raw, endTurn);
      return Readable.from([await file.read()]);
    } finally {
      await file.close();
    }
  };
}

let running = 0;
const waiting: (() => void)[] = [];

/** Waits until fewer than `maxConcurrent` turns are taken. Returns the function that ends this one. */
async function takeTurn(): Promise<() => void> {
  if (running >= maxConcurrent) await new Promise<void>((resolve) => waiting.push(resolve));
  else running += 1;
  return () => {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  };
}
