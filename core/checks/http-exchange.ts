import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { pin } from './connection.ts';
import type { CheckDeps } from './result.ts';

/** Bytes of a body that are read. */
export const maxBodyBytes = 1_000_000;
/** Bytes of an answer's headers that are read. */
const maxHeaderBytes = 32_000;

/** A request of a check. */
export interface Request {
  url: URL;
  method: string;
  headers: readonly { name: string; value: string }[];
  body: string | Buffer | null;
}

/** An answer, with at most `maxBodyBytes` of its body. */
export interface Answer {
  status: number;
  location: string | undefined;
  /** The Retry-After header. */
  retryAfter: string | undefined;
  /** Null if the body is not text that can be searched, such as a compressed one. */
  body: string | null;
  /** True if the body went on behind its limit. */
  isCut: boolean;
}

/** Sends a request over a connection of its own, to an address that is checked first. Throws if no whole answer comes. */
export async function exchange(request: Request, deps: CheckDeps, signal: AbortSignal): Promise<Answer> {
  const { url, method, body } = request;
  const { host, lookup, servername } = await pin(url.hostname, deps, signal);
  const isTls = url.protocol === 'https:';
  const headers: Record<string, string> = {
    'user-agent': 'Vitrine-Check',
    accept: '*/*',
    'accept-encoding': 'identity',
    ...Object.fromEntries(request.headers.map(({ name, value }) => [name.toLowerCase(), value])),
    ...(body !== null && { 'content-length': String(Buffer.byteLength(body)) }),
    host: url.host,
  };
  return new Promise((resolve, reject) => {
    const sent = (isTls ? requestHttps : requestHttp)({
      host,
      port: url.port === '' ? (isTls ? 443 : 80) : Number(url.port),
      path: `${url.pathname}${url.search}`,
      method,
      headers,
      lookup,
      signal,
      // A visitor's first request has no connection yet.
      agent: false,
      maxHeaderSize: maxHeaderBytes,
      ...(isTls && servername !== undefined && { servername }),
      ...(isTls && deps.authorities && { ca: [...deps.authorities] }),
    });
    sent.on('error', (error) => reject(signal.aborted ? signal.reason : error));
    sent.on('upgrade', (_answer, socket) => {
      socket.destroy();
      reject(new Error('The server switched to another protocol.'));
    });
    sent.on('response', (answer) => {
      readBody(answer).then(
        (read) => {
          const { location, 'retry-after': retryAfter } = answer.headers;
          resolve({ status: answer.statusCode ?? 0, location, retryAfter, ...read });
        },
        (error: unknown) => reject(signal.aborted ? signal.reason : error),
      );
    });
    sent.end(body ?? undefined);
  });
}

async function readBody(answer: IncomingMessage): Promise<Pick<Answer, 'body' | 'isCut'>> {
  const chunks: Buffer[] = [];
  let size = 0;
  // Leaving the loop closes the connection.
  for await (const chunk of answer) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > maxBodyBytes) break;
  }
  const isPlain = (answer.headers['content-encoding'] ?? 'identity') === 'identity';
  const bytes = Buffer.concat(chunks).subarray(0, maxBodyBytes);
  return { body: isPlain ? bytes.toString('utf8') : null, isCut: size > maxBodyBytes };
}
