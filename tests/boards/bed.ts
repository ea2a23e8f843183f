import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '../../db/open.ts';
import { users } from '../../db/schema/users.ts';
import { buildApp } from '../../server/app.ts';
import { createRateLimits } from '../../server/auth/rate-limits.ts';
import { downloadCookie } from '../../server/auth/request.ts';
import { openSession } from '../../server/auth/sessions.ts';
import { syncStatus } from '../../server/boards/sync.ts';
import { readConfig } from '../../server/config.ts';
import type { Dependencies } from '../../server/dependencies.ts';
import { createLog } from '../../server/log.ts';
import { syncBoards } from '../../workers/jobs/sync-boards.ts';
import { createEmbeddedQueue } from '../../workers/queue/embedded.ts';
import { until } from '../fakes/clock.ts';
import { startFakeTrello } from '../fakes/trello.ts';

export type Role = 'visitor' | 'client' | 'admin';

/** Dependencies of one database and account, as each process has its own. */
type Deps = Dependencies;

/** The HTTP side and the sync job on a fresh SQLite file, with a Trello that has no boards yet. */
export async function makeBed(options: { isConnected?: boolean } = {}) {
  const dataDir = await mkdtemp(join(tmpdir(), 'vitrine-boards-'));
  const clientFolder = join(dataDir, 'client');
  await mkdir(clientFolder);
  const { db, close } = await openDatabase({ dataDir, databaseUrl: null });
  const trello = await startFakeTrello();
  const time = { now: new Date('2026-03-10T12:00:00Z') };
  const config = readConfig({
    DATA_DIR: dataDir,
    LOG_LEVEL: 'silent',
    PUBLIC_URL: 'https://harbour.example',
    ...(options.isConnected !== false && {
      TRELLO_API_BASE: trello.url,
      TRELLO_KEY: trello.key,
      TRELLO_TOKEN: trello.token,
    }),
  });
  const shared = { db, log: createLog(config.logLevel), now: () => time.now, randomBytes };
  const queue = createEmbeddedQueue(shared);
  const deps: Deps = {
    ...shared,
    config,
    queue,
    limits: createRateLimits(config),
    landing: {
      clientFolder,
      scriptSources: [],
      page: async () => {
        throw new Error('not shown here');
      },
      content: async () => {
        throw new Error('not shown here');
      },
      notice: async (title, message) => `${title}: ${message}`,
    },
  };
  const app = await buildApp(deps);
  const sessions = { client: await sessionFor(deps, 'Client'), admin: await sessionFor(deps, 'Admin') };

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
    sync: () => syncBoards.run({}, deps),
    status: () => syncStatus(deps),
    /** Lets the queue work and waits until no sync waits or runs. */
    async settled() {
      await until(async () => (await syncStatus(deps)).state === 'idle');
    },
    async remove() {
      await app.close();
      await queue.close();
      await trello.stop();
      await close();
      await rm(dataDir, { recursive: true });
    },
  };
}

export type Bed = Awaited<ReturnType<typeof makeBed>>;

async function sessionFor(deps: Deps, role: 'Admin' | 'Client') {
  const [user] = await deps.db
    .insert(users)
    .values({
      userName: role,
      userNameKey: role.toLowerCase(),
      passwordHash: 'signs in by its token here',
      role,
      telephonyClientId: null,
      createdAt: deps.now(),
    })
    .returning({ id: users.id });
  if (!user) throw new Error('no user');
  return openSession(deps, user.id);
}
