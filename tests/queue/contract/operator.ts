import { hostname } from 'node:os';
import { describe, expect, test } from 'vitest';
import { held, recorder, ticker } from './jobs.ts';
import { type MakeSetup, useQueue } from './setup.ts';

/** What an operator sees and does. */
export function operatorContract(makeSetup: MakeSetup): void {
  describe('operator', () => {
    const at = useQueue(makeSetup);

    /** A queue with so many parked jobs of the recorder. */
    async function park(texts: string[]) {
      const parked = recorder('note', { attempts: 1, backoffSeconds: 1 });
      parked.fails.times = texts.length;
      await at.work(parked.job);
      for (const text of texts) await at.queue.enqueue(parked.job, { text });
      await at.setup.until(async () => (await at.queue.countParked()) === texts.length);
      return parked;
    }

    test('an empty queue is shown as one', async () => {
      const { throughput, ...counts } = await at.queue.overview();
      expect(counts).toEqual({ waiting: 0, delayed: 0, active: 0, parked: 0, isPaused: false, oldestDueSeconds: 0 });
      expect(throughput).toHaveLength(60);
      expect(await at.queue.schedules()).toEqual([]);
      expect(await at.queue.workers()).toEqual([]);
    });

    test('an open queue takes the jobs of one worker only', async () => {
      const { job, seen } = recorder('note');
      await at.work(job);
      await expect(at.work(job)).rejects.toThrow('worker already');
      await at.queue.enqueue(job, { text: 'a' });
      await at.setup.until(() => seen.length === 1);
    });

    test('counts what waits, is delayed, runs and is parked; a schedule is no job', async () => {
      const { job, started, release } = held('long');
      const { job: failing, fails } = recorder('note', { attempts: 1, backoffSeconds: 1 });
      const tick = ticker(60);
      fails.times = 1;
      await at.work(job, failing, tick.job);
      await at.setup.until(() => tick.runs.count === 1);
      await at.queue.enqueue(failing, { text: 'parked' });
      await at.setup.until(async () => (await at.queue.countParked()) === 1);
      await at.queue.enqueue(job, { text: 'active' });
      await at.setup.until(() => started.length === 1);
      // The job before has run, and counts until its worker has told the queue.
      await at.setup.until(async () => (await at.queue.overview()).active === 1);
      await at.queue.pause();
      await at.queue.enqueue(job, { text: 'delayed' }, { delaySeconds: 100 });
      for (const priority of ['low', 'normal', 'high'] as const)
        await at.queue.enqueue(job, { text: 'waiting' }, { priority });
      const counts = { waiting: 3, delayed: 1, active: 1, parked: 1, isPaused: true };
      expect(await at.queue.overview()).toMatchObject(counts);
      release();
      await at.setup.until(async () => (await at.queue.overview()).active === 0);
    });

    test('reports how long a delayed job has been due', async () => {
      const { job } = recorder('note');
      await at.queue.enqueue(job, { text: 'later' }, { delaySeconds: 100 });
      expect((await at.queue.overview()).oldestDueSeconds).toBe(0);
      await at.queue.enqueue(job, { text: 'soon' }, { delaySeconds: 0.2 });
      await at.setup.elapse(0.7);
      const overdue = await at.queue.overview();
      expect(overdue).toMatchObject({ waiting: 1, delayed: 1 });
      expect(overdue.oldestDueSeconds).toBeGreaterThanOrEqual(0.4);
      expect(overdue.oldestDueSeconds).toBeLessThan(5);
    });

    test('reports the oldest due job whatever its priority', async () => {
      const { job } = recorder('note');
      await at.queue.enqueue(job, { text: 'old' }, { priority: 'low' });
      await at.setup.elapse(1.2);
      await at.queue.enqueue(job, { text: 'new' }, { priority: 'high' });
      const { oldestDueSeconds } = await at.queue.overview();
      expect(oldestDueSeconds).toBeGreaterThanOrEqual(1.1);
      expect(oldestDueSeconds).toBeLessThan(10);
    });

    test('counts the runs of each minute', async () => {
      const { job, seen, fails } = recorder('note', { attempts: 3, backoffSeconds: 0.2 });
      fails.times = 2;
      await at.work(job);
      await at.queue.enqueue(job, { text: 'a' });
      await at.setup.elapse(1);
      await at.setup.until(() => seen.length === 3);
      const sum = async () => {
        const { throughput } = await at.queue.overview();
        const total = { completed: 0, failed: 0 };
        for (const { completed, failed } of throughput) {
          total.completed += completed;
          total.failed += failed;
        }
        return total;
      };
      await at.setup.until(async () => (await sum()).completed === 1);
      expect(await sum()).toEqual({ completed: 1, failed: 2 });
      const { throughput } = await at.queue.overview();
      const age = Number(at.setup.deps(at.queue).now()) - Number(throughput.at(-1)?.minute);
      expect(age).toBeGreaterThanOrEqual(0);
      expect(age).toBeLessThanOrEqual(60_000);
      await at.restart();
      expect(await sum()).toEqual({ completed: 1, failed: 2 });
    });

    test('takes no job while paused, also after a restart, and finishes running jobs', async () => {
      const { job, started, release } = held('long');
      const next = recorder('next');
      await at.work(job, next.job);
      await at.queue.enqueue(job, { text: 'a' });
      await at.setup.until(() => started.length === 1);
      await at.queue.pause();
      await at.queue.enqueue(next.job, { text: 'b' });
      await at.queue.enqueue(next.job, { text: 'c' }, { delaySeconds: 0.2 });
      release();
      await at.setup.until(async () => (await at.queue.overview()).active === 0);
      await at.restart();
      await at.work(job, next.job);
      await at.setup.elapse(0.7);
      expect(next.seen).toEqual([]);
      expect((await at.queue.overview()).isPaused).toBe(true);
      await at.queue.resume();
      await at.setup.until(() => next.seen.length === 2);
      expect((await at.queue.overview()).isPaused).toBe(false);
    });

    test('a paused schedule goes on once resumed, without a run for each that was missed', async () => {
      const { job, runs } = ticker(1);
      await at.work(job);
      await at.setup.until(() => runs.count === 1);
      await at.queue.pause();
      await at.setup.elapse(0.1);
      const before = runs.count;
      await at.setup.elapse(2.2);
      expect(runs.count).toBe(before);
      await at.queue.resume();
      await at.setup.until(() => runs.count > before);
      await at.setup.elapse(0.4);
      expect(runs.count).toBeLessThanOrEqual(before + 2);
      await at.setup.elapse(1);
      await at.setup.until(() => runs.count > before + 1);
    });

    test('a restart runs neither delayed nor parked jobs', async () => {
      const { job, seen } = await park(['a']);
      const [parked] = await at.queue.listParked({});
      await at.queue.enqueue(job, { text: 'b' }, { delaySeconds: 100, dedupeKey: 'k' });
      await at.restart();
      await at.work(job);
      await at.setup.elapse(0.7);
      expect(seen).toEqual(['a']);
      expect(await at.queue.listParked({})).toEqual([parked]);
      expect(await at.queue.find(job, 'k')).toMatchObject({ state: 'delayed' });
    });

    test('retries all parked jobs', async () => {
      const { seen } = await park(Array.from({ length: 25 }, (_, number) => String(number)));
      expect(await at.queue.retryAllParked()).toBe(25);
      await at.setup.until(() => seen.length === 50);
      expect(await at.queue.countParked()).toBe(0);
      expect(await at.queue.retryAllParked()).toBe(0);
    });

    test('a retry of a job that waits again changes nothing', async () => {
      const { job, fails } = recorder('note', { attempts: 1, backoffSeconds: 1 });
      fails.times = 1;
      await at.work(job);
      await at.queue.enqueue(job, { text: 'a' }, { dedupeKey: 'k' });
      await at.setup.until(async () => (await at.queue.countParked()) === 1);
      const [parked] = await at.queue.listParked();
      await at.queue.pause();
      expect(await at.queue.retryParked(parked?.id ?? '')).toBe(true);
      const waiting = await at.queue.find(job, 'k');
      expect(waiting).toMatchObject({ state: 'waiting' });
      await at.setup.elapse(0.05);
      expect(await at.queue.retryParked(parked?.id ?? '')).toBe(false);
      expect(await at.queue.find(job, 'k')).toEqual(waiting);
    });

    test('deletes a parked job, and nothing else', async () => {
      const { job, seen } = await park(['a', 'b']);
      const [first, second] = await at.queue.listParked();
      expect(await at.queue.removeParked(first?.id ?? '')).toBe(true);
      expect(await at.queue.removeParked(first?.id ?? '')).toBe(false);
      expect(await at.queue.removeParked('no such job')).toBe(false);
      expect((await at.queue.listParked()).map(({ id }) => id)).toEqual([second?.id]);
      await at.queue.retryAllParked();
      await at.setup.until(() => seen.length === 3);
      await at.queue.pause();
      await at.queue.enqueue(job, { text: 'waiting' });
      expect(await at.queue.countParked()).toBe(0);
    });

    test('two requests for one parked job at the same time: the later one finds no parked job', async () => {
      await park(['a', 'b', 'c']);
      await at.queue.pause();
      const [first, second, third] = (await at.queue.listParked()).map(({ id }) => id);
      if (first === undefined || second === undefined || third === undefined) throw new Error('three jobs are parked');
      expect(await Promise.all([at.queue.removeParked(first), at.queue.retryParked(first)])).toContain(true);
      // The job that was just retried may still be deleted while it waits.
      expect(await Promise.all([at.queue.retryParked(second), at.queue.removeParked(second)])).toContain(true);
      const retries = await Promise.all([at.queue.retryParked(third), at.queue.retryParked(third)]);
      expect(retries.toSorted()).toEqual([false, true]);
      expect(await at.queue.countParked()).toBe(0);
    });

    test('the key of a deleted parked job is free', async () => {
      const { job, seen, fails } = recorder('note', { attempts: 1, backoffSeconds: 1 });
      fails.times = 1;
      await at.work(job);
      await at.queue.enqueue(job, { text: 'old' }, { dedupeKey: 'k' });
      await at.setup.until(async () => (await at.queue.countParked()) === 1);
      await at.queue.removeParked((await at.queue.listParked())[0]?.id ?? '');
      await at.queue.enqueue(job, { text: 'new' }, { dedupeKey: 'k' });
      await at.setup.until(() => seen.length === 2);
    });

    test('lists the processes that run jobs, with when each last took one', async () => {
      const { job, seen } = recorder('note');
      await at.work(job);
      const now = () => Number(at.setup.deps(at.queue).now());
      const [idle, ...more] = await at.queue.workers();
      expect(more).toEqual([]);
      expect(idle).toMatchObject({ id: `${hostname()}:${process.pid}`, lastJobAt: null });
      expect(Math.abs(Number(idle?.startedAt) - now())).toBeLessThan(5000);
      await at.queue.enqueue(job, { text: 'a' });
      await at.setup.until(() => seen.length === 1);
      const [busy] = await at.queue.workers();
      expect(Math.abs(Number(busy?.lastJobAt) - now())).toBeLessThan(5000);
      await at.restart();
      expect(await at.queue.workers()).toEqual([]);
    });
  });
}
