import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Database } from '../../db/database.ts';
import { currentRevision } from '../../db/query/content-revision.ts';
import { type AnswerStore, createAnswerStore, encodingOf, type ReadyUrl } from './answer-store.ts';
import { isFresh } from './etag.ts';
import { bytesOf, sentAnswer } from './sent-answer.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /**
     * Set by the handler of a ready URL if its answer is the same for everyone: the content revision that the answer shows,
     * or `any` for an answer that content does not change.
     */
    readyRevision: number | 'any' | undefined;
    /** The body of such an answer. */
    readyBody: Buffer | null;
  }
}

/** Public reads that are sent from memory, before Fastify. */
export interface ReadyAnswers {
  /** Declares a URL whose answer to GET without authorization is the same for everyone. */
  declare(url: string, options?: Omit<ReadyUrl, 'answers'>): void;
  /** True for a GET request to a declared URL that gets the answer which everyone gets. */
  isForEveryone(request: IncomingMessage): boolean;
  /** Sends the answer if it is ready; otherwise returns false, and Fastify answers. */
  answer(request: IncomingMessage, response: ServerResponse): boolean;
  /** Adds the hooks that keep Fastify's answers. */
  register(app: FastifyInstance): void;
}

/**
 * Sends public reads that are the same for everyone from memory, with the status, headers and bytes of Fastify's own answer,
 * while the content revision is the one that the answer shows. Fastify answers everything else: another method,
 * a request with authorization, an undeclared URL, a revision that is not known without waiting, a server that is closing.
 *
 * What Fastify does for these routes, and why a ready answer may leave it out:
 * - security headers, content type, ETag, Vary, Cache-Control: the same for everyone, kept with the answer;
 * - Date, Connection, Keep-Alive: added by Node.js to every answer;
 * - cookies and sessions: an answer that sets a cookie is not kept, and only authorization signs these paths in;
 * - limits: only forms, pings and sign-ins have any;
 * - metrics: counted here under the same labels;
 * - the request's id: only errors show it; the warning about an untrusted proxy: an answer that is not ready triggers it;
 * - 503 with `connection: close` while the server closes: left to Fastify, from `preClose` on.
 */
export function createReadyAnswers(db: Database): ReadyAnswers {
  const store = createAnswerStore();
  let isClosing = false;

  /** The declared URL of a request that gets the answer which everyone gets. */
  function readyUrl({ method, url = '', headers }: IncomingMessage): ReadyUrl | undefined {
    const found = method === 'GET' ? store.find(url) : undefined;
    return headers.authorization === undefined ? found : undefined;
  }

  function answer(request: IncomingMessage, response: ServerResponse): boolean {
    const startedAt = performance.now();
    const url = isClosing ? undefined : readyUrl(request);
    const known = url?.answers.get(encodingOf(url, request.headers));
    if (known === undefined || !isCurrent(known.revision)) return false;
    if (known.etag !== undefined && isFresh(request.headers, known.etag)) {
      if (known.notModified === undefined) return false;
      response.writeHead(304, known.notModified.headers).end();
      known.notModified.count(performance.now() - startedAt);
      return true;
    }
    if (known.ok === undefined) return false;
    response.writeHead(200, known.ok.headers).end(known.ok.body);
    known.ok.count(performance.now() - startedAt);
    return true;
  }

  function isCurrent(revision: number | 'any'): boolean {
    if (revision === 'any') return true;
    try {
      return currentRevision(db) === revision;
    } catch {
      // Fastify meets the same error and handles it.
      return false;
    }
  }

  return {
    declare: (url, options = {}) => store.declare(url, options),
    isForEveryone: (request) => readyUrl(request) !== undefined,
    answer,
    register(app) {
      app.decorateRequest('readyRevision', undefined);
      app.decorateRequest('readyBody', null);
      app.addHook('preClose', async () => {
        isClosing = true;
      });
      app.addHook('onSend', (request, _reply, payload, done) => {
        if (request.readyRevision !== undefined) request.readyBody = bytesOf(payload);
        done(null, payload);
      });
      app.addHook('onResponse', (request, reply, done) => {
        const url = request.readyRevision === undefined ? undefined : readyUrl(request.raw);
        if (url) keep(store, url, request, reply);
        done();
      });
    },
  };
}

/** Keeps an answer that Fastify has sent, unless it has headers for one caller or one connection. */
function keep(store: AnswerStore, url: ReadyUrl, request: FastifyRequest, reply: FastifyReply): void {
  const { readyRevision: revision, readyBody: body, raw } = request;
  const sent = sentAnswer(request, reply);
  if (revision === undefined || sent === null) return;
  const etag = reply.hasHeader('etag') ? String(reply.getHeader('etag')) : undefined;
  const { statusCode } = reply;
  const key = encodingOf(url, raw.headers);
  if (statusCode === 304) store.keep(url, key, { revision, etag, notModified: sent });
  else if (statusCode === 200 && body !== null) store.keep(url, key, { revision, etag, ok: { ...sent, body } });
}
