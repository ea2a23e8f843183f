import { isDeepStrictEqual } from 'node:util';
import { asc } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { CoreDependencies } from '../../core/dependencies.ts';
import { maxBackoffMs } from '../../core/queue/backoff.ts';
import * as overview from '../../core/queue/embedded-overview.ts';
import * as rows from '../../core/queue/embedded-rows.ts';
import { jobSchedules, jobs } from '../../db/schema/jobs.ts';
import { makeSetup } from './embedded-setup.ts';

describe('a statement changes its own rows only', () => {
  let setup: Awaited<ReturnType<typeof makeSetup>>;
  let db: CoreDependencies['db'];
  let now: number;
  beforeEach(async () => {
    setup = await makeSetup();
    ({ db } = setup.deps(await setup.open()));
    now = Number(setup.clock.now());
  });
  afterEach(() => setup.remove());

  const at = (seconds: number) => new Date(now + seconds * 1000);
  let keys = 0;
  /** Stores a job under a new key. The job waits from now on unless the fields say otherwise. */
  async function store(fields: Partial<typeof jobs.$inferInsert> = {}) {
    keys += 1;
    const values = { name: 'note', data: {}, dedupeKey: `key-${keys}`, priority: 1, runAt: at(0), createdAt: at(0) };
    const [row] = await db
      .insert(jobs)
      .values({ ...values, state: 'waiting', attempts: 0, ...fields })
      .returning();
    if (!row) throw new Error('not stored');
    return row;
  }
  /** The stored jobs that differ from these. */
  async function changed(before: readonly rows.JobRow[]) {
    const after = new Map((await db.select().from(jobs)).map((row) => [row.id, row]));
    return before.filter((row) => !isDeepStrictEqual(after.get(row.id), row)).map(({ id }) => id);
  }
  const added = (fields: Partial<rows.NewJob>): rows.NewJob => ({
    ...{ name: 'note', data: {}, dedupeKey: 'k', priority: 1, runAt: at(0), createdAt: at(0) },
    ...fields,
  });

  test('a promotion changes the waiting job of its name and key, towards an earlier time and a higher priority', async () => {
    const later = { priority: 2, runAt: at(60) };
    const own = await store({ ...later, dedupeKey: 'k' });
    const others = [
      await store({ ...later, dedupeKey: 'l' }),
      await store({ ...later, name: 'other', dedupeKey: 'k' }),
      await store({ ...later, dedupeKey: null }),
      await store({ ...later, dedupeKey: 'running', state: 'active' }),
    ];
    await rows.insertJob(db, added({ runAt: at(90), priority: 3 }), true);
    expect(await changed([own, ...others])).toEqual([]);
    await rows.insertJob(db, added({ dedupeKey: 'running', priority: 0 }), true);
    await rows.insertJob(db, added({ runAt: at(30), priority: 3 }), true);
    expect(await rows.findKeyed(db, 'note', 'k')).toEqual({ ...own, runAt: at(30) });
    await rows.insertJob(db, added({ runAt: at(40), priority: 0 }), true);
    expect(await rows.findKeyed(db, 'note', 'k')).toEqual({ ...own, runAt: at(30), priority: 0 });
    expect(await changed(others)).toEqual([]);
    await rows.insertJob(db, added({ runAt: at(0), priority: 0 }), false);
    expect(await rows.findKeyed(db, 'note', 'k')).toMatchObject({ runAt: at(30) });
    expect(await db.$count(jobs)).toBe(5);
  });

  test('due jobs of the named ones are taken: by priority, by time, by age, and not more than free places', async () => {
    const order = [
      await store({ priority: 0, runAt: at(0) }),
      await store({ runAt: at(-2) }),
      await store({ runAt: at(-1) }),
      await store({ runAt: at(-1) }),
      await store({ priority: 2, runAt: at(-9) }),
    ];
    const others = [
      await store({ runAt: at(0.001) }),
      await store({ state: 'active', attempts: 1 }),
      await store({ state: 'failed', attempts: 1, parkedAt: at(0) }),
      await store({ name: 'other' }),
    ];
    const first = await rows.claimDue(db, ['note'], at(0), 3);
    expect(first).toEqual(order.slice(0, 3).map((row) => ({ ...row, state: 'active', attempts: 1 })));
    const rest = await rows.claimDue(db, ['note'], at(0), 3);
    expect(rest.map(({ id }) => id)).toEqual(order.slice(3).map(({ id }) => id));
    expect(await changed(others)).toEqual([]);
    expect((await rows.activeJobs(db)).length).toBe(6);
  });

  test('the next job or schedule of the named ones is found', async () => {
    expect(await rows.nextDue(db, ['note'])).toBeNull();
    await store({ runAt: at(50) });
    await store({ runAt: at(60) });
    await store({ runAt: at(1), name: 'other' });
    await store({ runAt: at(1), state: 'active' });
    expect(await rows.nextDue(db, ['note'])).toEqual(at(50));
    const schedule = { everySeconds: 60, lastAt: null };
    await db.insert(jobSchedules).values([
      { name: 'note', nextAt: at(40), ...schedule },
      { name: 'other', nextAt: at(2), ...schedule },
    ]);
    expect(await rows.nextDue(db, ['note'])).toEqual(at(40));
    expect(await rows.nextDue(db, ['other'])).toEqual(at(1));
    await db.delete(jobs);
    expect(await rows.nextDue(db, ['note'])).toEqual(at(40));
  });

  test('the end of a job changes that job', async () => {
    const running = { state: 'active', attempts: 2 } as const;
    const others = [await store(running), await store()];
    const [done, again, idle, parked] = [
      await store(running),
      await store(running),
      await store(running),
      await store(running),
    ];
    await rows.deleteJob(db, done.id);
    await rows.postponeJob(db, again.id, at(9), 'why');
    await rows.postponeJob(db, idle.id, at(9), 'why', false);
    await rows.parkJob(db, parked.id, at(0), 'why');
    const waits = { state: 'waiting', runAt: at(9), lastError: 'why' } as const;
    const left = await db.select().from(jobs).orderBy(asc(jobs.id));
    expect(left).toEqual([
      ...others,
      { ...again, ...waits },
      { ...idle, ...waits, attempts: 1 },
      { ...parked, state: 'failed', parkedAt: at(0), lastError: 'why' },
    ]);
  });

  test('a clock that was set back moves what waits in the future', async () => {
    const moved = await store({ runAt: at(0.001) });
    const others = [await store(), await store({ runAt: at(5), state: 'failed' }), await store({ state: 'active' })];
    const schedule = { everySeconds: 60, lastAt: null };
    await db.insert(jobSchedules).values([
      { name: 'due', nextAt: at(0), ...schedule },
      { name: 'next', nextAt: at(0.001), ...schedule },
    ]);
    await rows.shiftBack(db, at(0), 1);
    expect(await changed([moved, ...others])).toEqual([moved.id]);
    expect(await db.select().from(jobSchedules)).toMatchObject([{ nextAt: at(0) }, { nextAt: at(0) }]);
  });

  test('a start makes jobs due that lie further ahead than any retry, or are from the future', async () => {
    const latest = maxBackoffMs / 1000;
    const due = [await store({ runAt: at(latest + 0.001) }), await store({ runAt: at(5), createdAt: at(0.001) })];
    const others = [
      await store({ runAt: at(latest) }),
      await store({ runAt: at(5) }),
      await store({ runAt: at(latest + 1), state: 'failed' }),
      await store({ createdAt: at(1), runAt: at(5), state: 'active' }),
    ];
    await rows.startFutureJobs(db, at(0));
    expect(await changed(others)).toEqual([]);
    const runs = (await db.select().from(jobs)).filter(({ id }) => due.some((row) => row.id === id));
    expect(runs.map(({ runAt }) => runAt)).toEqual([at(0), at(0)]);
  });

  test('schedules keep their time, and the run of another schedule, job or state stays', async () => {
    await rows.upsertSchedule(db, 'tick', 60, at(0));
    await rows.upsertSchedule(db, 'other', 60, at(0));
    const next = async () =>
      (await db.select().from(jobSchedules).orderBy(asc(jobSchedules.name))).map(({ everySeconds, nextAt }) => [
        everySeconds,
        (Number(nextAt) - now) / 1000,
      ]);
    await rows.upsertSchedule(db, 'tick', 60, at(10));
    expect(await next()).toEqual([
      [60, 0],
      [60, 0],
    ]);
    await rows.upsertSchedule(db, 'tick', 30, at(10));
    expect(await next()).toEqual([
      [60, 0],
      [30, 40],
    ]);
    // The clock was set back by more than the interval.
    await rows.upsertSchedule(db, 'tick', 30, at(10.001));
    await rows.upsertSchedule(db, 'tick', 30, at(10));
    expect(await next()).toEqual([
      [60, 0],
      [30, 40],
    ]);
    await rows.upsertSchedule(db, 'tick', 30, at(9));
    expect(await next()).toEqual([
      [60, 0],
      [30, 39],
    ]);
    await rows.startScheduled(db, ['tick', 'other'], at(0), 1);
    expect(await next()).toEqual([
      [60, 60],
      [30, 39],
    ]);
    await rows.startScheduled(db, ['tick', 'absent'], at(99), 1);
    expect(await next()).toEqual([
      [60, 60],
      [30, 129],
    ]);
    expect((await db.select().from(jobs)).map(({ name, runAt }) => [name, runAt])).toEqual([
      ['other', at(0)],
      ['tick', at(99)],
    ]);
  });

  test('retired schedules lose their waiting run and nothing else', async () => {
    await rows.upsertSchedule(db, 'kept', 60, at(0));
    await rows.upsertSchedule(db, 'retired', 60, at(0));
    const gone = await store({ name: 'retired', dedupeKey: 'schedule' });
    const others = [
      await store({ name: 'kept', dedupeKey: 'schedule' }),
      await store({ name: 'retired', dedupeKey: 'k' }),
      await store({ name: 'retired-active', dedupeKey: 'schedule', state: 'active' }),
    ];
    await rows.retireSchedules(db, ['kept']);
    expect(await changed([gone, ...others])).toEqual([gone.id]);
    expect((await db.select().from(jobSchedules)).map(({ name }) => name)).toEqual(['kept']);
  });

  test('parked jobs are listed, retried and deleted one by one, the last parked first', async () => {
    const failed = { state: 'failed', attempts: 3 } as const;
    const waiting = await store({ attempts: 1 });
    const parked = [
      await store({ ...failed, parkedAt: at(-2) }),
      await store({ ...failed, parkedAt: at(-1) }),
      await store({ ...failed, parkedAt: at(-1) }),
      await store({ ...failed, parkedAt: at(0) }),
    ];
    const [oldest, second, third, newest] = parked.map(({ id }) => id);
    const list = async (limit: number, before?: { id: number; parkedAt: Date }) =>
      (await overview.parkedJobs(db, limit, before)).map(({ id }) => id);
    expect(await list(9)).toEqual([newest, third, second, oldest]);
    expect(await list(2)).toEqual([newest, third]);
    expect(await list(9, { id: third ?? 0, parkedAt: at(-1) })).toEqual([second, oldest]);
    expect(await overview.parkedById(db, waiting.id)).toBeUndefined();
    expect((await overview.parkedById(db, second ?? 0))?.id).toBe(second);
    expect(await overview.unpark(db, waiting.id, at(1))).toBe(0);
    expect(await overview.deleteParked(db, waiting.id)).toBe(false);
    expect(await overview.unpark(db, second, at(1))).toBe(1);
    expect(await overview.deleteParked(db, third ?? 0)).toBe(true);
    expect(await list(9)).toEqual([newest, oldest]);
    expect(await changed([waiting])).toEqual([]);
    expect(await overview.countJobs(db, at(0))).toEqual({
      waiting: 1,
      delayed: 1,
      active: 0,
      parked: 2,
      oldestDueSeconds: 0,
    });
    expect(await overview.countJobs(db, at(5))).toEqual({
      waiting: 2,
      delayed: 0,
      active: 0,
      parked: 2,
      oldestDueSeconds: 5,
    });
    expect(await overview.unpark(db, undefined, at(1))).toBe(2);
  });
});
