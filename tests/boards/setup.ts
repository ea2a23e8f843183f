import { syncStatus } from '../../core/boards/sync.ts';
import { downloadCookie } from '../../server/accounts/request-session.ts';
import { buildApp } from '../../server/app.ts';
import type { Dependencies } from '../../server/dependencies.ts';
import { handlers } from '../../workers/jobs/index.ts';
import { until } from '../fakes/clock.ts';
import { startFakeTrello } from '../fakes/trello.ts';
import { makeDependencies } from '../fixture/dependencies.ts';
import { addSignedIn } from '../fixture/users.ts';

export type Role = 'visitor' | 'client' | 'admin';

/** Dependencies of one database and account, as each process has its own. */
type Deps = Dependencies;

/** The HTTP side and the sync job on a fresh store, with a Trello that has no boards yet. */
export async function makeSetup(options: { isConnected?: boolean } = {}) {
  const trello = await startFakeTrello();
  const time = { now: new Date('2026-03-10T12:00:00Z') };
  const account = { TRELLO_API_BASE: trello.url, TRELLO_KEY: trello.key, TRELLO_TOKEN: trello.token };
  const made = await makeDependencies(options.isConnected === false ? {} : account, { now: () => time.now });
  const deps: Deps = made.deps;
  const app = await buildApp(deps);
  const sessions = { client: await addSignedIn(deps, 'Client'), admin: await addSignedIn(deps, 'Admin') };

  async function send(method: 'GET' | 'POST' | 'HEAD', url: string, as: Role, body?: unknown) {
    const token = as === 'visitor' ? undefined : sessions[as].token;
    return app.inject({
      method,
      url,
      ...(body !== undefined && { payload: JSON.stringify(body) }),
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
      },
    });
  }

  return {
    app,
    deps,
    store: made.store,
    trello,
    time,
    send,
    downloadCookie: `${downloadCookie}=${sessions.client.downloadToken}`,
    /** A call to a path under /api/trello/, its envelope opened. */
    async call(path: string, body?: unknown, as: Role = 'admin', method: 'GET' | 'POST' = 'POST') {
      const response = await send(method, `/api/trello/${path}`, as, body);
      const { Status, Message, Data } = response.json();
      return { status: response.statusCode, Status, Message, Data };
    },
    /** Runs the job once, as the queue would. */
    sync: () => handlers.syncBoards.run({}, deps),
    status: () => syncStatus(deps),
    /** Lets the queue work and waits until no sync waits or runs. */
    async settled() {
      await until(async () => (await syncStatus(deps)).state === 'idle');
    },
    async remove() {
      await app.close();
      await made.remove();
      await trello.stop();
    },
  };
}

export type Setup = Awaited<ReturnType<typeof makeSetup>>;
