import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { asc, eq, sql } from 'drizzle-orm';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { readConfig } from '../../core/config/config.ts';
import type { CoreDependencies } from '../../core/dependencies.ts';
import { failedEnqueues, processMetrics } from '../../core/metrics/registry.ts';
import { maxBackoffMs } from '../../core/queue/backoff.ts';
import { createEmbeddedQueue } from '../../core/queue/embedded.ts';
import * as overview from '../../core/queue/embedded-overview.ts';
import * as rows from '../../core/queue/embedded-rows.ts';
import { enqueueStored } from '../../core/queue/enqueue-stored.ts';
import { drainSeconds, type JobQueue } from '../../core/queue/queue.ts';
import { openDatabase } from '../../db/open.ts';
import { jobMinutes, jobSchedules, jobs, workerProcesses } from '../../db/schema/jobs.ts';
import { ManualClock, until } from '../fakes/clock.ts';
import { programArguments } from '../fixture/run-program.ts';
import { runnableJob } from '../fixture/runnable-job.ts';
import { queueContract } from './contract/contract.ts';
import { held, recorder } from './contract/jobs.ts';
import type { QueueSetup } from './contract/setup.ts';

async function makeSetup(): Promise<QueueSetup & { clock: ManualClock; logged(text: string): unknown[] }> {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-queue-'));
  const { db, close } = await openDatabase({ dataDir: folder, databaseUrl: null });
  const clock = new ManualClock();
  const lines: string[] = [];
  const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) });
  const shared = { db, log, now: clock.now, randomBytes };
  return {
    clock,
    /** Lines of the log with this text. */
    logged: (text) =>
      lines.map((line): unknown => JSON.parse(line)).filter((line) => JSON.stringify(line).includes(text)),
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
  const later = recorder('later');
  await queue.work([job, neighbour.job, later.job]);
  await queue.enqueue(job, { text: 'a' }, { dedupeKey: 'k' });
  await queue.enqueue(neighbour.job, { text: 'b' }, { dedupeKey: 'k' });
  // Due while the file cannot be written, so that the worker looks at its table.
  await queue.enqueue(later.job, { text: 'd' }, { delaySeconds: 10 });
  await until(() => started.length === 1 && neighbour.started.length === 1);
  await db.run(sql`pragma query_only = on`);
  release();
  await setup.elapse(30);
  await db.run(sql`pragma query_only = off`);
  await setup.elapse(5);
  expect(setup.logged('the outcome of a job could not be stored; retrying')).toMatchObject([{ job: 'long' }]);
  expect(setup.logged('cannot read its table; retrying').length).toBeGreaterThan(1);
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

test('a table that could not be read is read again a second later', async () => {
  const setup = await makeSetup();
  const queue = await setup.open();
  const { db } = setup.deps(queue);
  const { job, seen } = recorder('a');
  await queue.work([job]);
  await queue.enqueue(job, { text: 'a' }, { delaySeconds: 10 });
  await setup.elapse(9);
  await db.run(sql`alter table jobs rename to jobs_away`);
  await setup.elapse(1);
  await db.run(sql`alter table jobs_away rename to jobs`);
  await setup.elapse(0.9);
  expect(seen).toEqual([]);
  await setup.elapse(0.1);
  await until(() => seen.length === 1);
  expect(setup.logged('cannot read its table; retrying')).toHaveLength(1);
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

describe('a statement changes its own rows only', () => {
  let setup: Awaited<ReturnType<typeof makeSetup>>;
  let db: CoreDependencies['db'];
  let now: number;
  beforeEach(async () => {
    setup = await makeSetup();
    ({ db } = setup.deps(await setup.open()));
    now = Number(setup.clock.now());
  });
  afterEach(() => setup.remove());

  const at = (seconds: number) => new Date(now + seconds * 1000);
  let keys = 0;
  /** Stores a job under a new key. The job waits from now on unless the fields say otherwise. */
  async function store(fields: Partial<typeof jobs.$inferInsert> = {}) {
    keys += 1;
    const values = { name: 'note', data: {}, dedupeKey: `key-${keys}`, priority: 1, runAt: at(0), createdAt: at(0) };
    const [row] = await db
      .insert(jobs)
      .values({ ...values, state: 'waiting', attempts: 0, ...fields })
      .returning();
    if (!row) throw new Error('not stored');
    return row;
  }
  /** The stored jobs that differ from these. */
  async function changed(before: readonly rows.JobRow[]) {
    const after = new Map((await db.select().from(jobs)).map((row) => [row.id, row]));
    return before.filter((row) => !isDeepStrictEqual(after.get(row.id), row)).map(({ id }) => id);
  }
  const added = (fields: Partial<rows.NewJob>): rows.NewJob => ({
    ...{ name: 'note', data: {}, dedupeKey: 'k', priority: 1, runAt: at(0), createdAt: at(0) },
    ...fields,
  });

  test('a promotion changes the waiting job of its name and key, towards an earlier time and a higher priority', async () => {
    const later = { priority: 2, runAt: at(60) };
    const own = await store({ ...later, dedupeKey: 'k' });
    const others = [
      await store({ ...later, dedupeKey: 'l' }),
      await store({ ...later, name: 'other', dedupeKey: 'k' }),
      await store({ ...later, dedupeKey: null }),
      await store({ ...later, dedupeKey: 'running', state: 'active' }),
    ];
    await rows.insertJob(db, added({ runAt: at(90), priority: 3 }), true);
    expect(await changed([own, ...others])).toEqual([]);
    await rows.insertJob(db, added({ dedupeKey: 'running', priority: 0 }), true);
    await rows.insertJob(db, added({ runAt: at(30), priority: 3 }), true);
    expect(await rows.findKeyed(db, 'note', 'k')).toEqual({ ...own, runAt: at(30) });
    await rows.insertJob(db, added({ runAt: at(40), priority: 0 }), true);
    expect(await rows.findKeyed(db, 'note', 'k')).toEqual({ ...own, runAt: at(30), priority: 0 });
    expect(await changed(others)).toEqual([]);
    await rows.insertJob(db, added({ runAt: at(0), priority: 0 }), false);
    expect(await rows.findKeyed(db, 'note', 'k')).toMatchObject({ runAt: at(30) });
    expect(await db.$count(jobs)).toBe(5);
  });

  test('due jobs of the named ones are taken: by priority, by time, by age, and not more than free places', async () => {
    const order = [
      await store({ priority: 0, runAt: at(0) }),
      await store({ runAt: at(-2) }),
      await store({ runAt: at(-1) }),
      await store({ runAt: at(-1) }),
      await store({ priority: 2, runAt: at(-9) }),
    ];
    const others = [
      await store({ runAt: at(0.001) }),
      await store({ state: 'active', attempts: 1 }),
      await store({ state: 'failed', attempts: 1, parkedAt: at(0) }),
      await store({ name: 'other' }),
    ];
    const first = await rows.claimDue(db, ['note'], at(0), 3);
    expect(first).toEqual(order.slice(0, 3).map((row) => ({ ...row, state: 'active', attempts: 1 })));
    const rest = await rows.claimDue(db, ['note'], at(0), 3);
    expect(rest.map(({ id }) => id)).toEqual(order.slice(3).map(({ id }) => id));
    expect(await changed(others)).toEqual([]);
    expect((await rows.activeJobs(db)).length).toBe(6);
  });

  test('the next job or schedule of the named ones is found', async () => {
    expect(await rows.nextDue(db, ['note'])).toBeNull();
    await store({ runAt: at(50) });
    await store({ runAt: at(60) });
    await store({ runAt: at(1), name: 'other' });
    await store({ runAt: at(1), state: 'active' });
    expect(await rows.nextDue(db, ['note'])).toEqual(at(50));
    const schedule = { everySeconds: 60, lastAt: null };
    await db.insert(jobSchedules).values([
      { name: 'note', nextAt: at(40), ...schedule },
      { name: 'other', nextAt: at(2), ...schedule },
    ]);
    expect(await rows.nextDue(db, ['note'])).toEqual(at(40));
    expect(await rows.nextDue(db, ['other'])).toEqual(at(1));
    await db.delete(jobs);
    expect(await rows.nextDue(db, ['note'])).toEqual(at(40));
  });

  test('the end of a job changes that job', async () => {
    const running = { state: 'active', attempts: 2 } as const;
    const others = [await store(running), await store()];
    const [done, again, idle, parked] = [
      await store(running),
      await store(running),
      await store(running),
      await store(running),
    ];
    await rows.deleteJob(db, done.id);
    await rows.postponeJob(db, again.id, at(9), 'why');
    await rows.postponeJob(db, idle.id, at(9), 'why', false);
    await rows.parkJob(db, parked.id, at(0), 'why');
    const waits = { state: 'waiting', runAt: at(9), lastError: 'why' } as const;
    const left = await db.select().from(jobs).orderBy(asc(jobs.id));
    expect(left).toEqual([
      ...others,
      { ...again, ...waits },
      { ...idle, ...waits, attempts: 1 },
      { ...parked, state: 'failed', parkedAt: at(0), lastError: 'why' },
    ]);
  });

  test('a clock that was set back moves what waits in the future', async () => {
    const moved = await store({ runAt: at(0.001) });
    const others = [await store(), await store({ runAt: at(5), state: 'failed' }), await store({ state: 'active' })];
    const schedule = { everySeconds: 60, lastAt: null };
    await db.insert(jobSchedules).values([
      { name: 'due', nextAt: at(0), ...schedule },
      { name: 'next', nextAt: at(0.001), ...schedule },
    ]);
    await rows.shiftBack(db, at(0), 1);
    expect(await changed([moved, ...others])).toEqual([moved.id]);
    expect(await db.select().from(jobSchedules)).toMatchObject([{ nextAt: at(0) }, { nextAt: at(0) }]);
  });

  test('a start makes jobs due that lie further ahead than any retry, or are from the future', async () => {
    const latest = maxBackoffMs / 1000;
    const due = [await store({ runAt: at(latest + 0.001) }), await store({ runAt: at(5), createdAt: at(0.001) })];
    const others = [
      await store({ runAt: at(latest) }),
      await store({ runAt: at(5) }),
      await store({ runAt: at(latest + 1), state: 'failed' }),
      await store({ createdAt: at(1), runAt: at(5), state: 'active' }),
    ];
    await rows.startFutureJobs(db, at(0));
    expect(await changed(others)).toEqual([]);
    const runs = (await db.select().from(jobs)).filter(({ id }) => due.some((row) => row.id === id));
    expect(runs.map(({ runAt }) => runAt)).toEqual([at(0), at(0)]);
  });

  test('schedules keep their time, and the run of another schedule, job or state stays', async () => {
    await rows.upsertSchedule(db, 'tick', 60, at(0));
    await rows.upsertSchedule(db, 'other', 60, at(0));
    const next = async () =>
      (await db.select().from(jobSchedules).orderBy(asc(jobSchedules.name))).map(({ everySeconds, nextAt }) => [
        everySeconds,
        (Number(nextAt) - now) / 1000,
      ]);
    await rows.upsertSchedule(db, 'tick', 60, at(10));
    expect(await next()).toEqual([
      [60, 0],
      [60, 0],
    ]);
    await rows.upsertSchedule(db, 'tick', 30, at(10));
    expect(await next()).toEqual([
      [60, 0],
      [30, 40],
    ]);
    // The clock was set back by more than the interval.
    await rows.upsertSchedule(db, 'tick', 30, at(10.001));
    await rows.upsertSchedule(db, 'tick', 30, at(10));
    expect(await next()).toEqual([
      [60, 0],
      [30, 40],
    ]);
    await rows.upsertSchedule(db, 'tick', 30, at(9));
    expect(await next()).toEqual([
      [60, 0],
      [30, 39],
    ]);
    await rows.startScheduled(db, ['tick', 'other'], at(0), 1);
    expect(await next()).toEqual([
      [60, 60],
      [30, 39],
    ]);
    await rows.startScheduled(db, ['tick', 'absent'], at(99), 1);
    expect(await next()).toEqual([
      [60, 60],
      [30, 129],
    ]);
    expect((await db.select().from(jobs)).map(({ name, runAt }) => [name, runAt])).toEqual([
      ['other', at(0)],
      ['tick', at(99)],
    ]);
  });

  test('retired schedules lose their waiting run and nothing else', async () => {
    await rows.upsertSchedule(db, 'kept', 60, at(0));
    await rows.upsertSchedule(db, 'retired', 60, at(0));
    const gone = await store({ name: 'retired', dedupeKey: 'schedule' });
    const others = [
      await store({ name: 'kept', dedupeKey: 'schedule' }),
      await store({ name: 'retired', dedupeKey: 'k' }),
      await store({ name: 'retired-active', dedupeKey: 'schedule', state: 'active' }),
    ];
    await rows.retireSchedules(db, ['kept']);
    expect(await changed([gone, ...others])).toEqual([gone.id]);
    expect((await db.select().from(jobSchedules)).map(({ name }) => name)).toEqual(['kept']);
  });

  test('parked jobs are listed, retried and deleted one by one, the last parked first', async () => {
    const failed = { state: 'failed', attempts: 3 } as const;
    const waiting = await store({ attempts: 1 });
    const parked = [
      await store({ ...failed, parkedAt: at(-2) }),
      await store({ ...failed, parkedAt: at(-1) }),
      await store({ ...failed, parkedAt: at(-1) }),
      await store({ ...failed, parkedAt: at(0) }),
    ];
    const [oldest, second, third, newest] = parked.map(({ id }) => id);
    const list = async (limit: number, before?: { id: number; parkedAt: Date }) =>
      (await overview.parkedJobs(db, limit, before)).map(({ id }) => id);
    expect(await list(9)).toEqual([newest, third, second, oldest]);
    expect(await list(2)).toEqual([newest, third]);
    expect(await list(9, { id: third ?? 0, parkedAt: at(-1) })).toEqual([second, oldest]);
    expect(await overview.parkedById(db, waiting.id)).toBeUndefined();
    expect((await overview.parkedById(db, second ?? 0))?.id).toBe(second);
    expect(await overview.unpark(db, waiting.id, at(1))).toBe(0);
    expect(await overview.deleteParked(db, waiting.id)).toBe(false);
    expect(await overview.unpark(db, second, at(1))).toBe(1);
    expect(await overview.deleteParked(db, third ?? 0)).toBe(true);
    expect(await list(9)).toEqual([newest, oldest]);
    expect(await changed([waiting])).toEqual([]);
    expect(await overview.countJobs(db, at(0))).toEqual({
      waiting: 1,
      delayed: 1,
      active: 0,
      parked: 2,
      oldestDueSeconds: 0,
    });
    expect(await overview.countJobs(db, at(5))).toEqual({
      waiting: 2,
      delayed: 0,
      active: 0,
      parked: 2,
      oldestDueSeconds: 5,
    });
    expect(await overview.unpark(db, undefined, at(1))).toBe(2);
  });
});

test('the last hour and the processes of a day are listed, to the millisecond', async () => {
  const setup = await makeSetup();
  const { db } = setup.deps(await setup.open());
  const now = Number(setup.clock.now());
  const process = { startedAt: new Date(now), lastJobAt: null };
  await db.insert(workerProcesses).values([
    { id: 'b', seenAt: new Date(now - 86_399_999), ...process },
    { id: 'a', seenAt: new Date(now - 86_399_999), ...process },
    { id: 'gone', seenAt: new Date(now - 86_400_000), ...process },
    { id: 'newer', seenAt: new Date(now), startedAt: new Date(now + 1), lastJobAt: null },
  ]);
  const minutes = [0, 59, 60, 61, 62].map((ago) => ({
    minute: new Date(now - ago * 60_000),
    completed: 1,
    failed: ago,
  }));
  await db.insert(jobMinutes).values(minutes);
  const queue = await setup.open();
  expect((await queue.workers()).map(({ id }) => id)).toEqual(['newer', 'a', 'b']);
  const { throughput } = await queue.overview();
  expect(throughput.filter(({ completed }) => completed > 0)).toEqual([minutes[1], minutes[0]]);
  expect([Number(throughput[0]?.minute), throughput.length]).toEqual([now - 59 * 60_000, 60]);
  await queue.work([]);
  await queue.overview();
  // Minutes of the last hour, and the one before, stay; so do processes that were seen within a day.
  expect(await db.$count(jobMinutes)).toBe(4);
  expect((await db.select().from(workerProcesses)).map(({ id }) => id)).toContain('gone');
  await queue.close();
  await setup.remove();
});

test('four jobs run at the same time, and close waits seven seconds for them', async () => {
  const setup = await makeSetup();
  const queue = await setup.open();
  const { job, started, release } = held('long');
  await queue.work([job]);
  for (let number = 0; number < 9; number += 1) await queue.enqueue(job, { text: String(number) });
  await setup.elapse(1);
  expect(started.length).toBe(4);
  let isClosed = false;
  const closed = queue.close().then(() => {
    isClosed = true;
  });
  await setup.elapse(6.99);
  expect(isClosed).toBe(false);
  await setup.elapse(0.01);
  await closed;
  expect(setup.logged('jobs interrupted')).toMatchObject([{ jobIds: [1, 2, 3, 4] }]);
  release();
  await setup.remove();
});

test('a process writes a sign of life every fifteen seconds', async () => {
  const setup = await makeSetup();
  const queue = await setup.open();
  const { db } = setup.deps(queue);
  const start = Number(setup.clock.now());
  await queue.work([]);
  const seen = async () => (Number((await db.select().from(workerProcesses))[0]?.seenAt) - start) / 1000;
  const found: number[] = [];
  for (const seconds of [14.9, 0.1, 14.9, 0.1]) {
    await setup.elapse(seconds);
    found.push(await seen());
  }
  expect(found).toEqual([0, 15, 15, 30]);
  await queue.close();
  expect(await db.$count(workerProcesses)).toBe(0);
  await setup.remove();
});

test('statistics that could not be written are written later, once', async () => {
  const setup = await makeSetup();
  const queue = await setup.open();
  const { db } = setup.deps(queue);
  const { job, seen, fails } = recorder('note', { attempts: 2, backoffSeconds: 1 });
  fails.times = 1;
  await queue.work([job]);
  await queue.enqueue(job, { text: 'a' });
  await setup.elapse(2);
  expect(seen).toEqual(['a', 'a']);
  await db.run(sql`pragma query_only = on`);
  for (let attempt = 0; attempt < 2; attempt += 1) await expect(queue.overview()).rejects.toThrow();
  await db.run(sql`pragma query_only = off`);
  for (let look = 0; look < 2; look += 1)
    expect((await queue.overview()).throughput.at(-1)).toMatchObject({ completed: 1, failed: 1 });
  await queue.close();
  await setup.remove();
});

test('a clock that goes back by a second moves nothing, by more than a second what waits', async () => {
  const setup = await makeSetup();
  const queue = await setup.open();
  const { job } = recorder('note');
  await queue.work([job]);
  await queue.enqueue(job, { text: 'later' }, { dedupeKey: 'k', delaySeconds: 600 });
  await setup.elapse(1);
  const due = async () => Number((await queue.find(job, 'k'))?.dueAt);
  const before = await due();
  const look = async () => {
    await queue.enqueue(job, { text: 'now' });
    await setup.elapse(0);
  };
  setup.setBack(1);
  await look();
  expect(await due()).toBe(before);
  setup.setBack(1.001);
  await look();
  expect(await due()).toBe(before - 1001);
  expect(setup.logged('the clock was set back')).toMatchObject([{ seconds: 1.001 }]);
  await queue.close();
  await setup.remove();
});

test('a stored row whose job the queue does not take is left to its sweep, logged and counted', async () => {
  const setup = await makeSetup();
  const queue = await setup.open();
  const { db } = setup.deps(queue);
  const { job } = recorder('note');
  const lines: string[] = [];
  const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) });
  const failures = async () => {
    const counted = (
      (await processMetrics.getSingleMetric('vitrine_background_failures_total')?.get())?.values ?? []
    ).find(({ labels }) => labels.source === 'queue');
    return [(await failedEnqueues.get()).values[0]?.value ?? 0, counted?.value ?? 0];
  };
  const [enqueues = 0, all = 0] = await failures();
  await db.run(sql`pragma query_only = on`);
  await enqueueStored({ queue, log }, job, { text: 'a' }, { dedupeKey: 'k' });
  await db.run(sql`pragma query_only = off`);
  expect(await failures()).toEqual([enqueues + 1, all + 1]);
  expect(lines.map((line): unknown => JSON.parse(line))).toMatchObject([{ job: 'note', key: 'k', level: 50 }]);
  const wrong: { text: string } = JSON.parse('{"text":7}');
  await expect(enqueueStored({ queue, log }, job, wrong, { dedupeKey: 'k' })).rejects.toThrow(z.ZodError);
  await enqueueStored({ queue, log }, job, { text: 'a' }, { dedupeKey: 'k' });
  expect(await queue.find(job, 'k')).toEqual({ state: 'waiting', dueAt: setup.clock.now() });
  expect(await failures()).toEqual([enqueues + 1, all + 1]);
  await queue.close();
  await setup.remove();
});

test('an interrupted job of another version waits for that version, and a page has fifty parked jobs', async () => {
  const setup = await makeSetup();
  const queue = await setup.open();
  const { db } = setup.deps(queue);
  const now = setup.clock.now();
  const row = { data: { text: 'a' }, priority: 1, runAt: now, createdAt: now };
  const interrupted = { ...row, state: 'active', dedupeKey: 'k' } as const;
  const { job, seen } = recorder('note', { attempts: 3, backoffSeconds: 1 });
  await db.insert(jobs).values([
    { ...interrupted, name: 'other', attempts: 9 },
    { ...interrupted, name: 'note', attempts: 2 },
    { ...interrupted, name: 'note', attempts: 3, dedupeKey: 'l' },
  ]);
  await queue.work([job]);
  await setup.elapse(1);
  expect(seen).toEqual(['a']);
  expect(setup.logged('interrupted job found')).toMatchObject([
    { job: 'other', attempts: 9 },
    { job: 'note', attempts: 2 },
  ]);
  expect(setup.logged('its process ended during the run')).toMatchObject([{ job: 'note', attempts: 3 }]);
  expect(await db.select().from(jobs)).toMatchObject([
    { name: 'other', state: 'waiting', attempts: 9 },
    { name: 'note', state: 'failed', attempts: 3, lastError: 'The process ended while the job was running.' },
  ]);
  await db.insert(jobs).values(
    Array.from({ length: 50 }, () => ({
      ...row,
      name: 'note',
      state: 'failed' as const,
      attempts: 1,
      parkedAt: now,
    })),
  );
  expect((await queue.listParked()).length).toBe(50);
  expect((await queue.listParked({ limit: 60 })).length).toBe(51);
  await queue.close();
  await setup.remove();
});
