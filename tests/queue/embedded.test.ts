import { eq, sql } from 'drizzle-orm';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { failedEnqueues, processMetrics } from '../../core/metrics/registry.ts';
import { createEmbeddedQueue } from '../../core/queue/embedded.ts';
import { enqueueStored } from '../../core/queue/enqueue-stored.ts';
import { jobMinutes, jobs, workerProcesses } from '../../db/schema/jobs.ts';
import { until } from '../fakes/clock.ts';
import { runnableJob } from '../fixture/runnable-job.ts';
import { queueContract } from './contract/contract.ts';
import { held, recorder } from './contract/jobs.ts';
import { makeSetup } from './embedded-setup.ts';

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
