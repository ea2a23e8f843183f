import type { Job as BullJob } from 'bullmq';
import { pino } from 'pino';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { castTo } from '../../contract/cast.ts';
import { jobRuns, jobSeconds, processMetrics } from '../../core/metrics/registry.ts';
import { runOnce } from '../../core/queue/attempt.ts';
import { backoff, maxBackoffMs, requestedWait } from '../../core/queue/backoff.ts';
import { attemptOf, dueAt, jobOptions, keyedId, noteOf, parkedJob } from '../../core/queue/bullmq-jobs.ts';
import { isGone } from '../../core/queue/bullmq-parked.ts';
import { bullTimes } from '../../core/queue/bullmq-worker.ts';
import { isQueueShared } from '../../core/queue/create.ts';
import { outageOf } from '../../core/queue/outage.ts';
import { jobsByName, Postponed, QueueUnavailable } from '../../core/queue/queue.ts';
import { redisDefaults } from '../../core/queue/redis-client.ts';
import { runnableJob } from '../fixture/runnable-job.ts';

const least = () => Buffer.from([0, 0]);
const most = () => Buffer.from([0xff, 0xff]);

test('a wait doubles with each attempt up to six hours, and is longer by up to a quarter', () => {
  const retry = { attempts: 20, backoffSeconds: 10 };
  expect([1, 2, 3, 11].map((attempts) => backoff(retry, attempts, least))).toEqual([
    10_000, 20_000, 40_000, 10_240_000,
  ]);
  expect([12, 13, 20].map((attempts) => backoff(retry, attempts, least))).toEqual([20_480_000, 21_600_000, 21_600_000]);
  expect(backoff(retry, 1, most)).toBe(12_500);
  expect(backoff(retry, 2, () => Buffer.from([0x80, 0]))).toBe(22_500);
  expect(backoff(retry, 20, most)).toBeLessThanOrEqual(maxBackoffMs);
  expect(maxBackoffMs).toBe(27_000_000);
});

test('a failure can ask for a wait of up to six hours', () => {
  const waits = [{ retryAfterSeconds: 7 }, { retryAfterSeconds: 21_601 }, { retryAfterSeconds: '7' }, {}, null, 'text'];
  expect(waits.map(requestedWait)).toEqual([7000, 21_600_000, 0, 0, 0, 0]);
});

test('an outage is that of the store, of a provider, or none', () => {
  const mail = (fields: object) => Object.assign(new Error('refused'), { command: 'RCPT TO' }, fields);
  const failures = [
    [new QueueUnavailable(), 'store'],
    [Object.assign(new Error('gone'), { code: 'ECONNREFUSED' }), 'store'],
    [Object.assign(new Error('busy'), { isTemporary: true }), 'provider'],
    [Object.assign(new Error('no'), { isTemporary: false }), null],
    ...[400, 451, 499].map((responseCode) => [mail({ responseCode }), 'provider'] as const),
    ...[399, 500, 550].map((responseCode) => [mail({ responseCode }), null] as const),
    ...['ECONNECTION', 'ESOCKET', 'ETIMEDOUT'].map((code) => [mail({ code }), 'provider'] as const),
    [mail({ code: 'EENVELOPE' }), null],
    [mail({ code: 'ESOCKET', responseCode: undefined }), 'provider'],
    [mail({}), null],
    [Object.assign(new Error('busy'), { responseCode: 451 }), null],
    [{ isTemporary: true }, null],
    ['text', null],
  ] as const;
  for (const [failure, outage] of failures) expect(outageOf(failure), JSON.stringify(failure)).toBe(outage);
});

test('BullMQ gets the delay, priority, attempts and key of a job', () => {
  expect(jobOptions('note', { attempts: 3 }, {})).toEqual({
    attempts: 3,
    backoff: { type: 'custom' },
    delay: 0,
    priority: 2,
    removeOnComplete: true,
    removeOnFail: false,
    stackTraceLimit: 0,
  });
  const options = { dedupeKey: 'k:1+2', delaySeconds: 1.2345, priority: 'high' } as const;
  expect(jobOptions('a b', { attempts: 1 }, options)).toMatchObject({
    jobId: 'a%20b+k%3A1%2B2',
    delay: 1235,
    priority: 1,
  });
  expect(jobOptions('note', { attempts: 1 }, { priority: 'low' })).toMatchObject({ priority: 3 });
  expect(keyedId('a+b', 'c')).not.toBe(keyedId('a', 'b+c'));
});

test('notes about a job that this version cannot read are as good as none', () => {
  for (const progress of [0, 'text', { dueAt: 'soon' }, {}])
    expect(noteOf({ progress })).toEqual({ stallsForgiven: 0 });
  expect(noteOf({ progress: { dueAt: 5, postponedAt: 4, stallsForgiven: 2 } })).toEqual({
    dueAt: 5,
    postponedAt: 4,
    stallsForgiven: 2,
  });
});

test('attempts count failed runs and runs whose process died, since a person retried the job', () => {
  const job = (fields: object) =>
    // The fields that the functions read.
    castTo<BullJob>({
      name: 'note',
      data: {},
      attemptsMade: 2,
      stalledCounter: 3,
      timestamp: 1000,
      opts: {},
      ...fields,
    });
  expect(attemptOf(job({ progress: {} }))).toBe(6);
  expect(attemptOf(job({ progress: { stallsForgiven: 2 } }))).toBe(4);
  expect(dueAt(job({}))).toBe(1000);
  expect(dueAt(job({ opts: { delay: 500 } }))).toBe(1500);
  expect(dueAt(job({ opts: { delay: 500 }, progress: { dueAt: 7 } }))).toBe(7);
  const parked = { id: '7', failedReason: 'why', finishedOn: 2000, opts: { attempts: 4 }, progress: {} };
  expect(parkedJob(job(parked))).toEqual({
    ...{ id: '7', name: 'note', data: {}, attempts: 4, error: 'why' },
    ...{ enqueuedAt: new Date(1000), parkedAt: new Date(2000) },
  });
  expect(parkedJob(job({ ...parked, progress: { stallsForgiven: 3 } })).attempts).toBe(2);
});

test('BullMQ’s errors of a job that another request has moved are known', () => {
  const errors = [-1, -2, -3, -6, -4, -5, 0, '-1'].map((code) => Object.assign(new Error('no'), { code }));
  expect([...errors, new Error('no'), { code: -1 }, null].map(isGone)).toEqual([
    ...[true, true, true, true, false, false, false, false],
    ...[false, false, false],
  ]);
});

test('the job of a dead process runs again within 30 seconds, and a worker checks itself within five', () => {
  expect(bullTimes.lockSeconds + bullTimes.stalledSeconds).toBeLessThanOrEqual(30);
  expect(bullTimes.watchSeconds).toBeLessThan(5);
  expect(bullTimes.drainSeconds).toBe(7);
});

test('a connection to Redis is tried again after 0.2 s more each time, at most 2 s', () => {
  expect([1, 2, 10, 11, 1000].map(redisDefaults.retryStrategy)).toEqual([200, 400, 2000, 2000, 2000]);
});

test('two jobs of one name are refused', () => {
  const job = (name: string) =>
    runnableJob({ name, data: z.object({}), retry: { attempts: 1, backoffSeconds: 1 }, run: async () => {} });
  expect([...jobsByName([job('a'), job('b')]).keys()]).toEqual(['a', 'b']);
  expect(() => jobsByName([job('a'), job('b'), job('a')])).toThrow('two jobs have the same name');
});

test('a queue in Redis or Postgres is shared, one in the SQLite file is not', () => {
  const shared = [
    { databaseUrl: null, redisUrl: null },
    { databaseUrl: 'postgres://a/b', redisUrl: null },
    { databaseUrl: null, redisUrl: 'redis://a' },
  ].map(isQueueShared);
  expect(shared).toEqual([false, true, true]);
});

describe('a run of a job', () => {
  const day = 86_400_000;
  const provider = Object.assign(new Error('busy'), { isTemporary: true });
  const asksForTime = Object.assign(new Error('too many'), { retryAfterSeconds: 30 });
  const store = new QueueUnavailable();
  const parked = (error: string) => ({ result: 'parked', error });
  const again = (error: string, wait: number) => ({ result: 'again', error, wait });
  const postponed = (error: string, wait: number) => ({ result: 'postponed', error, wait });

  /** Runs a job of three attempts whose run throws the failure; returns its outcome, log line and counts. */
  async function ended(
    failure: unknown,
    attempt: number,
    { ageMs = 0, stored = {} }: { ageMs?: number; stored?: unknown } = {},
  ) {
    const lines: string[] = [];
    const log = pino(
      { level: 'info', base: null, timestamp: false },
      { write: (line: string) => void lines.push(line) },
    );
    const job = runnableJob({
      name: 'counted',
      data: z.object({}),
      retry: { attempts: 3, backoffSeconds: 10 },
      async run() {
        if (failure !== null) throw failure;
      },
    });
    const before = await counts();
    const outcome = await runOnce(job, stored, attempt, { log, ageMs, randomBytes: least });
    const after = await counts();
    const counted = Object.fromEntries(
      Object.entries(after)
        .map(([name, value]) => [name, value - (before[name] ?? 0)] as const)
        .filter(([, value]) => value > 0),
    );
    const said = lines.map((line): unknown => JSON.parse(line).msg);
    return { outcome, said, counted };
  }
  /** Runs of the job by outcome, failures of jobs, and measured durations. */
  async function counts(): Promise<Record<string, number>> {
    const runs = (await jobRuns.get()).values.filter(({ labels }) => labels.job_name === 'counted');
    const failures = (
      (await processMetrics.getSingleMetric('vitrine_background_failures_total')?.get())?.values ?? []
    ).filter(({ labels }) => labels.source === 'job');
    const timed = (await jobSeconds.get()).values.filter(
      ({ metricName, labels }) => metricName?.endsWith('_count') && labels.job_name === 'counted',
    );
    return {
      ...Object.fromEntries(runs.map(({ labels, value }) => [String(labels.outcome), value])),
      failures: failures.reduce((sum, { value }) => sum + value, 0),
      timed: timed.reduce((sum, { value }) => sum + value, 0),
    };
  }
  const failed = { failed: 1, failures: 1, timed: 1 };
  const ends = { parked: 1, failures: 1, timed: 1 };

  test.each([
    ['succeeds', null, 1, {}, { result: 'done' }, [], { completed: 1, timed: 1 }],
    ['fails', new Error('no'), 1, {}, again('no', 10_000), ['job failed'], failed],
    ['throws a text', 'no', 2, {}, again('no', 20_000), ['job failed'], failed],
    ['asks for a longer wait', asksForTime, 1, {}, again('too many', 30_000), ['job failed'], failed],
    ['asks for a shorter wait', asksForTime, 2, { ageMs: day }, again('too many', 30_000), ['job failed'], failed],
    ['fails for the last time', new Error('no'), 3, {}, parked('no'), ['job parked'], ends],
    ['has a provider’s outage', provider, 1, {}, again('busy', 10_000), ['job failed'], failed],
    [
      'has a provider’s outage of less than a day at last',
      provider,
      3,
      { ageMs: day - 1 },
      postponed('busy', 40_000),
      ['job postponed: the provider does not work'],
      failed,
    ],
    ['has a provider’s outage of a day', provider, 3, { ageMs: day }, parked('busy'), ['job parked'], ends],
    [
      'has an outage of the store',
      store,
      3,
      {},
      postponed(store.message, 2000),
      ['job postponed: the database or the queue does not work'],
      failed,
    ],
    [
      'postpones itself',
      new Postponed('another process does it', 1.5),
      3,
      {},
      { ...postponed('another process does it', 1500), isFailure: false },
      ['job postponed'],
      { timed: 1 },
    ],
    [
      'has other data',
      null,
      1,
      { stored: 'text' },
      { result: 'parked', error: expect.any(String) },
      ['job parked'],
      ends,
    ],
  ])('that %s', async (_name, failure, attempt, options, outcome, said, counted) => {
    expect(await ended(failure, attempt, options)).toEqual({ outcome, said, counted });
  });
});
