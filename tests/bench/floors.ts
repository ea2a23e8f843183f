import { request } from 'node:http';
import { join } from 'node:path';
import { type Served, startProcess } from './servers.ts';

/** One answer, of the product or of a floor. */
export interface Answer {
  status: number;
  /** Names and values in turns, without the headers that Node.js adds by itself. */
  headers: string[];
  body: Buffer;
}

/** Headers that Node.js adds to every answer. */
const added = new Set(['date', 'connection', 'keep-alive', 'transfer-encoding']);

/** Asks the product once for the answer that a floor sends. */
export function capture(address: string, path: string, headers: Record<string, string> = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const asked = request(
      `${address}${path}`,
      { headers: { connection: 'keep-alive', ...headers } },
      async (answer) => {
        const chunks: Buffer[] = [];
        for await (const chunk of answer) chunks.push(chunk);
        const kept: string[] = [];
        for (let place = 0; place < answer.rawHeaders.length; place += 2) {
          const [name = '', value = ''] = answer.rawHeaders.slice(place, place + 2);
          if (!added.has(name.toLowerCase())) kept.push(name, value);
        }
        resolve({ status: answer.statusCode ?? 0, headers: kept, body: Buffer.concat(chunks) });
      },
    );
    asked.on('error', reject).end();
  });
}

/** The value of a header, or an empty string. */
export function headerOf({ headers }: Answer, name: string): string {
  return headers[headers.findIndex((text, place) => place % 2 === 0 && text.toLowerCase() === name) + 1] ?? '';
}

/**
 * A bare server that sends one answer to every GET request. `http` is `node:http` with the same status, headers and body,
 * so the same bytes on the wire; `fastify` is a Fastify route with the same body and content type.
 */
export type FloorKind = 'http' | 'fastify';

/** Starts a floor in a separate process. */
export function startFloor(kind: FloorKind, answer: Answer): Promise<Served> {
  const { status, headers, body } = answer;
  const sent = JSON.stringify({
    kind,
    status,
    headers,
    type: headerOf(answer, 'content-type'),
    body: body.toString('base64'),
  });
  return startProcess([join(import.meta.dirname, 'floor-process.ts')], () => ({}), sent);
}

/** The answer of a bare route that a ping is compared with. */
export const okAnswer: Answer = { status: 200, headers: ['content-type', 'text/plain'], body: Buffer.from('OK') };
