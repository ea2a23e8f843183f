import { describe, expect, test } from 'vitest';
import type { RunnableJob } from '../../../core/queue/queue.ts';
import { heldTicker, recorder, ticker } from './jobs.ts';
import { type MakeSetup, useQueue } from './setup.ts';

/** Jobs that run by themselves. */
export function schedulesContract(makeSetup: MakeSetup): void {
  describe('schedules', () => {
    const at = useQueue(makeSetup);

    test('runs a scheduled job at once and then every so many seconds', async () => {
      const { job, runs } = ticker(2);
      await at.work(job);
      await at.setup.until(() => runs.count === 1);
      await at.setup.elapse(1.3);
      expect(runs.count).toBe(1);
      await at.setup.elapse(1);
      await at.setup.until(() => runs.count === 2);
    });

    test('an interval below one second is refused', async () => {
      const { job } = recorder('note');
      for (const everySeconds of [0.9, 0, -1, Number.NaN])
        await expect(at.queue.schedule(job, everySeconds), String(everySeconds)).rejects.toThrow(RangeError);
      expect(await at.queue.schedules()).toEqual([]);
    });

    test('a schedule survives restarts without doubling', async () => {
      const { job, runs } = ticker(60);
      await at.work(job);
      await at.setup.until(() => runs.count === 1);
      for (let start = 0; start < 3; start += 1) {
        await at.restart();
        await at.work(job);
        await at.setup.elapse(0.1);
      }
      const stored = await at.queue.schedules();
      await at.queue.schedule(job, 60);
      await at.setup.elapse(0.3);
      expect(runs.count).toBe(1);
      expect(await at.queue.schedules()).toEqual(stored);
      const { waiting, delayed } = await at.queue.overview();
      expect([waiting, delayed]).toEqual([0, 0]);
    });

    test('another interval replaces the previous one', async () => {
      const { job, runs } = ticker(60);
      await at.work(job);
      await at.setup.until(() => runs.count === 1);
      await at.restart();
      await at.work({ ...job, every: 1 });
      await at.setup.elapse(1.2);
      await at.setup.until(() => runs.count >= 2);
      await at.restart();
      // The longer interval begins with the change: no run follows at once.
      const before = runs.count;
      await at.work({ ...job, every: 60 });
      await at.setup.elapse(1.6);
      expect(runs.count).toBe(before);
    });

    test('makes up for several missed runs with one', async () => {
      const { job, runs } = ticker(2);
      await at.work(job);
      await at.setup.until(() => runs.count === 1);
      await at.queue.close();
      await at.setup.elapse(5);
      await at.open();
      await at.work(job);
      await at.setup.until(() => runs.count === 2);
      await at.setup.elapse(0.2);
      expect(runs.count).toBe(2);
    });

    test('a run is left out while the one before it still runs', async () => {
      const { job: slow, runs, release } = heldTicker(1);
      await at.work(slow);
      await at.setup.until(() => runs.count === 1);
      await at.setup.elapse(1.5);
      expect(runs.count).toBe(1);
      release();
      await at.setup.elapse(1.2);
      await at.setup.until(() => runs.count >= 2);
      release();
    });

    test('a schedule that is no longer declared ends', async () => {
      const tick = ticker(1);
      const { job } = recorder('note');
      await at.work(tick.job);
      await at.setup.until(() => tick.runs.count === 1);
      await at.restart();
      await at.work(job);
      expect(await at.queue.schedules()).toEqual([]);
      await at.restart();
      const before = tick.runs.count;
      const { every: _every, ...unscheduled } = tick.job;
      await at.work(unscheduled);
      await at.setup.elapse(1.5);
      expect(tick.runs.count).toBe(before);
    });

    test('a schedule that ended and is declared again runs again', async () => {
      const { job, runs } = ticker(60);
      await at.work(job);
      await at.setup.until(() => runs.count === 1);
      await at.restart();
      await at.work();
      await at.restart();
      await at.work(job);
      await at.setup.until(() => runs.count === 2);
    });

    test('a failing scheduled job keeps its interval and parks once', async () => {
      const { job, runs } = ticker(1);
      const failing: RunnableJob = {
        ...job,
        async run() {
          runs.count += 1;
          throw new Error('no luck');
        },
      };
      await at.work(failing);
      await at.setup.elapse(2.3);
      await at.setup.until(() => runs.count >= 3);
      await at.setup.until(async () => (await at.queue.countParked()) === 1);
    });

    test('a clock set back delays neither schedules nor jobs that wait, for the first time or again', async () => {
      const { job, runs } = ticker(2);
      const late = recorder('late');
      const failing = recorder('failing', { attempts: 2, backoffSeconds: 1 });
      failing.fails.times = 1;
      await at.work(job, late.job, failing.job);
      // The driver has seen the clock.
      await at.setup.elapse(1.5);
      await at.queue.enqueue(late.job, { text: 'a' }, { delaySeconds: 1 });
      await at.queue.enqueue(failing.job, { text: 'b' });
      await at.setup.until(() => failing.seen.length === 1);
      const before = runs.count;
      at.setup.setBack(3600);
      await at.setup.elapse(3);
      await at.setup.until(() => late.seen.length === 1 && failing.seen.length === 2 && runs.count > before);
      const [schedule] = await at.queue.schedules();
      const ahead = Number(schedule?.nextRunAt) - Number(at.setup.deps(at.queue).now());
      expect(ahead).toBeLessThanOrEqual(2500);
      const settled = runs.count;
      await at.setup.elapse(2.1);
      expect(runs.count - settled).toBeLessThanOrEqual(2);
    });

    test('a clock set back while no process ran delays neither schedules nor waiting jobs', async () => {
      const { job, runs } = ticker(3);
      const late = recorder('late');
      await at.work(job, late.job);
      await at.setup.until(() => runs.count === 1);
      await at.queue.enqueue(late.job, { text: 'a' }, { delaySeconds: 2 });
      await at.queue.close();
      at.setup.setBack(3600);
      await at.open();
      await at.work(job, late.job);
      await at.setup.elapse(3.5);
      await at.setup.until(() => runs.count >= 2 && late.seen.length === 1);
    });

    test('lists schedules in the order of their names, whatever the order of their declarations and runs', async () => {
      const places = [3, 1, 4, 2];
      const schedules = places.map((place) => ({ ...ticker(60 * place).job, name: `tick-${place}` }));
      await at.work(...schedules);
      const names = async () => (await at.queue.schedules()).map(({ name }) => name);
      await at.setup.until(async () => (await names()).length === 4);
      expect(await names()).toEqual(['tick-1', 'tick-2', 'tick-3', 'tick-4']);
    });

    test('lists scheduled jobs with their last and next run', async () => {
      const { job, runs } = ticker(60);
      await at.work(job);
      await at.setup.until(() => runs.count === 1);
      const now = Number(at.setup.deps(at.queue).now());
      const [schedule, ...more] = await at.queue.schedules();
      expect(more).toEqual([]);
      expect(schedule).toMatchObject({ name: 'tick', everySeconds: 60 });
      expect(Math.abs(Number(schedule?.lastRunAt) - now)).toBeLessThan(5000);
      expect(Math.abs(Number(schedule?.nextRunAt) - now - 60_000)).toBeLessThan(5000);
    });
  });
}
