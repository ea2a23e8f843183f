import { expect, test } from 'vitest';
import { z } from 'zod';
import { backoff, maxBackoffMs, requestedWait } from '../../core/queue/backoff.ts';
import { jobOptions, keyedId, noteOf } from '../../core/queue/bullmq-jobs.ts';
import { isQueueShared } from '../../core/queue/create.ts';
import { outageOf } from '../../core/queue/outage.ts';
import { jobsByName, QueueUnavailable } from '../../core/queue/queue.ts';
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
