import { desc, eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { dialect } from '../../db/dialect.ts';
import { auditEntries } from '../../db/schema/audit.ts';
import { until } from '../fakes/clock.ts';
import { type RedisServer, startRedisServer } from '../fixture/redis-server.ts';
import { startTestServer, type TestServer } from '../fixture/server.ts';
import { trpcClient } from '../fixture/trpc.ts';
import { enqueueParked } from './parked.ts';

let redis: RedisServer;
beforeAll(async () => {
  redis = await startRedisServer();
});
afterAll(() => redis.remove());

/** The queue driver without Redis. */
const own = dialect === 'postgres' ? 'postgres' : 'embedded';

describe.each([own, 'redis'] as const)('background work for operators, %s', (driver) => {
  let server: TestServer;
  let api: ReturnType<typeof trpcClient>['jobs'];
  beforeAll(async () => {
    server = await startTestServer(driver === 'redis' ? { REDIS_URL: redis.url } : {});
    api = trpcClient(server.address, server.adminToken).jobs;
  });
  afterAll(() => server.stop());
  // Each test starts with a running queue without parked jobs.
  afterEach(async () => {
    const { queue } = server.deps;
    await queue.resume();
    await until(async () => {
      const { waiting, active } = await queue.overview();
      return waiting + active === 0;
    });
    for (const { id } of await queue.listParked()) await queue.removeParked(id);
  });

  const parkedCount = () => api.parkedCount.query();
  async function entry(action: string) {
    const [latest] = await server.deps.db
      .select()
      .from(auditEntries)
      .where(eq(auditEntries.action, action))
      .orderBy(desc(auditEntries.id));
    return latest;
  }

  test('the overview has the status of queue, schedules and workers', async () => {
    await until(async () => (await api.overview.query()).status?.active === 0);
    const { status, workers, now, ...rest } = await api.overview.query();
    expect(rest).toEqual({ driver });
    expect(status).toMatchObject({ waiting: 0, parked: 0, isPaused: false });
    expect(status?.throughput).toHaveLength(60);
    expect(status?.throughput.reduce((sum, { completed }) => sum + completed, 0)).toBeGreaterThan(0);
    const names = status?.schedules.map(({ name }) => name);
    expect(names).toContain('purge-audit');
    expect(status?.schedules.every(({ nextRunAt }) => nextRunAt !== null)).toBe(true);
    expect(workers).toHaveLength(1);
    expect(Math.abs(Number(new Date(workers[0]?.seenAt ?? 0)) - Number(new Date(now)))).toBeLessThan(5000);
  });

  test('parked jobs are paged, retried, removed and retried together; every action is audited', async () => {
    await enqueueParked(server.deps.queue, 'a', 'b', 'c', 'd');
    await until(async () => (await parkedCount()) === 4);
    const first = await api.parked.query({ limit: 3 });
    expect(first.jobs.map(({ data }) => data)).toEqual(['d', 'c', 'b'].map((messageId) => ({ messageId })));
    expect(first.jobs[0]).toMatchObject({ name: 'send-message', attempts: 1 });
    expect(first.jobs[0]?.error).not.toBe('');
    const rest = await api.parked.query({ limit: 3, cursor: first.nextCursor });
    expect(rest).toMatchObject({ jobs: [{ data: { messageId: 'a' } }], nextCursor: null });

    const [newest, second] = first.jobs;
    await api.remove.mutate({ id: newest?.id ?? '' });
    expect(await parkedCount()).toBe(3);
    const removed = await entry('jobs.remove');
    expect(removed).toMatchObject({ record: 'Job', recordId: newest?.id, outcome: 'done' });
    expect(removed?.changes).toContainEqual({ field: 'data', from: '{"messageId":"d"}' });
    await expect(api.remove.mutate({ id: newest?.id ?? '' })).rejects.toThrow('does not exist');
    await expect(api.retry.mutate({ id: 'nonsense' })).rejects.toThrow('does not exist');

    await server.deps.queue.pause();
    await api.retry.mutate({ id: second?.id ?? '' });
    expect(await parkedCount()).toBe(2);
    expect(await entry('jobs.retry')).toMatchObject({ recordId: second?.id });
    expect(await api.retryAll.mutate()).toEqual({ retried: 2 });
    expect(await parkedCount()).toBe(0);
    expect((await entry('jobs.retryAll'))?.changes).toEqual([{ field: 'retried', to: '2' }]);
    await server.deps.queue.resume();
    await until(async () => (await parkedCount()) === 3);
  });

  test('pause and resume apply to every process', async () => {
    await api.pause.mutate();
    expect((await api.overview.query()).status?.isPaused).toBe(true);
    await enqueueParked(server.deps.queue, 'e');
    // A schedule may add its tick to a paused queue.
    expect((await api.overview.query()).status?.waiting).toBeGreaterThanOrEqual(1);
    expect(await parkedCount()).toBe(0);
    expect(await entry('jobs.pause')).toMatchObject({ record: 'Job queue' });
    await api.resume.mutate();
    await until(async () => (await parkedCount()) === 1);
  });
});

test('while Redis is unavailable the overview says so and still lists the workers', async () => {
  const server = await startTestServer({ REDIS_URL: redis.url });
  const api = trpcClient(server.address, server.adminToken).jobs;
  await redis.kill();
  await until(async () => (await api.overview.query()).status === null);
  expect((await api.overview.query()).workers).toHaveLength(1);
  expect(await api.parkedCount.query()).toBeNull();
  const metrics = await (await fetch(`${server.address}/metrics`)).text();
  expect(metrics).toContain('vitrine_scrape_failed{group="queue"} 1');
  expect(metrics).toContain('vitrine_scrape_failed{group="monitors"} 0');
  await redis.restart();
  await until(async () => (await api.overview.query()).status !== null);
  await server.stop();
});
