import { z } from 'zod';
import { notFound } from '../../core/errors.ts';
import type { Dependencies } from '../dependencies.ts';
import { adminProcedure, router } from '../trpc/procedures.ts';

/** Ids are the driver's: numbers, or texts that BullMQ makes of a job's key. */
const jobId = z.string().min(1).max(500);
const place = z.object({ id: jobId, parkedAt: z.iso.datetime() });
const page = z.object({ cursor: place.nullish(), limit: z.int().min(1).max(100).default(50) });

/** What the audit log calls it. */
const record = 'Job';

/** Background work as an operator sees it; the same for every driver. */
export const jobsRouter = router({
  /** How queue, schedules and workers stand; `standing` is null while the queue's store does not answer. */
  overview: adminProcedure.query(async ({ ctx: { deps } }) => {
    const { queue } = deps;
    return {
      driver: queue.driver,
      standing: await standingOf(deps),
      // From the database: also there when the queue is not.
      workers: await queue.workers(),
      now: deps.now(),
    };
  }),

  /** Jobs that wait for a person, the last parked first; `nextCursor` continues, null at the end. */
  parked: adminProcedure.input(page).query(async ({ ctx, input }) => {
    const { queue } = ctx.deps;
    const { cursor, limit } = input;
    const before = cursor ? { id: cursor.id, parkedAt: new Date(cursor.parkedAt) } : undefined;
    const found = await queue.listParked({ limit: limit + 1, before });
    const jobs = found.slice(0, limit);
    const last = found.length > limit ? jobs.at(-1) : undefined;
    return { jobs, nextCursor: last ? { id: last.id, parkedAt: last.parkedAt.toISOString() } : null };
  }),

  /** How many there are, for the badge; null while the queue's store does not answer. */
  parkedCount: adminProcedure.query(async ({ ctx: { deps } }) => {
    return orNull(deps, () => deps.queue.countParked());
  }),

  retry: adminProcedure.input(z.object({ id: jobId })).mutation(async ({ ctx: { deps, note }, input }) => {
    const before = await deps.queue.findParked(input.id);
    if (!(await deps.queue.retryParked(input.id))) throw notFound('This parked job');
    note({ record, id: input.id, after: { job: before?.name, error: before?.error } });
  }),

  retryAll: adminProcedure.mutation(async ({ ctx: { deps, note } }) => {
    const retried = await deps.queue.retryAllParked();
    note({ record, after: { retried } });
    return { retried };
  }),

  remove: adminProcedure.input(z.object({ id: jobId })).mutation(async ({ ctx: { deps, note }, input }) => {
    const before = await deps.queue.findParked(input.id);
    if (!(await deps.queue.removeParked(input.id))) throw notFound('This parked job');
    note({ record, id: input.id, before: { job: before?.name, data: before?.data, error: before?.error } });
  }),

  pause: adminProcedure.mutation(async ({ ctx: { deps, note } }) => {
    await deps.queue.pause();
    note({ record: 'Job queue', after: { isPaused: true } });
  }),

  resume: adminProcedure.mutation(async ({ ctx: { deps, note } }) => {
    await deps.queue.resume();
    note({ record: 'Job queue', after: { isPaused: false } });
  }),
});

function standingOf(deps: Dependencies) {
  const { queue } = deps;
  return orNull(deps, async () => ({ ...(await queue.overview()), schedules: await queue.schedules() }));
}

/** What the queue answers; null, and a line in the log, when it cannot. */
async function orNull<Answer>(deps: Dependencies, ask: () => Promise<Answer>): Promise<Answer | null> {
  try {
    return await ask();
  } catch (error) {
    deps.log.warn({ err: error }, 'the job queue could not be asked how it stands');
    return null;
  }
}
