import { syncStatus } from '../../core/boards/sync.ts';
import { telephonyClients } from '../../db/schema/telephony.ts';
import { downloadCookie } from '../../server/accounts/request-session.ts';
import { buildApp } from '../../server/app.ts';
import type { Dependencies } from '../../server/dependencies.ts';
import { handlers } from '../../workers/jobs/index.ts';
import { until } from '../fakes/clock.ts';
import { startFakeTrello } from '../fakes/trello.ts';
import { makeDependencies } from '../fixture/dependencies.ts';
import { addSignedIn } from '../fixture/users.ts';

/** `client` and `neighbour` are users of two accounts, `unlinked` is a client without an account. */
export type Role = 'visitor' | 'client' | 'neighbour' | 'unlinked' | 'admin';

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
  const [harbour = 0, quay = 0] = [await addAccount(deps, 'Harbour'), await addAccount(deps, 'Quay')];
  const accounts = { client: harbour, neighbour: quay };
  const sessions = {
    client: await addSignedIn(deps, 'Client', { telephonyClientId: accounts.client }),
    neighbour: await addSignedIn(deps, 'Client', { userName: 'neighbour', telephonyClientId: accounts.neighbour }),
    unlinked: await addSignedIn(deps, 'Client', { userName: 'unlinked' }),
    admin: await addSignedIn(deps, 'Admin'),
  };

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
    accounts,
    /** Shares a board with the client's account, or ends that; returns the HTTP status. */
    async share(boardId: string, telephonyClientId = accounts.client, procedure = 'share', as: Role = 'admin') {
      return (await send('POST', `/trpc/boards.${procedure}`, as, { boardId, telephonyClientId })).statusCode;
    },
    /** Runs the job once, as the queue would. */
    sync: () => handlers.syncBoards.run({}, deps),
    status: () => syncStatus(deps),
    /** The boards as a user sees them. */
    boards: async (as: Role = 'admin') => (await send('GET', '/trpc/boards.list', as)).json().result.data,
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

/** Adds a telephony account; returns its id. */
async function addAccount({ db, now }: Deps, projectName: string): Promise<number | undefined> {
  const [account] = await db
    .insert(telephonyClients)
    .values({
      projectName,
      twilioPhoneNumber: '+15005550006',
      phoneNumber: '+15005550007',
      accountSid: `AC${'0'.repeat(32)}`,
      authToken: 'sealed',
      isActive: true,
      isDefault: false,
      createdAt: now(),
    })
    .returning({ id: telephonyClients.id });
  return account?.id;
}
