import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { castTo } from '../../contract/cast.ts';
import { openDatabase } from '../../db/open.ts';
import { users } from '../../db/schema/users.ts';
import { buildApp } from '../../server/app.ts';
import { createRateLimits } from '../../server/auth/rate-limits.ts';
import { openSession } from '../../server/auth/sessions.ts';
import { readConfig } from '../../server/config.ts';
import type { Dependencies } from '../../server/dependencies.ts';
import type { Landing } from '../../server/landing/landing.ts';
import { createLog } from '../../server/log.ts';
import { createEmbeddedQueue } from '../../workers/queue/embedded.ts';

export const publicUrl = 'https://harbour.example';

/** The telephony client of the bed's Client user. */
export const ownTelephonyClient = 7;

export type Role = 'visitor' | 'client' | 'admin';
type Described = Record<string, unknown>;

/** An answer with its envelope opened. */
export interface RestAnswer {
  status: number;
  Status: number;
  Message: string;
  Data: unknown;
  /** The refused fields' messages. */
  fields: Record<string, string>;
  headers: Record<string, unknown>;
}

/** The whole HTTP side on a fresh SQLite file, without listening. */
export async function makeRest() {
  const dataDir = await mkdtemp(join(tmpdir(), 'vitrine-rest-'));
  // No built files: the static server has nothing to list.
  const clientFolder = join(dataDir, 'client');
  await mkdir(clientFolder);
  const { db, close } = await openDatabase({ dataDir, databaseUrl: null });
  const config = readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent', PUBLIC_URL: publicUrl });
  const shared = { db, log: createLog(config.logLevel), now: () => new Date(), randomBytes };
  const queue = createEmbeddedQueue(shared);
  const deps: Dependencies = {
    ...shared,
    config,
    queue,
    limits: createRateLimits(config),
    landing: plainLanding(clientFolder),
  };
  const app = await buildApp(deps);
  const tokens: Record<Role, string | undefined> = {
    visitor: undefined,
    client: await tokenOf(deps, 'mira', 'Client'),
    admin: await tokenOf(deps, 'admin', 'Admin'),
  };

  /** Sends one request; a body that is text goes as it is. */
  async function send(
    method: 'GET' | 'POST' | 'HEAD',
    url: string,
    options: { as?: Role; body?: unknown; headers?: Record<string, string> } = {},
  ) {
    const token = tokens[options.as ?? 'visitor'];
    const payload = typeof options.body === 'string' ? options.body : JSON.stringify(options.body);
    return app.inject({
      method,
      url,
      payload,
      headers: {
        ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...options.headers,
      },
    });
  }

  async function call(...request: Parameters<typeof send>): Promise<RestAnswer> {
    const response = await send(...request);
    const { Status, Message, Data } = response.json<{ Status: number; Message: string; Data: unknown }>();
    const fields = castTo<{ fields?: Record<string, string> } | null>(Data)?.fields ?? {};
    return { status: response.statusCode, Status, Message, Data, fields, headers: response.headers };
  }

  return {
    app,
    deps,
    send,
    call,
    /** Saves as Admin, which must work, and returns the id. */
    async save(path: string, body: unknown): Promise<number> {
      const answer = await call('POST', `/api/${path}`, { as: 'admin', body });
      if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${answer.Message}`);
      return castTo<number>(answer.Data);
    },
    /** The records a read gives. */
    async read(path: string, as: Role = 'visitor'): Promise<Described[]> {
      return castTo<Described[]>((await call('GET', `/api/${path}`, { as })).Data);
    },
    async remove() {
      await app.close();
      await queue.close();
      await close();
      await rm(dataDir, { recursive: true });
    },
  };
}

export type Rest = Awaited<ReturnType<typeof makeRest>>;

async function tokenOf(deps: Dependencies, userName: string, role: 'Admin' | 'Client'): Promise<string> {
  const [user] = await deps.db
    .insert(users)
    .values({
      userName,
      userNameKey: userName,
      passwordHash: 'signs in by its token here',
      role,
      telephonyClientId: role === 'Client' ? ownTelephonyClient : null,
      createdAt: deps.now(),
    })
    .returning({ id: users.id });
  if (!user) throw new Error('no user');
  return (await openSession(deps, user.id)).token;
}

/** Notices as plain text; the public page is not what these tests look at. */
function plainLanding(clientFolder: string): Landing {
  return {
    clientFolder,
    scriptSources: [],
    page: async () => {
      throw new Error('not shown here');
    },
    content: async () => {
      throw new Error('not shown here');
    },
    notice: async (title, message) => `${title}: ${message}`,
  };
}
