import { z } from 'zod';
import { notFound } from '../../core/errors.ts';
import type { Dependencies } from '../dependencies.ts';
import { permitted, router } from '../trpc/procedures.ts';

/** The driver's job ids: numbers, or BullMQ's texts made from a job's key. */
const jobId = z.string().min(1).max(500);
const cursorSchema = z.object({ id: jobId, parkedAt: z.iso.datetime() });
const page = z.object({ cursor: cursorSchema.nullish(), limit: z.int().min(1).max(100).default(50) });

/** The record's name in the audit log. */
const record = 'Job';

/** The job queue for operators; the same for every driver. */
export const jobsRouter = router({
  /** Status of queue, schedules and workers; `status` is null while the queue's store does not respond. */
  overview: permitted('jobs').query(async ({ ctx: { deps } }) => {
    const { queue } = deps;
    return {
      driver: queue.driver,
      status: await readQueueStatus(deps),
      // Read from the database, so available without the queue.
      workers: await queue.workers(),
      now: deps.now(),
    };
  }),

  /** Parked jobs, the latest first; pass `nextCursor` for the next page, null at the end. */
  parked: permitted('jobs')
    .input(page)
    .query(async ({ ctx, input }) => {
      const { queue } = ctx.deps;
      const { cursor, limit } = input;
      const before = cursor ? { id: cursor.id, parkedAt: new Date(cursor.parkedAt) } : undefined;
      const found = await queue.listParked({ limit: limit + 1, before });
      const jobs = found.slice(0, limit);
      const last = found.length > limit ? jobs.at(-1) : undefined;
      return { jobs, nextCursor: last ? { id: last.id, parkedAt: last.parkedAt.toISOString() } : null };
    }),

  /** Number of parked jobs for the badge; null while the queue's store does not respond. */
  parkedCount: permitted('jobs').query(async ({ ctx: { deps } }) => {
    return orNull(deps, () => deps.queue.countParked());
  }),

  retry: permitted('jobs')
    .input(z.object({ id: jobId }))
    .mutation(async ({ ctx: { deps, recordChange }, input }) => {
      const before = await deps.queue.findParked(input.id);
      if (!(await deps.queue.retryParked(input.id))) throw notFound('This parked job');
      recordChange({ record, id: input.id, after: { job: before?.name, error: before?.error } });
    }),

  retryAll: permitted('jobs').mutation(async ({ ctx: { deps, recordChange } }) => {
    const retried = await deps.queue.retryAllParked();
    recordChange({ record, after: { retried } });
    return { retried };
  }),

  remove: permitted('jobs')
    .input(z.object({ id: jobId }))
    .mutation(async ({ ctx: { deps, recordChange }, input }) => {
      const before = await deps.queue.findParked(input.id);
      if (!(await deps.queue.removeParked(input.id))) throw notFound('This parked job');
      recordChange({ record, id: input.id, before: { job: before?.name, data: before?.data, error: before?.error } });
    }),

  pause: permitted('jobs').mutation(async ({ ctx: { deps, recordChange } }) => {
    await deps.queue.pause();
    recordChange({ record: 'Job queue', after: { isPaused: true } });
  }),

  resume: permitted('jobs').mutation(async ({ ctx: { deps, recordChange } }) => {
    await deps.queue.resume();
    recordChange({ record: 'Job queue', after: { isPaused: false } });
  }),
});

function readQueueStatus(deps: Dependencies) {
  const { queue } = deps;
  return orNull(deps, async () => ({ ...(await queue.overview()), schedules: await queue.schedules() }));
}

/** The result of `query`; null with a log line if the queue does not respond. */
async function orNull<Result>(deps: Dependencies, query: () => Promise<Result>): Promise<Result | null> {
  try {
    return await query();
  } catch (error) {
    deps.log.warn({ err: error }, 'the status of the job queue could not be read');
    return null;
  }
}
