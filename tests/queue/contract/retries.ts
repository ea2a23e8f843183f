import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { jobRuns } from '../../../core/metrics/registry.ts';
import { Postponed, QueueUnavailable } from '../../../core/queue/queue.ts';
import { runnableJob } from '../../fixture/runnable-job.ts';
import { recorder } from './jobs.ts';
import { type MakeSetup, useQueue } from './setup.ts';

/** How many runs of this process have failed. */
async function failedRuns(): Promise<number> {
  const { values } = await jobRuns.get();
  return values.reduce((sum, { labels, value }) => (labels.outcome === 'failed' ? sum + value : sum), 0);
}

/** What happens to a job that fails. */
export function retriesContract(makeSetup: MakeSetup): void {
  describe('retries', () => {
    const at = useQueue(makeSetup);

    test('retries a failing job with growing waits', async () => {
      const { job, seen, fails } = recorder('note', { attempts: 4, backoffSeconds: 1 });
      fails.times = 2;
      await at.work(job);
      await at.queue.enqueue(job, { text: 'a' });
      await at.setup.until(() => seen.length === 1);
      await at.setup.elapse(0.7);
      expect(seen.length).toBe(1);
      await at.setup.elapse(0.6);
      await at.setup.until(() => seen.length === 2);
      await at.setup.elapse(1.4);
      expect(seen.length).toBe(2);
      await at.setup.elapse(1.2);
      await at.setup.until(() => seen.length === 3);
      await at.setup.elapse(0.3);
      expect(seen.length).toBe(3);
      expect(await at.queue.countParked()).toBe(0);
    });

    test('parks a job after its last attempt and runs it when a person retries it', async () => {
      const { job, seen, fails } = recorder('note', { attempts: 2, backoffSeconds: 0.2 });
      fails.times = 2;
      await at.work(job);
      await at.queue.enqueue(job, { text: 'a' });
      await at.setup.elapse(1);
      await at.setup.until(async () => (await at.queue.countParked()) === 1);
      expect(seen.length).toBe(2);
      const [parked] = await at.queue.listParked();
      expect(parked).toMatchObject({ name: 'note', data: { text: 'a' }, attempts: 2, error: 'cannot do a' });
      const id = parked?.id ?? '';
      expect(await at.queue.retryParked(id)).toBe(true);
      await at.setup.until(() => seen.length === 3);
      await at.setup.until(async () => (await at.queue.overview()).active === 0);
      expect(await at.queue.countParked()).toBe(0);
      expect(await at.queue.retryParked(id)).toBe(false);
      expect(await at.queue.retryParked('no such job')).toBe(false);
    });

    test('a retried job has all its attempts again', async () => {
      const { job, seen, fails } = recorder('note', { attempts: 2, backoffSeconds: 0.2 });
      fails.times = 4;
      await at.work(job);
      await at.queue.enqueue(job, { text: 'a' });
      await at.setup.elapse(1);
      await at.setup.until(async () => (await at.queue.countParked()) === 1);
      await at.queue.retryParked((await at.queue.listParked())[0]?.id ?? '');
      await at.setup.elapse(1);
      await at.setup.until(async () => (await at.queue.countParked()) === 1 && seen.length === 4);
      expect((await at.queue.listParked())[0]?.attempts).toBe(2);
    });

    test('an outage of the database or the queue costs no attempt and is retried within five seconds', async () => {
      const ran: string[] = [];
      const failures = [
        new QueueUnavailable(),
        Object.assign(new Error('Connection terminated unexpectedly'), {}),
        Object.assign(new Error('terminating connection'), { code: '57P01' }),
        Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' }),
        new Error('a fault of the job'),
      ];
      const job = runnableJob({
        name: 'note',
        data: z.object({ text: z.string() }),
        retry: { attempts: 2, backoffSeconds: 0.2 },
        async run({ text }) {
          ran.push(text);
          const failure = failures[ran.length - 1];
          if (failure) throw failure;
        },
      });
      await at.work(job);
      await at.queue.enqueue(job, { text: 'a' }, { dedupeKey: 'k' });
      for (let run = 1; run <= 4; run += 1) {
        await at.setup.until(async () => ran.length === run && (await at.queue.find(job, 'k'))?.state === 'delayed');
        const due = Number((await at.queue.find(job, 'k'))?.dueAt) - Number(at.setup.deps(at.queue).now());
        expect(due).toBeLessThanOrEqual(5000);
        await at.queue.enqueue(job, { text: 'a' }, { dedupeKey: 'k', promote: true });
      }
      await at.setup.until(() => ran.length === 5);
      await at.setup.elapse(0.5);
      await at.setup.until(async () => (await at.queue.find(job, 'k')) === null);
      expect(ran).toHaveLength(6);
      expect(await at.queue.countParked()).toBe(0);
    });

    test('an outage of a provider parks nothing; other failures after it still count', async () => {
      const failing = recorder('note', { attempts: 2, backoffSeconds: 0.1 });
      const ran: string[] = [];
      const outage = Object.assign(new Error('unreachable'), { isTemporary: true });
      const busyMail = Object.assign(new Error('try later'), { command: 'MAIL FROM', responseCode: 451 });
      const noServer = Object.assign(new Error('no server'), { command: 'CONN', code: 'ESOCKET' });
      const failures = [outage, outage, busyMail, noServer, new Error('refused')];
      const job = runnableJob({
        ...failing.job,
        data: z.object({ text: z.string() }),
        async run({ text }) {
          ran.push(text);
          throw failures[ran.length - 1] ?? new Error('too many runs');
        },
      });
      await at.work(job);
      await at.queue.enqueue(job, { text: 'a' });
      await at.setup.elapse(2);
      await at.setup.until(async () => (await at.queue.countParked()) === 1);
      expect(ran).toHaveLength(5);
      expect((await at.queue.listParked())[0]).toMatchObject({ error: 'refused', attempts: 2 });
    });

    test('a job that postpones itself runs again after the wait; the run is neither an attempt nor a failure', async () => {
      const failuresBefore = await failedRuns();
      const ran: number[] = [];
      const job = runnableJob({
        name: 'note',
        data: z.object({ text: z.string() }),
        retry: { attempts: 1, backoffSeconds: 60 },
        async run() {
          ran.push(Number(at.setup.deps(at.queue).now()));
          if (ran.length < 3) throw new Postponed('another process does the work', 0.3);
        },
      });
      await at.work(job);
      await at.queue.enqueue(job, { text: 'a' }, { dedupeKey: 'k' });
      await at.setup.elapse(2);
      await at.setup.until(async () => ran.length === 3 && (await at.queue.find(job, 'k')) === null);
      const [first = 0, second = 0, third = 0] = ran;
      expect([second - first, third - second].every((wait) => wait >= 250)).toBe(true);
      expect(await at.queue.countParked()).toBe(0);
      expect(await failedRuns()).toBe(failuresBefore);
    });

    test('a permanent refusal of a mail server is no outage', async () => {
      const { job, seen } = recorder('note', { attempts: 1, backoffSeconds: 0.1 });
      const refused = runnableJob({
        ...job,
        data: z.object({ text: z.string() }),
        async run({ text }) {
          seen.push(text);
          throw Object.assign(new Error('no such mailbox'), {
            command: 'RCPT TO',
            code: 'EENVELOPE',
            responseCode: 550,
          });
        },
      });
      await at.work(refused);
      await at.queue.enqueue(refused, { text: 'a' });
      await at.setup.until(async () => (await at.queue.countParked()) === 1);
      expect(seen).toEqual(['a']);
    });

    test('lists parked jobs in pages, the newest first, over a restart', async () => {
      const { job, fails } = recorder('note', { attempts: 1, backoffSeconds: 1 });
      fails.times = 3;
      await at.work(job);
      for (const [place, text] of ['a', 'b', 'c'].entries()) {
        await at.queue.enqueue(job, { text });
        await at.setup.until(async () => (await at.queue.countParked()) === place + 1);
        await at.setup.elapse(0.01);
      }
      await at.restart();
      const first = await at.queue.listParked({ limit: 2 });
      expect(first.map(({ data }) => data)).toEqual([{ text: 'c' }, { text: 'b' }]);
      const rest = await at.queue.listParked({ limit: 2, before: first[1] });
      expect(rest.map(({ data }) => data)).toEqual([{ text: 'a' }]);
      expect(await at.queue.listParked({ before: rest[0] })).toEqual([]);
      expect(await at.queue.findParked(first[1]?.id ?? '')).toEqual(first[1]);
      // Another request removes the last job of the page: the next page continues at its place.
      await at.queue.removeParked(first[1]?.id ?? '');
      expect(await at.queue.listParked({ limit: 2, before: first[1] })).toEqual(rest);
      expect(await at.queue.findParked(first[1]?.id ?? '')).toBe(null);
      for (const other of ['no such job', `${first[0]?.id}.0`, ` ${first[0]?.id}`])
        expect(await at.queue.findParked(other), other).toBe(null);
      const [parked] = first;
      const now = Number(at.setup.deps(at.queue).now());
      for (const time of [parked?.enqueuedAt, parked?.parkedAt])
        expect(Math.abs(Number(time) - now)).toBeLessThan(30_000);
    });

    test('continues the list behind a job that is gone', async () => {
      const { job, fails } = recorder('note', { attempts: 1, backoffSeconds: 1 });
      fails.times = 6;
      await at.work(job);
      for (const [place, text] of ['a', 'b', 'c', 'd', 'e', 'f'].entries()) {
        await at.queue.enqueue(job, { text });
        await at.setup.until(async () => (await at.queue.countParked()) === place + 1);
        await at.setup.elapse(0.01);
      }
      const [f, e, d, c, b, a] = await at.queue.listParked();
      const behind = async (before: typeof a) =>
        (await at.queue.listParked({ before })).map(({ data }) => z.object({ text: z.string() }).parse(data).text);
      for (const [gone, rest] of [
        [e, ['d', 'c', 'b', 'a']],
        [b, ['a']],
        [f, ['d', 'c', 'a']],
        [a, []],
        [c, []],
        [d, []],
      ] as const) {
        expect(await at.queue.removeParked(gone?.id ?? '')).toBe(true);
        expect(await behind(gone)).toEqual(rest);
      }
    });

    test('replaces a parked job when its key is enqueued again', async () => {
      const { job, seen, fails } = recorder('note', { attempts: 1, backoffSeconds: 1 });
      fails.times = 1;
      await at.work(job);
      await at.queue.enqueue(job, { text: 'old' }, { dedupeKey: 'k' });
      await at.setup.until(async () => (await at.queue.countParked()) === 1);
      await at.queue.enqueue(job, { text: 'new' }, { dedupeKey: 'k' });
      await at.setup.until(() => seen.length === 2);
      await at.setup.elapse(0.5);
      expect(seen).toEqual(['old', 'new']);
      expect(await at.queue.countParked()).toBe(0);
    });
  });
}
