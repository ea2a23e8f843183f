import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { promoteJob } from '../../core/queue/bullmq-keyed.ts';
import { concurrency, type RunnableJob } from '../../core/queue/queue.ts';
import { startPostgresServer } from '../fixture/postgres-server.ts';
import { startRedisServer } from '../fixture/redis-server.ts';
import { runnableJob } from '../fixture/runnable-job.ts';
import { type BullSetup, type Driver, makeBullSetup, untilLong } from './bullmq-setup.ts';
import { held, heldTicker, recorder, ticker } from './contract/jobs.ts';

describe.each<Driver>(['redis', 'postgres'])('several processes on %s', (driver) => {
  let server: { url: string; remove(): Promise<void> };
  let setup: BullSetup;
  beforeAll(async () => {
    if (driver === 'redis') server = await startRedisServer();
    else {
      const postgres = await startPostgresServer();
      server = { url: postgres.url('postgres'), remove: postgres.remove };
    }
  });
  afterAll(() => server.remove());
  beforeEach(async () => {
    setup = await makeBullSetup(driver, server.url);
  });
  afterEach(() => setup.remove());

  /** Opens the queue as another process and works these jobs. */
  async function worker(name: string, ...jobs: RunnableJob[]) {
    const queue = await setup.openAs(name);
    await queue.work(jobs);
    return queue;
  }

  test('they share the work; each job runs once', async () => {
    const ran: string[] = [];
    const by = (name: string) =>
      runnableJob({
        name: 'share',
        data: z.object({ number: z.number() }),
        retry: { attempts: 2, backoffSeconds: 1 },
        async run({ number }) {
          ran.push(`${name} ${number}`);
          await new Promise((resolve) => setTimeout(resolve, 10));
        },
      });
    const producer = await setup.openAs('web');
    await worker('a', by('a'));
    await worker('b', by('b'));
    const numbers = Array.from({ length: 100 }, (_, number) => number);
    await Promise.all(numbers.map((number) => producer.enqueue(by('web'), { number })));
    await untilLong(() => ran.length >= 100);
    await setup.elapse(0.5);
    const done = ran.map((entry) => Number(entry.split(' ')[1])).toSorted((a, b) => a - b);
    expect(done).toEqual(numbers);
    for (const name of ['a', 'b']) expect(ran.filter((entry) => entry.startsWith(name)).length).toBeGreaterThan(10);
    const { throughput } = await producer.overview();
    expect(throughput.reduce((sum, { completed }) => sum + completed, 0)).toBeLessThanOrEqual(100);
    expect((await producer.workers()).map(({ id }) => id).toSorted()).toEqual(['a', 'b']);
  });

  test('a schedule runs once however many declare it, at once and in its rhythm', async () => {
    const { job, runs } = ticker(1);
    const queues = await Promise.all(['a', 'b', 'c'].map((name) => worker(name, job)));
    await untilLong(() => runs.count >= 1);
    await setup.elapse(3.5);
    expect(runs.count).toBeGreaterThanOrEqual(3);
    expect(runs.count).toBeLessThanOrEqual(5);
    await Promise.all(queues.slice(0, 2).map((queue) => queue.close()));
    const before = runs.count;
    await setup.elapse(2.3);
    expect(runs.count).toBeGreaterThanOrEqual(before + 1);
    expect(runs.count).toBeLessThanOrEqual(before + 3);
    expect(await queues[2]?.schedules()).toHaveLength(1);
  });

  test('a key holds across processes', async () => {
    const { job, started, release } = held('long');
    const web = await Promise.all(['web 1', 'web 2', 'web 3'].map((name) => setup.openAs(name)));
    await Promise.all(web.map((queue, number) => queue.enqueue(job, { text: String(number) }, { dedupeKey: 'k' })));
    await worker('a', job);
    await worker('b', job);
    await untilLong(() => started.length === 1);
    await web[0]?.enqueue(job, { text: 'again' }, { dedupeKey: 'k' });
    await setup.elapse(0.7);
    expect(started).toHaveLength(1);
    release();
  });

  test('a pause holds in all of them', async () => {
    const { job, seen } = recorder('note');
    const a = await worker('a', job);
    const b = await worker('b', job);
    await a.pause();
    await b.enqueue(job, { text: 'x' });
    await setup.elapse(0.7);
    expect(seen).toEqual([]);
    expect((await b.overview()).isPaused).toBe(true);
    await b.resume();
    await untilLong(() => seen.length === 1);
  });

  test('a long pause collects no ticks of a schedule', async () => {
    const { job, runs } = ticker(1);
    await worker('a', job);
    const b = await worker('b', job);
    await untilLong(() => runs.count === 1);
    await b.pause();
    await setup.elapse(5);
    // The next tick, and the run of the last one if the pause came between the two; not one for each second.
    const { waiting, delayed } = await b.overview();
    expect(waiting + delayed).toBeGreaterThanOrEqual(1);
    expect(waiting + delayed).toBeLessThanOrEqual(2);
  });

  test('a closing process leaves unfinished jobs to the others', async () => {
    const first = held('long');
    const second = held('long');
    const a = await worker('a', first.job);
    await a.enqueue(first.job, { text: 'x' });
    await untilLong(() => first.started.length === 1);
    const b = await worker('b', second.job);
    await a.close();
    expect(setup.logged.join()).toContain('jobs interrupted; they run again');
    await untilLong(() => second.started.length === 1);
    first.release();
    second.release();
    await untilLong(async () => (await b.overview()).active === 0);
    await setup.elapse(0.3);
    expect(await b.countParked()).toBe(0);
    expect(second.started).toHaveLength(1);
  });

  test('a process without running jobs closes without a warning', async () => {
    const { job, seen } = recorder('a');
    const a = await worker('a', job);
    await a.enqueue(job, { text: 'x' });
    await untilLong(() => seen.length === 1);
    await untilLong(async () => (await a.overview()).active === 0);
    await a.close();
    expect(setup.logged).toEqual([]);
  });

  test('a job that ends while a request makes it due earlier stays ended; other failures are thrown', async () => {
    const { queue } = await setup.bull();
    await queue.add('a', {}, { jobId: 'k', delay: 60_000 });
    const getJob = queue.getJob.bind(queue);
    const remove = queue.remove.bind(queue);
    vi.spyOn(queue, 'getJob').mockImplementation(async (id) => {
      const job = await getJob(id);
      await remove(id);
      return job;
    });
    await promoteJob(queue, { jobId: 'k' });
    expect(await getJob('k')).toBeUndefined();
    await queue.add('a', {}, { jobId: 'k', delay: 60_000 });
    vi.mocked(queue.getJob).mockRestore();
    vi.spyOn(queue, 'updateJobProgress').mockRejectedValue(new Error('The server is full'));
    await expect(promoteJob(queue, { jobId: 'k' })).rejects.toThrow('The server is full');
  });

  test('a job unknown to this version is left to another version, without costing an attempt', async () => {
    const { job, seen, fails } = recorder('new', { attempts: 2, backoffSeconds: 0.2 });
    fails.times = 1;
    const old = await worker('old');
    await old.enqueue(job, { text: 'x' });
    await untilLong(async () => (await old.overview()).delayed === 1);
    expect(await old.countParked()).toBe(0);
    await old.close();
    // It comes back after a minute; a test does not wait for that.
    const { queue } = await setup.bull();
    for (const waiting of await queue.getJobs('delayed')) await waiting.promote();
    await worker('new', job);
    await untilLong(() => seen.length === 2);
  });

  test('a worker that takes no jobs although jobs wait is restarted; one whose runs are all long is not', async () => {
    const { job, seen } = recorder('note');
    const { job: long, started, release } = held('long');
    let built = 0;
    const queue = await setup.openAs('a', {}, (store) => ({
      ...store,
      openWorker(run, options) {
        built += 1;
        const opened = store.openWorker(run, options);
        if (built === 1) void opened.pause(true);
        return opened;
      },
    }));
    await queue.work([job, long]);
    await queue.enqueue(job, { text: 'x' });
    await setup.elapse(1);
    expect(seen).toEqual([]);
    await untilLong(() => seen.length === 1);
    expect(built).toBe(2);
    for (let count = 0; count <= concurrency; count += 1) await queue.enqueue(long, { text: `${count}` });
    await untilLong(() => started.length === concurrency);
    await setup.elapse(4.5);
    expect(built).toBe(2);
    release();
  });

  test('a schedule that a newer version retires while its job runs lets the run finish, once', async () => {
    const { job: slow, runs, release } = heldTicker(60);
    const neighbour = recorder('note');
    const old = await worker('old', slow);
    await untilLong(() => runs.count === 1);
    const closing = old.close();
    const newer = await worker('new', neighbour.job);
    expect(await newer.schedules()).toEqual([]);
    expect((await newer.overview()).active).toBe(1);
    release();
    await closing;
    await newer.enqueue(neighbour.job, { text: 'x' });
    await untilLong(() => neighbour.seen.length === 1);
    await setup.elapse(0.5);
    expect(runs.count).toBe(1);
    const { active, waiting, delayed, parked } = await newer.overview();
    expect({ active, waiting, delayed, parked }).toEqual({ active: 0, waiting: 0, delayed: 0, parked: 0 });
  });

  test('a schedule lost by the store is stored again', async () => {
    const { job, runs } = ticker(60);
    const queue = await worker('a', job);
    await untilLong(() => runs.count === 1);
    const { queue: bull } = await setup.bull();
    await bull.removeJobScheduler(job.name);
    await untilLong(async () => (await queue.schedules()).length === 1);
    await untilLong(() => runs.count === 2);
  });
});
