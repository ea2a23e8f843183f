import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { vi } from 'vitest';
import { readConfig } from '../../core/config/config.ts';
import type { CoreDependencies } from '../../core/dependencies.ts';
import { createBullMqQueue } from '../../core/queue/bullmq.ts';
import { openPostgresStore } from '../../core/queue/bullmq-postgres.ts';
import { openRedisStore } from '../../core/queue/bullmq-redis.ts';
import type { BullStore } from '../../core/queue/bullmq-store.ts';
import type { BullTimes } from '../../core/queue/bullmq-worker.ts';
import type { JobQueue } from '../../core/queue/queue.ts';
import { openDatabase } from '../../db/open.ts';
import { programArguments } from '../fixture/run-program.ts';
import type { QueueSetup } from './contract/setup.ts';

export type Driver = 'redis' | 'postgres';

/** Times short enough to be waited for. */
export const shortTimes: BullTimes = {
  lockSeconds: 2,
  stalledSeconds: 1,
  watchSeconds: 1,
  silentSeconds: 3,
  drainSeconds: 2,
};

export interface BullSetup extends QueueSetup {
  /** Opens the queue as a process of that name does. */
  openAs(workerId?: string, times?: Partial<BullTimes>, change?: (store: BullStore) => BullStore): Promise<JobQueue>;
  /** Warnings and errors in the log, as lines of JSON. */
  logged: readonly string[];
  /** BullMQ's own view of the queue. */
  bull(): Promise<BullStore>;
}

/** A queue of its own on a running server, and a fresh SQLite file for what the product keeps. */
export async function makeBullSetup(driver: Driver, url: string): Promise<BullSetup> {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-queue-'));
  const { db, close } = await openDatabase({ dataDir: folder, databaseUrl: null });
  const name = `test-${randomBytes(6).toString('hex')}`;
  const logged: string[] = [];
  const shared = {
    db,
    log: pino({ level: 'warn' }, { write: (line: string) => void logged.push(line) }),
    now: () => new Date(Date.now()),
    randomBytes,
  };
  const opened: JobQueue[] = [];
  const stores: BullStore[] = [];
  const openStore = () => (driver === 'redis' ? openRedisStore : openPostgresStore)({ url, name, log: shared.log });
  const openAs: BullSetup['openAs'] = async (workerId, times = {}, change = (store) => store) => {
    const store = change(await openStore());
    const queue = createBullMqQueue({ ...shared, store, workerId, times: { ...shortTimes, ...times } });
    opened.push(queue);
    return queue;
  };
  return {
    openAs,
    logged,
    async bull() {
      const store = await openStore();
      stores.push(store);
      return store;
    },
    open: () => openAs(),
    deps: (queue: JobQueue): CoreDependencies => ({
      ...shared,
      queue,
      config: readConfig({ PUBLIC_URL: 'http://localhost' }),
    }),
    elapse: (seconds) => new Promise((resolve) => setTimeout(resolve, seconds * 1000)),
    setBack(seconds) {
      const { now } = Date;
      vi.spyOn(Date, 'now').mockImplementation(() => now() - seconds * 1000);
    },
    until: untilLong,
    drainSeconds: shortTimes.drainSeconds,
    childArguments: programArguments(join(import.meta.dirname, 'bullmq-child.ts'), driver, url, name, folder),
    async remove() {
      vi.restoreAllMocks();
      for (const queue of opened) await queue.close();
      for (const store of stores) await store.close();
      await close();
      await rm(folder, { recursive: true });
    },
  };
}

/** Waits until the condition holds; fails after 20 s. */
export async function untilLong(condition: () => boolean | Promise<boolean>): Promise<void> {
  const end = performance.now() + 20_000;
  while (!(await condition())) {
    if (performance.now() > end) throw new Error(`not reached in 20 s: ${condition}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
