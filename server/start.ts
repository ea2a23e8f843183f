import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { type Database, openDatabase } from '../db/open.ts';
import { isEmpty, seedEmpty, seedSample } from '../db/seed.ts';
import { startListening } from '../workers/health/listening.ts';
import { reconcileMonitors } from '../workers/health/reconcile.ts';
import { startWorkers } from '../workers/main.ts';
import { createQueue, isQueueShared } from '../workers/queue/create.ts';
import { secretBox } from '../workers/telephony/secrets.ts';
import { buildApp } from './app.ts';
import { ensureAdmin } from './auth/first-admin.ts';
import { openLimitStore } from './auth/limit-store.ts';
import { createRateLimits } from './auth/rate-limits.ts';
import type { Config } from './config.ts';
import { databaseEvents } from './database-events.ts';
import type { Dependencies } from './dependencies.ts';
import { ownPicture } from './images/store.ts';
import { createLanding, loadBuiltWeb } from './landing/landing.ts';
import { createLog } from './log.ts';

/** A running web server, with background work in the same process or in others. */
export interface Running {
  deps: Dependencies;
  /** Address the server listens on, e.g. http://127.0.0.1:3000. */
  address: string;
  /** The first admin's password when it was made up at this start, to be shown once. */
  generatedPassword: string | null;
  /** Finishes what is under way and closes everything. */
  stop(): Promise<void>;
}

type Overrides = Partial<Pick<Dependencies, 'now' | 'randomBytes'>>;

/** Opens the database, fills an empty one, starts the background work and listens. */
export function start(config: Config, overrides: Overrides = {}): Promise<Running> {
  return launch(config, overrides, true);
}

/** The same without background work, where other processes do it: with the embedded queue nobody else could. */
export function startWeb(config: Config, overrides: Overrides = {}): Promise<Running> {
  return launch(config, overrides, !isQueueShared(config));
}

async function launch(config: Config, overrides: Overrides, runsJobs: boolean): Promise<Running> {
  const log = createLog(config.logLevel);
  const now = overrides.now ?? (() => new Date());
  const random = overrides.randomBytes ?? randomBytes;
  const { db, alone, close } = await openDatabase(config, databaseEvents(log));
  // Made or read now, so that a secret that cannot be had stops the start and not the first message.
  secretBox(config);

  const queue = await createQueue(config, { db, log, now, randomBytes: random });
  const limitStore = await openLimitStore(config, log);
  const web = await loadBuiltWeb(join(import.meta.dirname, '..', 'web', 'dist'));
  const landing = createLanding(web, db, config.publicUrl);
  const deps: Dependencies = {
    config,
    db,
    queue,
    landing,
    limits: createRateLimits(config, limitStore),
    log,
    now,
    randomBytes: random,
  };
  // Of replicas that start together on an empty database one fills it.
  const generatedPassword = await alone(async () => {
    await fillEmptyDatabase(db, config, now);
    // A save that a crash cut off from its monitor, a restored backup, new sample content.
    await reconcileMonitors(db, now());
    return ensureAdmin(deps);
  });
  if (runsJobs) await startWorkers(deps);
  const app = await buildApp(deps);
  const address = await app.listen({ port: config.port, host: config.host });
  await landing.page();
  const stopListening = await startListening({
    db,
    now,
    onError: (error) => log.error({ err: error }, 'it could not be noted that reports are received'),
  });

  async function stop() {
    stopListening();
    // Together, for both have until the process must be gone.
    await Promise.all([app.close(), queue.close()]);
    limitStore?.disconnect();
    await close();
  }
  return { deps, address, generatedPassword, stop };
}

async function fillEmptyDatabase(db: Database, config: Config, now: () => Date): Promise<void> {
  if (!(await isEmpty(db))) return;
  if (!config.sampleContent) return seedEmpty(db);
  await seedSample(db, { now, readPicture: ownPicture });
}
