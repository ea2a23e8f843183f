import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { readConfig } from '../../core/config/config.ts';
import type { CoreDependencies } from '../../core/dependencies.ts';
import { createEmbeddedQueue } from '../../core/queue/embedded.ts';
import { drainSeconds, type JobQueue } from '../../core/queue/queue.ts';
import { openDatabase } from '../../db/open.ts';
import { jobMinutes, jobs, workerProcesses } from '../../db/schema/jobs.ts';
import { ManualClock, until } from '../fakes/clock.ts';
import { programArguments } from '../fixture/run-program.ts';
import { runnableJob } from '../fixture/runnable-job.ts';
import { queueContract } from './contract/contract.ts';
import { held, recorder } from './contract/jobs.ts';
import type { QueueSetup } from './contract/setup.ts';

async function makeSetup(): Promise<QueueSetup & { clock: ManualClock }> {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-queue-'));
  const { db, close } = await openDatabase({ dataDir: folder, databaseUrl: null });
  const clock = new ManualClock();
  const shared = { db, log: pino({ level: 'silent' }), now: clock.now, randomBytes };
  return {
    clock,
    open: async () => createEmbeddedQueue({ ...shared, timer: clock.timer }),
    deps: (queue: JobQueue): CoreDependencies => ({
      ...shared,
      queue,
      config: readConfig({ PUBLIC_URL: 'http://localhost' }),
    }),
    elapse: (seconds) => clock.elapse(seconds),
    setBack: (seconds) => clock.setBack(seconds),
    until,
    drainSeconds,
    childArguments: programArguments(join(import.meta.dirname, 'embedded-child.ts'), folder, clock.now().toISOString()),
    async remove() {
      await close();
      await rm(folder, { recursive: true });
    },
  };
}

queueContract('embedded', makeSetup);

test('an idle embedded queue wakes only for its sign of life', async () => {
  const setup = await makeSetup();
  const queue = await setup.open();
  await queue.work([]);
  await setup.elapse(1);
  expect(setup.clock.waiting).toBe(1);
  await setup.elapse(3600);
  const [worker] = await queue.workers();
  expect(Number(setup.clock.now()) - Number(worker?.seenAt)).toBeLessThanOrEqual(15_000);
  await queue.close();
  expect(setup.clock.waiting).toBe(0);
  await setup.remove();
});

test('a dead process is listed for a day; its statistics of an hour are kept', async () => {
  const setup = await makeSetup();
  const { db } = setup.deps(await setup.open());
  const now = setup.clock.now();
  const dead = { id: 'gone:1', startedAt: now, seenAt: now, lastJobAt: now };
  await db.insert(workerProcesses).values(dead);
  await db.insert(jobMinutes).values({ minute: now, completed: 5, failed: 2 });
  const queue = await setup.open();
  await setup.elapse(3000);
  await queue.work([]);
  expect((await queue.workers()).map(({ id }) => id)).toContain('gone:1');
  expect((await queue.overview()).throughput).toContainEqual({ minute: now, completed: 5, failed: 2 });
  await setup.elapse(3600);
  expect((await queue.overview()).throughput.every(({ completed }) => completed === 0)).toBe(true);
  expect(await db.$count(jobMinutes)).toBe(0);
  await queue.close();
  await setup.elapse(86_400 - 6600);
  expect(await queue.workers()).toEqual([]);
  await setup.remove();
});

test('without an injected clock it follows the system clock', async () => {
  const setup = await makeSetup();
  const system = { ...setup.deps(await setup.open()), now: () => new Date() };
  const queue = createEmbeddedQueue(system);
  const ran: number[] = [];
  const job = runnableJob({
    name: 'note',
    data: z.object({}),
    retry: { attempts: 1, backoffSeconds: 1 },
    async run() {
      ran.push(performance.now());
    },
  });
  await queue.work([job]);
  const start = performance.now();
  await queue.enqueue(job, {}, { delaySeconds: 0.1 });
  await until(() => ran.length === 1);
  expect((ran[0] ?? 0) - start).toBeGreaterThanOrEqual(95);
  await queue.close();
  await setup.remove();
});

test('while the database cannot be written the outcome of a job is kept, and its key is free again afterwards', async () => {
  const setup = await makeSetup();
  const queue = await setup.open();
  const { db } = setup.deps(queue);
  const { job, started, release } = held('long');
  const neighbour = held('neighbour');
  const failing = recorder('failing', { attempts: 1, backoffSeconds: 1 });
  await queue.work([job, neighbour.job, failing.job]);
  await queue.enqueue(job, { text: 'a' }, { dedupeKey: 'k' });
  await queue.enqueue(neighbour.job, { text: 'b' }, { dedupeKey: 'k' });
  await until(() => started.length === 1 && neighbour.started.length === 1);
  await db.run(sql`pragma query_only = on`);
  release();
  await setup.elapse(30);
  await db.run(sql`pragma query_only = off`);
  await setup.elapse(5);
  expect(await queue.find(job, 'k')).toBe(null);
  expect(await queue.find(neighbour.job, 'k')).toMatchObject({ state: 'active' });
  await queue.enqueue(job, { text: 'c' }, { dedupeKey: 'k' });
  await until(() => started.length === 2);
  expect(started).toEqual(['a', 'c']);
  release();
  neighbour.release();
  await until(async () => (await queue.overview()).active === 0);
  expect(await queue.countParked()).toBe(0);
  await queue.close();
  await setup.remove();
});

test('an outage of a provider for more than a day parks the job', async () => {
  const setup = await makeSetup();
  const queue = await setup.open();
  const { db } = setup.deps(queue);
  const runs: string[] = [];
  const job = runnableJob({
    name: 'note',
    data: z.object({ text: z.string() }),
    retry: { attempts: 3, backoffSeconds: 1 },
    async run({ text }) {
      runs.push(text);
      throw Object.assign(new Error('unreachable'), { isTemporary: true });
    },
  });
  for (const text of ['old', 'new']) await queue.enqueue(job, { text }, { dedupeKey: text });
  const createdAt = new Date(Number(setup.clock.now()) - 86_400_000);
  await db.update(jobs).set({ createdAt }).where(eq(jobs.dedupeKey, 'old'));
  await queue.work([job]);
  await setup.elapse(60);
  expect(await queue.listParked()).toMatchObject([{ attempts: 3, error: 'unreachable', data: { text: 'old' } }]);
  expect(runs.filter((text) => text === 'old')).toHaveLength(3);
  // The wait stops growing at the last attempt of the policy: at most five seconds here.
  expect(runs.filter((text) => text === 'new').length).toBeGreaterThan(10);
  await queue.close();
  await setup.remove();
});
