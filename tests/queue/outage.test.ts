import { Redis } from 'ioredis';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { bullTimes } from '../../core/queue/bullmq-worker.ts';
import { QueueUnavailable } from '../../core/queue/queue.ts';
import { startPostgresServer } from '../fixture/postgres-server.ts';
import { startRedisServer } from '../fixture/redis-server.ts';
import { type BullSetup, type Driver, makeBullSetup, untilLong } from './bullmq-setup.ts';
import { held, recorder, ticker } from './contract/jobs.ts';

interface Server {
  url: string;
  kill(): Promise<void>;
  restart(): Promise<void>;
  remove(): Promise<void>;
}

async function startServer(driver: Driver): Promise<Server> {
  if (driver === 'redis') return startRedisServer();
  const postgres = await startPostgresServer({ isDurable: true });
  return { ...postgres, url: postgres.url('postgres') };
}

describe.each<Driver>(['redis', 'postgres'])('%s goes away and comes back', (driver) => {
  let server: Server;
  let setup: BullSetup;
  beforeEach(async () => {
    server = await startServer(driver);
    setup = await makeBullSetup(driver, server.url);
  });
  afterEach(async () => {
    await setup.remove();
    await server.remove();
  });

  test('stored jobs run and schedules continue within five seconds, without an operator', async () => {
    const { job, seen } = recorder('note');
    const tick = ticker(2);
    // The times of the product.
    const queue = await setup.openAs('a', bullTimes);
    const long = held('long');
    await queue.work([job, tick.job, long.job]);
    await queue.enqueue(job, { text: 'before' });
    await queue.enqueue(job, { text: 'delayed' }, { delaySeconds: 2 });
    await queue.enqueue(long.job, { text: 'long' });
    await untilLong(() => seen.length === 1 && long.started.length === 1);

    await server.kill();
    const start = performance.now();
    await expect(queue.enqueue(job, { text: 'lost' })).rejects.toThrow(QueueUnavailable);
    expect(performance.now() - start).toBeLessThan(2000);
    // The job ends while the store is unreachable.
    long.release();
    await setup.elapse(6);
    const ticksBefore = tick.runs.count;
    await server.restart();

    const back = performance.now();
    await untilLong(() => seen.includes('delayed') && tick.runs.count > ticksBefore);
    expect(performance.now() - back).toBeLessThan(5000);
    await untilLong(() => tick.runs.count >= ticksBefore + 2);
    await untilLong(async () => (await queue.overview()).active === 0);
    await untilLong(() =>
      queue.enqueue(job, { text: 'after' }).then(
        () => true,
        () => false,
      ),
    );
    await untilLong(() => seen.includes('after'));
    expect(seen).not.toContain('lost');
    expect(long.started).toEqual(['long']);
    expect(await queue.countParked()).toBe(0);
  });

  test('a queue closes in time while the server is unreachable', async () => {
    const { job, started, release } = held('long');
    const queue = await setup.openAs('a');
    await queue.work([job]);
    await queue.enqueue(job, { text: 'x' });
    await untilLong(() => started.length === 1);
    await server.kill();
    const start = performance.now();
    await queue.close();
    // Two seconds of drain in tests, and what the store is given to answer.
    expect(performance.now() - start).toBeLessThan(6000);
    release();
    await server.restart();
  });
});

describe('Redis', () => {
  let server: Awaited<ReturnType<typeof startRedisServer>>;
  let setup: BullSetup;
  beforeEach(async () => {
    server = await startRedisServer();
    setup = await makeBullSetup('redis', server.url);
  });
  afterEach(async () => {
    await setup.remove();
    await server.remove();
  });

  test('a queue opened during an outage works after the outage', async () => {
    await server.kill();
    const { job, seen } = recorder('note');
    const tick = ticker(60);
    const queue = await setup.openAs('a');
    await queue.work([job, tick.job]);
    await expect(queue.overview()).rejects.toThrow(QueueUnavailable);
    await server.restart();
    await untilLong(() => tick.runs.count === 1);
    await queue.enqueue(job, { text: 'a' });
    await untilLong(() => seen.length === 1);
  });

  test('a closed queue leaves no connection open', async () => {
    const operator = new Redis(server.url);
    const connections = async () =>
      String(await operator.client('LIST'))
        .trim()
        .split('\n').length;
    const queue = await setup.openAs('web');
    await queue.work([recorder('note').job]);
    expect(await connections()).toBeGreaterThan(1);
    await queue.close();
    await untilLong(async () => (await connections()) === 1);
    operator.disconnect();
  });

  test('a server that does not answer delays a request for at most five seconds', async () => {
    const { job } = recorder('note');
    const queue = await setup.openAs('web');
    const operator = new Redis(server.url);
    await operator.client('PAUSE', 8000, 'ALL');
    const start = performance.now();
    await expect(queue.enqueue(job, { text: 'a' })).rejects.toThrow(QueueUnavailable);
    expect(performance.now() - start).toBeLessThan(7000);
    operator.disconnect();
  });
});
