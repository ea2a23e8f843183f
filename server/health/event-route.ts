import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type HealthEvent, healthEventsQuery } from '../../contract/health-events.ts';
import { ownAccount } from '../../core/accounts/own-account.ts';
import { invalid, tooMany } from '../../core/errors.ts';
import { createServerWatch, type Followed, idsWithin, type ServerWatch } from '../../core/health/server-watch.ts';
import { accessHook, signedIn } from '../accounts/access.ts';
import type { Dependencies } from '../dependencies.ts';
import { customRoute } from '../rest/custom-route.ts';

const access = ['health:read', 'health:own'] as const;

/** Streams of one process, and of one user in it. */
const maxStreams = 500;
const maxStreamsOfUser = 20;
const retryAfterSeconds = 15;
/** Time between two checks of the caller's rights, which also keeps proxies from closing an idle stream. In milliseconds. */
const checkEveryMs = 5_000;

/** `GET /api/health/events`: server-sent events about servers (WHATWG HTML, section 9.2), for a client about its own. */
export const healthEventRoute = customRoute({
  methods: ['GET'],
  path: '/api/health/events',
  access,
  summary:
    'Server-sent events: `states` when servers went online or offline, `pings` when a server of `ids` has sent a ping; a client’s own',
  documents: {
    query: healthEventsQuery,
    types: ['text/event-stream'],
    refusals: { 400: 'The ids are malformed', 429: 'Too many streams are open' },
  },
  handler: (deps, scope) => {
    const open = new Map<EventStream, number>();
    const watch = createServerWatch(deps.db);
    scope.addHook('preClose', async () => {
      for (const { end } of open.keys()) end();
    });
    return async (request, reply) => {
      const session = signedIn(request);
      const parsed = healthEventsQuery.safeParse(request.query);
      if (!parsed.success) throw invalid({ ids: parsed.error.issues.map(({ message }) => message).join('. ') });
      const account = ownAccount(session, 'health:read');
      const ids = await idsWithin(deps.db, { account, ids: parsed.data.ids });
      const ofUser = [...open.values()].filter((userId) => userId === session.userId).length;
      if (open.size >= maxStreams || ofUser >= maxStreamsOfUser)
        throw tooMany('Too many streams of events are open. Please close other windows.', retryAfterSeconds);
      if (request.method === 'HEAD') return send(reply, '');
      const stream = openStream(deps, request, { watch, account, ids });
      open.set(stream, session.userId);
      stream.content.once('close', () => open.delete(stream));
      return send(reply, stream.content);
    };
  },
});

function send(reply: FastifyReply, content: Readable | ''): FastifyReply {
  return (
    reply
      .header('cache-control', 'no-store')
      // nginx would hold events back to fill its buffer.
      .header('x-accel-buffering', 'no')
      .type('text/event-stream')
      .send(content)
  );
}

interface Source extends Followed {
  watch: ServerWatch;
}

interface EventStream {
  /** The events as text. */
  content: Readable;
  end(): void;
}

/** A stream that lasts until the caller leaves, may no longer read, or the server stops. */
function openStream(deps: Dependencies, request: FastifyRequest, { watch, account, ids }: Source): EventStream {
  const content = new Readable({ read: () => {} });
  let isEnded = false;
  const mayRead = accessHook(deps, { access });
  const check = setInterval(() => void mayRead(request).then(() => write(':\n\n'), end), checkEveryMs).unref();
  const leave = watch.follow({
    account,
    ids,
    notify: (event) => write(textOf(event)),
    fail(error) {
      request.log.warn({ err: error, requestId: request.id }, 'servers cannot be followed');
      end();
    },
  });
  function write(text: string): void {
    if (!isEnded && !content.destroyed) content.push(text);
  }
  function stop(): void {
    clearInterval(check);
    leave();
  }
  function end(): void {
    stop();
    if (!isEnded) content.push(null);
    isEnded = true;
  }
  content.once('close', stop);
  return { content, end };
}

function textOf(event: HealthEvent): string {
  return `event: ${event}\ndata:\n\n`;
}
