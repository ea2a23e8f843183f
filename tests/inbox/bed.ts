import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '../../db/open.ts';
import { companies } from '../../db/schema/company.ts';
import { buildApp } from '../../server/app.ts';
import { createRateLimits } from '../../server/auth/rate-limits.ts';
import type { Session } from '../../server/auth/sessions.ts';
import { readConfig } from '../../server/config.ts';
import type { Dependencies } from '../../server/dependencies.ts';
import type { Landing } from '../../server/landing/landing.ts';
import { createLog } from '../../server/log.ts';
import { appRouter } from '../../server/router.ts';
import { createCallerFactory } from '../../server/trpc.ts';
import { startWorkers } from '../../workers/main.ts';
import { createEmbeddedQueue } from '../../workers/queue/embedded.ts';
import { ManualClock } from '../fakes/clock.ts';

const admin: Session = { sessionId: 1, userId: 1, userName: 'admin', role: 'Admin', telephonyClientId: null };
const client: Session = { ...admin, userId: 2, userName: 'client', role: 'Client', telephonyClientId: 7 };

const createCaller = createCallerFactory(appRouter);

/** The server's procedures, its HTTP side and its jobs on a fresh SQLite file and a clock the test moves. */
export async function makeBed(variables: Record<string, string> = {}) {
  const dataDir = await mkdtemp(join(tmpdir(), 'vitrine-inbox-'));
  const { db, close } = await openDatabase({ dataDir, databaseUrl: null });
  const clock = new ManualClock();
  const config = readConfig({
    DATA_DIR: dataDir,
    LOG_LEVEL: 'silent',
    PUBLIC_URL: 'https://harbour.example',
    ...variables,
  });
  const shared = { db, log: createLog(config.logLevel), now: clock.now, randomBytes };
  const queue = createEmbeddedQueue({ ...shared, timer: clock.timer });
  const deps: Dependencies = {
    ...shared,
    config,
    queue,
    limits: createRateLimits(config),
    landing: plainLanding(dataDir),
  };
  await db.insert(companies).values({
    name: 'Harbour & Sons',
    address: '1 Quay',
    email: 'office@harbour.example',
    city: 'Port',
    zip: '12345',
    contactNumber: '123',
    copyrightText: 'Harbour',
    isActive: true,
  });
  await startWorkers(deps);
  const app = await buildApp(deps);
  const as = (session: Session | null, ip = '192.0.2.1') => createCaller({ deps, session, ip, requestId: 'test' });
  return {
    deps,
    clock,
    app,
    visitor: (ip?: string) => as(null, ip),
    admin: as(admin),
    client: as(client),
    async remove() {
      await app.close();
      await queue.close();
      await close();
      await rm(dataDir, { recursive: true });
    },
  };
}

export type Bed = Awaited<ReturnType<typeof makeBed>>;

/** Notices as one line each; the public page is not what these tests look at. */
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
    notice: async (title, message, button) =>
      [title, message, button && `${button.label} -> ${button.action}`].filter(Boolean).join('\n'),
  };
}
