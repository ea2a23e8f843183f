import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { ensureAdmin } from '../core/accounts/first-admin.ts';
import type { Config } from '../core/config/config.ts';
import { seedEmpty } from '../core/content/seed-empty.ts';
import type { CoreDependencies } from '../core/dependencies.ts';
import { startListening } from '../core/health/listening.ts';
import { reconcileMonitors } from '../core/health/reconcile.ts';
import { ownPicture } from '../core/images/store.ts';
import { databaseEvents } from '../core/log/database-events.ts';
import { createLog } from '../core/log/log.ts';
import { createQueue } from '../core/queue/create.ts';
import { secretBox } from '../core/telephony/secrets.ts';
import type { Database } from '../db/database.ts';
import { openDatabase } from '../db/open.ts';
import { isEmpty, seedSample } from '../db/sample/seed.ts';
import { buildApp } from './app.ts';
import type { Dependencies } from './dependencies.ts';
import { openLimitStore } from './http/limit-store.ts';
import { createRateLimits } from './http/rate-limits.ts';
import { createLanding, loadBuiltWeb } from './landing/landing.ts';

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

/** Starts background work in this process. */
export type StartJobs = (deps: CoreDependencies) => Promise<void>;

/**
 * Opens the database, fills an empty one and listens. With `startJobs` background work runs in this process too; without,
 * other processes do it.
 */
export async function start(config: Config, startJobs: StartJobs | null, overrides: Overrides = {}): Promise<Running> {
  const log = createLog(config.logLevel);
  const now = overrides.now ?? (() => new Date());
  const random = overrides.randomBytes ?? randomBytes;
  const { db, withStartupLock, close } = await openDatabase(config, databaseEvents(log));
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
  const generatedPassword = await withStartupLock(async () => {
    await fillEmptyDatabase(db, config, now);
    // A save that a crash cut off from its monitor, a restored backup, new sample content.
    await reconcileMonitors(db, now());
    return ensureAdmin(deps);
  });
  if (startJobs) await startJobs(deps);
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
