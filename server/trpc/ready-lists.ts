import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { antiForgery } from '../../contract/session.ts';
import { noteUse } from '../../core/accounts/last-use.ts';
import { findSession } from '../../core/accounts/sessions.ts';
import { records } from '../../core/content/records.ts';
import { readRevision } from '../../db/query/content-revision.ts';
import { bearerToken, isUnattended } from '../accounts/request-session.ts';
import type { Dependencies } from '../dependencies.ts';
import { bytesOf, type SentAnswer, sentAnswer } from '../http/sent-answer.ts';
import { declarations } from './app-router.ts';

/** The back office's lists of content, which are sent from memory, before Fastify. */
export interface ReadyLists {
  /**
   * True if the request is for lists that an Admin got before. They are sent again if an Admin asks and no content has
   * changed; otherwise Fastify answers.
   */
  answer(request: IncomingMessage, response: ServerResponse, fastify: RequestListener): boolean;
  /** Adds the hooks that keep Fastify's answers. */
  register(scope: FastifyInstance): void;
}

interface ReadyList extends SentAnswer {
  body: Buffer;
}

/** Memory for all bodies together, in bytes. */
const maxBytes = 8_000_000;

/** An input that names a release (server/content/record-router.ts). */
const releaseInput = /"release"\s*:/;

interface ListRoute {
  Params: { path?: string };
  Querystring: { input?: string };
}
type ListRequest = FastifyRequest<ListRoute>;

const cookiePattern = new RegExp(`(^|; ?)${antiForgery.cookie}=`);

/**
 * Every Admin gets the same lists of content, so one query for the session and the content revision is enough while nothing
 * has changed. A request without the anti-forgery cookie is left to Fastify, which sets the cookie.
 */
export function createReadyLists(deps: Pick<Dependencies, 'db' | 'now' | 'log'>): ReadyLists {
  const { db, now } = deps;
  const paths = listPaths();
  /** By URL, all of one revision. */
  const lists = new Map<string, ReadyList>();
  let revision = Number.NaN;
  let bytes = 0;
  let isClosing = false;

  // A change of a release is no content write, so the revision does not tell when a release's list changes.
  const isList = ({ method, params, query }: ListRequest) =>
    method === 'GET' &&
    (params.path ?? '').split(',').every((path) => paths.has(path)) &&
    !releaseInput.test(query.input ?? '');

  function keep(url: string, seen: number, list: ReadyList): void {
    if (seen !== revision || bytes + list.body.length > maxBytes) {
      lists.clear();
      bytes = 0;
    }
    revision = seen;
    bytes += list.body.length - (lists.get(url)?.body.length ?? 0);
    lists.set(url, list);
  }

  return {
    answer(request, response, fastify) {
      const list = request.method === 'GET' && !isClosing ? lists.get(request.url ?? '') : undefined;
      const token = bearerToken(request.headers);
      if (list === undefined || token === undefined || !cookiePattern.test(request.headers.cookie ?? '')) return false;
      const startedAt = performance.now();
      const [kept, leaveToFastify] = [revision, () => fastify(request, response)];
      findSession(db, token, now()).then((found) => {
        if (!found?.permissions.has('content:read') || found.contentRevision !== kept) return leaveToFastify();
        if (!isUnattended(request.headers)) noteUse(deps, found);
        response.writeHead(200, list.headers).end(list.body);
        list.count(performance.now() - startedAt);
      }, leaveToFastify);
      return true;
    },
    register(scope) {
      const revisions = new WeakMap<FastifyRequest, number>();
      const bodies = new WeakMap<FastifyRequest, Buffer | null>();
      scope.addHook<ListRoute>('preHandler', async (request) => {
        // Read before the rows: a write in between makes the lists once more and never keeps old rows.
        if (isList(request)) revisions.set(request, await readRevision(db).catch(() => Number.NaN));
      });
      scope.addHook('onSend', (request, _reply, payload, done) => {
        if (revisions.has(request)) bodies.set(request, bytesOf(payload));
        done(null, payload);
      });
      scope.addHook('onResponse', (request, reply, done) => {
        const [seen, body] = [revisions.get(request), bodies.get(request)];
        const sent = reply.statusCode === 200 && seen !== undefined ? sentAnswer(request, reply) : null;
        if (seen !== undefined && body && sent) keep(request.raw.url ?? '', seen, { ...sent, body });
        done();
      });
      scope.addHook('preClose', async () => {
        isClosing = true;
      });
    },
  };
}

/** The procedures that list a record's rows for readers of content. */
function listPaths(): ReadonlySet<string> {
  const lists = Object.entries(records).flatMap(([section, declared]) =>
    Object.keys(declared).map((record) => `${section}.${record}.list`),
  );
  return new Set(lists.filter((path) => declarations.get(path)?.meta?.access.includes('content:read')));
}
