import type { Job as BullJob, JobsOptions } from 'bullmq';
import { z } from 'zod';
import type { EnqueueOptions, ParkedJob, Priority, RetryPolicy } from './queue.ts';

/** BullMQ's priorities, all above 0: jobs of priority 0 stand in another line, which is taken first. */
export const bullPriorities: Record<Priority, number> = { high: 1, normal: 2, low: 3 };

/** What we note on a job in BullMQ's progress field. */
const progress = z
  .object({
    /** When a job that was put back became or becomes due, in milliseconds; BullMQ does not keep it. */
    dueAt: z.number().optional(),
    /** How often the job was cut off before a person gave it its attempts back; BullMQ counts on. */
    stallsForgiven: z.number().default(0),
  })
  .catch({ stallsForgiven: 0 });

/** What is noted on a job. */
export type Note = z.input<typeof progress>;

/** What is noted on a job. */
export const noteOf = (job: Pick<BullJob, 'progress'>) => progress.parse(job.progress);

/** Which run this is, from 1: failed runs and runs cut off by the death of their process count. */
export function attemptOf(job: BullJob): number {
  return job.attemptsMade + job.stalledCounter - noteOf(job).stallsForgiven + 1;
}

/** When a job became or becomes due, in milliseconds. */
export function dueAt(job: BullJob): number {
  return noteOf(job).dueAt ?? job.timestamp + (job.opts.delay ?? 0);
}

/** BullMQ's id of a job with a dedupe key. It is there as long as the job waits, runs or is parked. */
export function keyedId(name: string, key: string): string {
  // Neither a colon nor a number alone is accepted; a plus sign is in no encoded part.
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
    // The log has it; here it would only say where BullMQ was told.
    stackTraceLimit: 0,
  };
}

/** A failed job of BullMQ as the contract knows it. */
export function parkedJob(job: BullJob): ParkedJob {
  return {
    id: job.id ?? '',
    name: job.name,
    data: job.data,
    // The run that only found out that there were no attempts left does not count.
    attempts: Math.min(attemptOf(job) - 1, job.opts.attempts ?? 1),
    // A job that somebody retries at this moment has lost it.
    error: job.failedReason ?? '',
    enqueuedAt: new Date(job.timestamp),
    parkedAt: new Date(job.finishedOn ?? job.timestamp),
  };
}
