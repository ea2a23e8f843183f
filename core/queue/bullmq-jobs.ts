import type { Job as BullJob, JobsOptions } from 'bullmq';
import { z } from 'zod';
import type { EnqueueOptions, ParkedJob, Priority, RetryPolicy } from './queue.ts';

/** BullMQ's priorities, all above 0: BullMQ keeps jobs of priority 0 in another list, which it takes first. */
export const bullPriorities: Record<Priority, number> = { high: 1, normal: 2, low: 3 };

/** Our data about a job, in BullMQ's progress field. */
const progress = z
  .object({
    /** When a postponed job became or becomes due, in milliseconds; BullMQ does not store this time. */
    dueAt: z.number().optional(),
    /** When the job was last postponed, in milliseconds. */
    postponedAt: z.number().optional(),
    /** How often the job stalled before a person retried it; BullMQ never resets its count. */
    stallsForgiven: z.number().default(0),
  })
  .catch({ stallsForgiven: 0 });

/** Our data about a job, to write. */
export type Note = z.input<typeof progress>;

/** Reads our data about a job. */
export const noteOf = (job: Pick<BullJob, 'progress'>) => progress.parse(job.progress);

/** Number of this run, from 1; counts failed runs and runs whose process died. */
export function attemptOf(job: BullJob): number {
  return job.attemptsMade + job.stalledCounter - noteOf(job).stallsForgiven + 1;
}

/** When a job became or becomes due, in milliseconds. */
export function dueAt(job: BullJob): number {
  return noteOf(job).dueAt ?? job.timestamp + (job.opts.delay ?? 0);
}

/** BullMQ's id of a job with a dedupe key; taken as long as the job waits, runs or is parked. */
export function keyedId(name: string, key: string): string {
  // BullMQ rejects colons and plain numbers; no encoded part contains a plus sign.
  return `${encodeURIComponent(name)}+${encodeURIComponent(key)}`;
}

/** BullMQ's options of a job. */
export function jobOptions(name: string, retry: Pick<RetryPolicy, 'attempts'>, options: EnqueueOptions): JobsOptions {
  return {
    ...(options.dedupeKey !== undefined && { jobId: keyedId(name, options.dedupeKey) }),
    attempts: retry.attempts,
    backoff: { type: 'custom' },
    delay: Math.round((options.delaySeconds ?? 0) * 1000),
    priority: bullPriorities[options.priority ?? 'normal'],
    removeOnComplete: true,
    removeOnFail: false,
    // The log has the stack; BullMQ's would only show where our code reported the failure.
    stackTraceLimit: 0,
  };
}

/** Converts a failed job of BullMQ to a parked job. */
export function parkedJob(job: BullJob): ParkedJob {
  return {
    id: job.id ?? '',
    name: job.name,
    data: job.data,
    // Do not count the run that only found no attempts left.
    attempts: Math.min(attemptOf(job) - 1, job.opts.attempts ?? 1),
    // A job that is being retried at this moment has no reason any more.
    error: job.failedReason ?? '',
    enqueuedAt: new Date(job.timestamp),
    parkedAt: new Date(job.finishedOn ?? job.timestamp),
  };
}
