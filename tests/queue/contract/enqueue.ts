import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { concurrency } from '../../../core/queue/queue.ts';
import { runnableJob } from '../../fixture/runnable-job.ts';
import { held, recorder } from './jobs.ts';
import { type MakeSetup, useQueue } from './setup.ts';

/** What happens to a job from being enqueued to being run. */
export function enqueueContract(makeSetup: MakeSetup): void {
  describe('enqueue', () => {
    const at = useQueue(makeSetup);

    test('runs a job as soon as it is enqueued, once', async () => {
      const { job, seen } = recorder('note');
      await at.work(job);
      await at.queue.enqueue(job, { text: 'a' });
      await at.setup.until(() => seen.length > 0);
      await at.setup.elapse(1);
      expect(seen).toEqual(['a']);
      expect(await at.queue.countParked()).toBe(0);
    });

    test('keeps jobs enqueued before any worker, also across a restart', async () => {
      const { job, seen } = recorder('note');
      await at.queue.enqueue(job, { text: 'a' });
      await at.restart();
      await at.work(job);
      await at.setup.until(() => seen.length === 1);
    });

    test('refuses data that does not fit the schema', async () => {
      const { job, seen } = recorder('note');
      await at.work(job);
      // Stands for a caller the compiler did not see.
      const wrong: { text: string } = JSON.parse('{"text":7}');
      await expect(at.queue.enqueue(job, wrong)).rejects.toThrow(z.ZodError);
      await at.setup.elapse(0.5);
      expect(seen).toEqual([]);
    });

    test('parks at once a stored job that no longer fits its schema', async () => {
      const before = recorder('note');
      await at.queue.enqueue(before.job, { text: 'a' });
      const runs: number[] = [];
      const after = runnableJob({
        name: 'note',
        data: z.object({ count: z.number() }),
        retry: { attempts: 3, backoffSeconds: 10 },
        async run({ count }) {
          runs.push(count);
        },
      });
      await at.work(after);
      await at.setup.until(async () => (await at.queue.countParked()) === 1);
      expect(runs).toEqual([]);
      expect((await at.queue.listParked())[0]).toMatchObject({ name: 'note', data: { text: 'a' }, attempts: 1 });
    });

    test('waits for the delay', async () => {
      const { job, seen } = recorder('note');
      await at.work(job);
      await at.queue.enqueue(job, { text: 'later' }, { delaySeconds: 1.5 });
      await at.setup.elapse(0.7);
      expect(seen).toEqual([]);
      await at.setup.elapse(1);
      await at.setup.until(() => seen.length === 1);
    });

    test('adds one job for a key while it waits or runs, and another when it is done', async () => {
      const { job, started, release } = held('long');
      await at.queue.enqueue(job, { text: 'first' }, { dedupeKey: 'k' });
      await at.queue.enqueue(job, { text: 'second' }, { dedupeKey: 'k' });
      await at.queue.enqueue(job, { text: 'other' }, { dedupeKey: 'l' });
      await at.work(job);
      await at.setup.until(() => started.length === 2);
      await at.queue.enqueue(job, { text: 'third' }, { dedupeKey: 'k' });
      release();
      await at.setup.elapse(0.5);
      expect([...started].sort()).toEqual(['first', 'other']);
      await at.queue.enqueue(job, { text: 'fourth' }, { dedupeKey: 'k' });
      await at.setup.until(() => started.includes('fourth'));
      release();
    });

    test('a delayed job with a key keeps its time when the key is enqueued again', async () => {
      const { job, seen } = recorder('note');
      await at.work(job);
      await at.queue.enqueue(job, { text: 'later' }, { dedupeKey: 'k', delaySeconds: 1.5 });
      await at.queue.enqueue(job, { text: 'now' }, { dedupeKey: 'k' });
      await at.setup.elapse(0.7);
      expect(seen).toEqual([]);
      await at.setup.elapse(1);
      await at.setup.until(() => seen.length === 1);
      expect(seen).toEqual(['later']);
    });

    test('a promoted key makes its delayed job run now, once, and leaves the others waiting', async () => {
      const { job, seen } = recorder('note');
      await at.work(job);
      await at.queue.enqueue(job, { text: 'later' }, { dedupeKey: 'k', delaySeconds: 60 });
      await at.queue.enqueue(job, { text: 'other' }, { dedupeKey: 'l', delaySeconds: 60 });
      expect(await at.queue.find(job, 'k')).toMatchObject({ state: 'delayed' });
      await at.queue.enqueue(job, { text: 'now' }, { dedupeKey: 'k', promote: true });
      await at.setup.until(() => seen.length === 1);
      await at.setup.elapse(0.5);
      expect(seen).toEqual(['later']);
      expect(await at.queue.find(job, 'k')).toBe(null);
      expect(await at.queue.find(job, 'l')).toMatchObject({ state: 'delayed' });
    });

    test('a promotion without a key adds a job, and changes none that waits', async () => {
      const { job, seen } = recorder('a');
      await at.work(job);
      await at.queue.enqueue(job, { text: 'later' }, { dedupeKey: 'k', delaySeconds: 600 });
      await at.queue.enqueue(job, { text: 'other' }, { delaySeconds: 600 });
      for (const text of ['now', 'again']) await at.queue.enqueue(job, { text }, { promote: true });
      await at.setup.until(() => seen.length === 2);
      expect(seen.toSorted()).toEqual(['again', 'now']);
      expect((await at.queue.overview()).delayed).toBe(2);
    });

    test('a promoted key with a delay makes its job due after the shorter of both waits', async () => {
      const { job, seen } = recorder('note');
      await at.work(job);
      await at.queue.enqueue(job, { text: 'later' }, { dedupeKey: 'k', delaySeconds: 60 });
      await at.queue.enqueue(job, { text: 'other' }, { dedupeKey: 'l', delaySeconds: 60 });
      for (const delaySeconds of [1.5, 90])
        await at.queue.enqueue(job, { text: 'soon' }, { dedupeKey: 'k', delaySeconds, promote: true });
      const wait = Number((await at.queue.find(job, 'k'))?.dueAt) - Number(at.setup.deps(at.queue).now());
      expect(wait).toBeLessThanOrEqual(1500);
      await at.setup.elapse(0.7);
      expect(seen).toEqual([]);
      await at.setup.elapse(1);
      await at.setup.until(() => seen.length === 1);
      expect(seen).toEqual(['later']);
      expect(await at.queue.find(job, 'l')).toMatchObject({ state: 'delayed' });
    });

    test('a promoted key ends the wait for a retry, with the attempts counted', async () => {
      const { job, seen, fails } = recorder('note', { attempts: 2, backoffSeconds: 60 });
      fails.times = 2;
      await at.work(job);
      await at.queue.enqueue(job, { text: 'a' }, { dedupeKey: 'k' });
      await at.setup.until(async () => (await at.queue.find(job, 'k'))?.state === 'delayed');
      const wait = Number((await at.queue.find(job, 'k'))?.dueAt) - Number(at.setup.deps(at.queue).now());
      expect(wait).toBeGreaterThan(50_000);
      expect(wait).toBeLessThan(80_000);
      await at.queue.enqueue(job, { text: 'b' }, { dedupeKey: 'k', promote: true });
      await at.setup.until(async () => (await at.queue.countParked()) === 1);
      expect(seen).toEqual(['a', 'a']);
      expect((await at.queue.listParked())[0]).toMatchObject({ attempts: 2, data: { text: 'a' } });
      expect(await at.queue.find(job, 'k')).toBe(null);
    });

    test('a promoted key takes the higher priority, and never delays or doubles a running job', async () => {
      const { job, started, release } = held('long');
      const order = recorder('note');
      await at.queue.enqueue(order.job, { text: 'low' }, { dedupeKey: 'k', priority: 'low' });
      // More than any driver runs at the same time.
      for (let number = 0; number < 12; number += 1) await at.queue.enqueue(order.job, { text: 'normal' });
      await at.queue.enqueue(order.job, { text: 'x' }, { dedupeKey: 'k', priority: 'high', promote: true });
      const later = { priority: 'low', delaySeconds: 9 } as const;
      await at.queue.enqueue(order.job, { text: 'x' }, { dedupeKey: 'k', ...later, promote: true });
      await at.work(order.job, job);
      await at.setup.until(() => order.seen.length === 13);
      expect(order.seen.indexOf('low')).toBeLessThan(concurrency);
      await at.queue.enqueue(job, { text: 'a' }, { dedupeKey: 'k' });
      await at.setup.until(() => started.length === 1);
      expect(await at.queue.find(job, 'k')).toMatchObject({ state: 'active' });
      await at.queue.enqueue(job, { text: 'b' }, { dedupeKey: 'k', promote: true });
      release();
      await at.setup.until(async () => (await at.queue.find(job, 'k')) === null);
      expect(started).toEqual(['a']);
    });

    test('keys of different jobs never collide, whatever their text', async () => {
      const [a, b, c] = [recorder('a'), recorder('b'), recorder('a:b')];
      await at.queue.enqueue(a.job, { text: 'a' }, { dedupeKey: 'k' });
      await at.queue.enqueue(b.job, { text: 'b' }, { dedupeKey: 'k' });
      await at.queue.enqueue(a.job, { text: 'a' }, { dedupeKey: 'b:k' });
      await at.queue.enqueue(c.job, { text: 'c' }, { dedupeKey: 'k' });
      await at.queue.enqueue(c.job, { text: 'c' }, { dedupeKey: '7' });
      await at.work(a.job, b.job, c.job);
      await at.setup.until(() => a.seen.length === 2 && b.seen.length === 1 && c.seen.length === 2);
    });

    test('takes high before normal before low priority', async () => {
      const { job, seen } = recorder('note');
      // More of each than any driver runs at the same time.
      for (const priority of ['low', 'normal', 'high'] as const)
        for (let number = 0; number < 20; number += 1) await at.queue.enqueue(job, { text: priority }, { priority });
      await at.queue.enqueue(job, { text: 'unnamed' });
      await at.work(job);
      await at.setup.until(() => seen.length === 61);
      // Those taken at the same time may begin in any order; nothing else may come before what is due before it.
      const order = ['high', 'normal', 'unnamed', 'low'];
      const ranks = seen.map((text) => order.indexOf(text));
      const overtaken = ranks.map((rank, place) => ranks.slice(place).filter((later) => later < rank).length);
      expect(Math.max(...overtaken)).toBeLessThan(concurrency);
    });

    test('a failing job does not hold up others', async () => {
      const bad = recorder('bad');
      const good = recorder('good');
      bad.fails.times = 99;
      await at.work(bad.job, good.job);
      await at.queue.enqueue(bad.job, { text: 'x' });
      for (let number = 0; number < 50; number += 1) await at.queue.enqueue(good.job, { text: String(number) });
      await at.setup.until(() => good.seen.length === 50);
    });

    test('runs several jobs at the same time, but not without bound', async () => {
      const { job, started, release } = held('long');
      await at.work(job);
      for (let number = 0; number < 60; number += 1) await at.queue.enqueue(job, { text: String(number) });
      await at.setup.until(() => started.length > 1);
      await at.setup.elapse(0.5);
      expect(started.length).toBeLessThan(50);
      await at.setup.until(() => {
        release();
        return started.length === 60;
      });
      release();
      expect(new Set(started).size).toBe(60);
    });
  });
}
