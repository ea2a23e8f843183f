import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ImageSlotName } from '../../contract/images.ts';
import type { Role } from '../../contract/session.ts';
import { openDatabase } from '../../db/open.ts';
import { users } from '../../db/schema/users.ts';
import { buildApp } from '../../server/app.ts';
import { createRateLimits } from '../../server/auth/rate-limits.ts';
import { openSession } from '../../server/auth/sessions.ts';
import { readConfig } from '../../server/config.ts';
import type { Dependencies } from '../../server/dependencies.ts';
import { createLog } from '../../server/log.ts';
import { createEmbeddedQueue } from '../../workers/queue/embedded.ts';
import { ManualClock } from '../fakes/clock.ts';

/** The server listening on a fresh SQLite file, with an Admin and a Client signed in; the page itself is left out. */
export async function openBed() {
  const dataDir = await mkdtemp(join(tmpdir(), 'vitrine-images-'));
  const { db, close } = await openDatabase({ dataDir, databaseUrl: null });
  const clock = new ManualClock();
  const config = readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent', PUBLIC_URL: 'https://harbour.example' });
  const log = createLog(config.logLevel);
  const notShown = async () => Promise.reject(new Error('the page is not shown here'));
  const deps: Dependencies = {
    config,
    db,
    log,
    now: clock.now,
    randomBytes,
    queue: createEmbeddedQueue({ db, log, now: clock.now, randomBytes, timer: clock.timer }),
    limits: createRateLimits(config),
    landing: { clientFolder: dataDir, scriptSources: [], page: notShown, content: notShown, notice: notShown },
  };
  const app = await buildApp(deps);
  const address = await app.listen({ port: 0, host: '127.0.0.1' });
  const adminToken = await signIn(deps, 'Admin');
  return {
    address,
    clock,
    deps,
    adminToken,
    clientToken: await signIn(deps, 'Client'),
    /** Uploads a file the way the back office does. */
    upload(slot: ImageSlotName, bytes: Uint8Array<ArrayBuffer>, declared = { name: 'picture.png', type: 'image/png' }) {
      const form = new FormData();
      form.append('slot', slot);
      form.append('file', new File([bytes], declared.name, { type: declared.type }));
      return this.post(form);
    },
    async post(body: FormData | string, token: string | null = adminToken, headers: Record<string, string> = {}) {
      const authorization: Record<string, string> = token === null ? {} : { authorization: `Bearer ${token}` };
      const answer = await fetch(`${address}/api/images`, {
        method: 'POST',
        body,
        headers: { ...authorization, ...headers },
      });
      return { status: answer.status, body: await answer.json() };
    },
    image: (name: string, init: RequestInit = {}) => fetch(`${address}/images/${name}`, init),
    async close() {
      await app.close();
      await deps.queue.close();
      await close();
      await rm(dataDir, { recursive: true });
    },
  };
}

export type Bed = Awaited<ReturnType<typeof openBed>>;

async function signIn(deps: Dependencies, role: Role): Promise<string> {
  const [user] = await deps.db
    .insert(users)
    .values({ userName: role, userNameKey: role.toLowerCase(), passwordHash: '', role, createdAt: deps.now() })
    .returning({ id: users.id });
  if (!user) throw new Error('no user');
  return (await openSession(deps, user.id)).token;
}
