import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { describe, expect, onTestFinished, test } from 'vitest';
import { jobRuns } from '../../../core/metrics/registry.ts';
import type { RunnableJob } from '../../../core/queue/queue.ts';
import { lastingJob } from '../lasting-job.ts';
import { held, recorder } from './jobs.ts';
import { type MakeSetup, useQueue } from './setup.ts';

/** How a queue ends, gently and not. */
export function closingContract(makeSetup: MakeSetup): void {
  describe('closing', () => {
    const at = useQueue(makeSetup);

    test('close waits for the running job; jobs enqueued in between are kept for the next start', async () => {
      const { job, started, release } = held('long');
      const next = recorder('next');
      await at.work(job, next.job);
      await at.queue.enqueue(job, { text: 'a' });
      await at.setup.until(() => started.length === 1);
      let isClosed = false;
      const closed = at.queue.close().then(() => {
        isClosed = true;
      });
      await at.queue.enqueue(next.job, { text: 'b' });
      await at.setup.elapse(0.5);
      expect(isClosed).toBe(false);
      release();
      await closed;
      expect(next.seen).toEqual([]);
      await at.open();
      await at.work(job, next.job);
      await at.setup.until(() => next.seen.length === 1);
      expect(started).toEqual(['a']);
    });

    test('close waits for a limited time, and the interrupted job runs again', async () => {
      const { job, started, release } = held('long');
      await at.work(job);
      await at.queue.enqueue(job, { text: 'a' });
      await at.setup.until(() => started.length === 1);
      const closed = at.queue.close();
      await at.setup.elapse(at.setup.drainSeconds + 0.5);
      await closed;
      await at.open();
      await at.work(job);
      await at.setup.elapse(1);
      await at.setup.until(() => started.length === 2);
      release();
    });

    test('a job whose process is killed runs again with its attempt counted, then parks and is counted', async () => {
      const killed = () =>
        new Promise<void>((resolve, reject) => {
          const child = spawn(process.execPath, at.setup.childArguments, { stdio: ['ignore', 'pipe', 'inherit'] });
          onTestFinished(() => void child.kill('SIGKILL'));
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
      const job: RunnableJob = { ...lastingJob, run: async () => void seen.push('ran') };
      await at.queue.enqueue(lastingJob, { text: 'a' });
      await at.queue.close();
      await killed();
      await killed();
      // The counters are those of this process, whatever ran in it before.
      const parkedRuns = async () => {
        const { values } = await jobRuns.get();
        return values.find(({ labels }) => labels.job_name === 'lasting' && labels.outcome === 'parked')?.value ?? 0;
      };
      const runsBefore = await parkedRuns();
      await at.open();
      await at.work(job);
      await at.setup.elapse(1);
      await at.setup.until(async () => (await at.queue.countParked()) === 1);
      expect(seen).toEqual([]);
      expect(await parkedRuns()).toBe(runsBefore + 1);
      const { throughput } = await at.queue.overview();
      expect(throughput.reduce((sum, { failed }) => sum + failed, 0)).toBe(1);
      const [parked] = await at.queue.listParked();
      expect(parked).toMatchObject({ name: 'lasting', attempts: 2 });
      expect(parked?.error).toMatch(/process/);
      await at.queue.retryParked(parked?.id ?? '');
      await at.setup.until(() => seen.length === 1);
    });
  });
}
