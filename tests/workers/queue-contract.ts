import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { defineJob, type Job, type JobQueue, type WorkerDependencies } from '../../workers/queue/queue.ts';
import { until } from '../fakes/clock.ts';
import { lastingJob } from './lasting-job.ts';

/** A driver and its fresh store, as the contract sees them. */
export interface QueueBed {
  /** Opens the queue on the store, as a newly started process does; the one before is closed or dead. */
  open(): Promise<JobQueue>;
  deps(queue: JobQueue): WorkerDependencies;
  /** Lets so many seconds pass (for a driver without a clock of its own: really) and everything happen that is due. */
  elapse(seconds: number): Promise<void>;
  /** Arguments for Node to run a process that opens the store and works `lastingJob` (tests/workers/lasting-job.ts). */
  childArguments: string[];
  /** Closes the store and removes it. */
  remove(): Promise<void>;
}

/** A job that notes what it is given and fails as often as it is told. */
function recorder(name: string, retry = { attempts: 3, backoffSeconds: 10 }) {
  const seen: string[] = [];
  const fails = { times: 0 };
  const job = defineJob({
    name,
    data: z.object({ text: z.string() }),
    retry,
    async run({ text }) {
      seen.push(text);
      if (fails.times-- > 0) throw new Error(`cannot do ${text}`);
    },
  });
  return { job, seen, fails };
}

/** A job that runs until the test lets it go. */
function held(name: string) {
  const started: string[] = [];
  const releases: (() => void)[] = [];
  const job = defineJob({
    name,
    data: z.object({ text: z.string() }),
    retry: { attempts: 3, backoffSeconds: 10 },
    async run({ text }) {
      started.push(text);
      await new Promise<void>((resolve) => releases.push(resolve));
    },
  });
  const release = () => {
    for (const resolve of releases.splice(0)) resolve();
  };
  return { job, started, release };
}

/** A job that runs by itself and counts its runs. */
function ticker(every = 60) {
  const runs = { count: 0 };
  const job = defineJob({
    name: 'tick',
    data: z.object({}),
    retry: { attempts: 1, backoffSeconds: 1 },
    every,
    async run() {
      runs.count += 1;
    },
  });
  return { job, runs };
}

/** What every driver of JobQueue must do. */
export function queueContract(name: string, makeBed: () => Promise<QueueBed>): void {
  describe(`${name} queue`, () => {
    let bed: QueueBed;
    let queue: JobQueue;
    const work = (...jobs: Job[]) => queue.work(jobs, bed.deps(queue));
    const restart = async () => {
      await queue.close();
      queue = await bed.open();
    };

    beforeEach(async () => {
      bed = await makeBed();
      queue = await bed.open();
    });
    afterEach(async () => {
      await queue.close();
      await bed.remove();
    });

    test('runs a job as soon as it is enqueued, once', async () => {
      const { job, seen } = recorder('note');
      await work(job);
      await queue.enqueue(job, { text: 'a' });
      await until(() => seen.length > 0);
      await bed.elapse(100);
      expect(seen).toEqual(['a']);
      expect(await queue.countParked()).toBe(0);
    });

    test('keeps what is enqueued before anyone works, also over a restart', async () => {
      const { job, seen } = recorder('note');
      await queue.enqueue(job, { text: 'a' });
      await restart();
      await work(job);
      await until(() => seen.length === 1);
    });

    test('refuses data that does not fit the schema', async () => {
      const { job, seen } = recorder('note');
      await work(job);
      // Stands for a caller the compiler did not see.
      const wrong: { text: string } = JSON.parse('{"text":7}');
      await expect(queue.enqueue(job, wrong)).rejects.toThrow(z.ZodError);
      await bed.elapse(1);
      expect(seen).toEqual([]);
    });

    test('parks at once a stored job that no longer fits its schema', async () => {
      const before = recorder('note');
      await queue.enqueue(before.job, { text: 'a' });
      const runs: number[] = [];
      const after = defineJob({
        name: 'note',
        data: z.object({ count: z.number() }),
        retry: { attempts: 3, backoffSeconds: 10 },
        async run({ count }) {
          runs.push(count);
        },
      });
      await work(after);
      await until(async () => (await queue.countParked()) === 1);
      expect(runs).toEqual([]);
      expect((await queue.listParked())[0]).toMatchObject({ name: 'note', data: { text: 'a' }, attempts: 1 });
    });

    test('waits for the delay', async () => {
      const { job, seen } = recorder('note');
      await work(job);
      await queue.enqueue(job, { text: 'later' }, { delaySeconds: 3 });
      await bed.elapse(2);
      expect(seen).toEqual([]);
      await bed.elapse(1.5);
      await until(() => seen.length === 1);
    });

    test('adds one job for a key while it waits or runs, and another when it is done', async () => {
      const { job, started, release } = held('long');
      await queue.enqueue(job, { text: 'first' }, { dedupeKey: 'k' });
      await queue.enqueue(job, { text: 'second' }, { dedupeKey: 'k' });
      await queue.enqueue(job, { text: 'other' }, { dedupeKey: 'l' });
      await work(job);
      await until(() => started.length === 2);
      await queue.enqueue(job, { text: 'third' }, { dedupeKey: 'k' });
      release();
      await bed.elapse(1);
      expect([...started].sort()).toEqual(['first', 'other']);
      await queue.enqueue(job, { text: 'fourth' }, { dedupeKey: 'k' });
      await until(() => started.includes('fourth'));
      release();
    });

    test('keys of different jobs do not meet', async () => {
      const [a, b] = [recorder('a'), recorder('b')];
      await queue.enqueue(a.job, { text: 'a' }, { dedupeKey: 'k' });
      await queue.enqueue(b.job, { text: 'b' }, { dedupeKey: 'k' });
      await work(a.job, b.job);
      await until(() => a.seen.length === 1 && b.seen.length === 1);
    });

    test('takes high before normal before low priority', async () => {
      const { job, seen } = recorder('note');
      // More of each than any driver runs at the same time.
      for (const priority of ['low', 'normal', 'high'] as const)
        for (let number = 0; number < 20; number += 1) await queue.enqueue(job, { text: priority }, { priority });
      await queue.enqueue(job, { text: 'unnamed' });
      await work(job);
      await until(() => seen.length === 61);
      const order = seen.filter((text, place) => text !== seen[place - 1]);
      expect(order).toEqual(['high', 'normal', 'unnamed', 'low']);
    });

    test('tries a failing job again, waiting longer each time', async () => {
      const { job, seen, fails } = recorder('note', { attempts: 4, backoffSeconds: 2 });
      fails.times = 2;
      await work(job);
      await queue.enqueue(job, { text: 'a' });
      await until(() => seen.length === 1);
      await bed.elapse(1.9);
      expect(seen.length).toBe(1);
      await bed.elapse(0.8);
      await until(() => seen.length === 2);
      await bed.elapse(3);
      expect(seen.length).toBe(2);
      await bed.elapse(3);
      await until(() => seen.length === 3);
      await bed.elapse(30);
      expect(seen.length).toBe(3);
      expect(await queue.countParked()).toBe(0);
    });

    test('parks a job after its last attempt and runs it when a person retries it', async () => {
      const { job, seen, fails } = recorder('note', { attempts: 2, backoffSeconds: 1 });
      fails.times = 2;
      await work(job);
      await queue.enqueue(job, { text: 'a' });
      await bed.elapse(5);
      await until(async () => (await queue.countParked()) === 1);
      expect(seen.length).toBe(2);
      const [parked] = await queue.listParked();
      expect(parked).toMatchObject({ name: 'note', data: { text: 'a' }, attempts: 2, error: 'cannot do a' });
      const id = parked?.id ?? '';
      expect(await queue.retryParked(id)).toBe(true);
      await until(() => seen.length === 3);
      await bed.elapse(1);
      expect(await queue.countParked()).toBe(0);
      expect(await queue.retryParked(id)).toBe(false);
      expect(await queue.retryParked('no such job')).toBe(false);
    });

    test('lists parked jobs in pages, the newest first, over a restart', async () => {
      const { job, fails } = recorder('note', { attempts: 1, backoffSeconds: 1 });
      fails.times = 3;
      await work(job);
      for (const text of ['a', 'b', 'c']) {
        await queue.enqueue(job, { text });
        await bed.elapse(1);
      }
      await until(async () => (await queue.countParked()) === 3);
      await restart();
      const first = await queue.listParked({ limit: 2 });
      expect(first.map(({ data }) => data)).toEqual([{ text: 'c' }, { text: 'b' }]);
      const rest = await queue.listParked({ limit: 2, before: first[1]?.id });
      expect(rest.map(({ data }) => data)).toEqual([{ text: 'a' }]);
    });

    test('replaces a parked job when its key is enqueued again', async () => {
      const { job, seen, fails } = recorder('note', { attempts: 1, backoffSeconds: 1 });
      fails.times = 1;
      await work(job);
      await queue.enqueue(job, { text: 'old' }, { dedupeKey: 'k' });
      await until(async () => (await queue.countParked()) === 1);
      await queue.enqueue(job, { text: 'new' }, { dedupeKey: 'k' });
      await until(() => seen.length === 2);
      await bed.elapse(1);
      expect(seen).toEqual(['old', 'new']);
      expect(await queue.countParked()).toBe(0);
    });

    test('a failing job does not hold up others', async () => {
      const bad = recorder('bad');
      const good = recorder('good');
      bad.fails.times = 99;
      await work(bad.job, good.job);
      await queue.enqueue(bad.job, { text: 'x' });
      for (let number = 0; number < 50; number += 1) await queue.enqueue(good.job, { text: String(number) });
      await until(() => good.seen.length === 50);
    });

    test('runs several jobs at the same time, but not without bound', async () => {
      const { job, started, release } = held('long');
      await work(job);
      for (let number = 0; number < 60; number += 1) await queue.enqueue(job, { text: String(number) });
      await until(() => started.length > 1);
      await bed.elapse(1);
      expect(started.length).toBeLessThan(50);
      while (started.length < 60) {
        release();
        await bed.elapse(0.01);
      }
      release();
      expect(new Set(started).size).toBe(60);
    });

    test('runs a scheduled job at once and then every so many seconds', async () => {
      const { job, runs } = ticker(5);
      await work(job);
      await until(() => runs.count === 1);
      await bed.elapse(4);
      expect(runs.count).toBe(1);
      await bed.elapse(2);
      await until(() => runs.count === 2);
      await bed.elapse(5);
      await until(() => runs.count === 3);
    });

    test('a schedule survives restarts without doubling', async () => {
      const { job, runs } = ticker(60);
      await work(job);
      await until(() => runs.count === 1);
      for (let start = 0; start < 3; start += 1) {
        await restart();
        await work(job);
        await bed.elapse(0.1);
      }
      await queue.schedule(job, 60);
      await bed.elapse(0.1);
      expect(runs.count).toBe(1);
    });

    test('makes up for the runs it missed with one', async () => {
      const { job, runs } = ticker(2);
      await work(job);
      await until(() => runs.count === 1);
      await queue.close();
      await bed.elapse(7);
      queue = await bed.open();
      await work(job);
      await until(() => runs.count === 2);
      await bed.elapse(0.1);
      expect(runs.count).toBe(2);
    });

    test('a schedule that is no longer declared ends', async () => {
      const tick = ticker(2);
      const { job } = recorder('note');
      await work(tick.job);
      await until(() => tick.runs.count === 1);
      await restart();
      await work(job);
      await restart();
      await work({ ...tick.job, every: undefined });
      await bed.elapse(5);
      expect(tick.runs.count).toBe(1);
    });

    test('a failing scheduled job keeps its rhythm and parks once', async () => {
      const { job, runs } = ticker(2);
      const failing: Job = {
        ...job,
        async run() {
          runs.count += 1;
          throw new Error('no luck');
        },
      };
      await work(failing);
      await bed.elapse(5);
      await until(() => runs.count >= 3);
      await until(async () => (await queue.countParked()) === 1);
    });

    test('close waits for the running job; what comes meanwhile is kept for the next start', async () => {
      const { job, started, release } = held('long');
      const next = recorder('next');
      await work(job, next.job);
      await queue.enqueue(job, { text: 'a' });
      await until(() => started.length === 1);
      let isClosed = false;
      const closed = queue.close().then(() => {
        isClosed = true;
      });
      await queue.enqueue(next.job, { text: 'b' });
      await bed.elapse(0.5);
      expect(isClosed).toBe(false);
      release();
      await closed;
      expect(next.seen).toEqual([]);
      queue = await bed.open();
      await work(job, next.job);
      await until(() => next.seen.length === 1);
      expect(started).toEqual(['a']);
    });

    test('close waits at most 10 s, and the job cut off runs again', { timeout: 30_000 }, async () => {
      const { job, started, release } = held('long');
      await work(job);
      await queue.enqueue(job, { text: 'a' });
      await until(() => started.length === 1);
      const closed = queue.close();
      await bed.elapse(10.5);
      await closed;
      queue = await bed.open();
      await work(job);
      await bed.elapse(1);
      await until(() => started.length === 2);
      release();
    });

    test('a job whose process is killed runs again with its attempt counted, then parks', async () => {
      const killed = () =>
        new Promise<void>((resolve, reject) => {
          const child = spawn(process.execPath, bed.childArguments, { stdio: ['ignore', 'pipe', 'inherit'] });
          const said: string[] = [];
          createInterface({ input: child.stdout }).on('line', (line) => {
            said.push(line);
            if (line === 'started') child.kill('SIGKILL');
          });
          child.on('exit', (_code, signal) =>
            signal === 'SIGKILL' ? resolve() : reject(new Error(`the child ended by itself: ${said.join(' ')}`)),
          );
        });
      const seen: string[] = [];
      const job: Job = { ...lastingJob, run: async () => void seen.push('ran') };
      await queue.enqueue(lastingJob, { text: 'a' });
      await queue.close();
      await killed();
      await killed();
      queue = await bed.open();
      await work(job);
      await bed.elapse(1);
      await until(async () => (await queue.countParked()) === 1);
      expect(seen).toEqual([]);
      const [parked] = await queue.listParked();
      expect(parked).toMatchObject({ name: 'lasting', attempts: 2 });
      await queue.retryParked(parked?.id ?? '');
      await until(() => seen.length === 1);
    });
  });
}
