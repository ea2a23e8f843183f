import { z } from 'zod';
import type { CoreDependencies } from '../dependencies.ts';
import { countFailure, failedEnqueues } from '../metrics/registry.ts';
import type { EnqueueOptions, Job } from './queue.ts';

/**
 * Enqueues a job for a stored row. The row is the truth: if the queue fails, this logs and counts the failure, the caller
 * continues, and the sweep over such rows enqueues the job later.
 */
export async function enqueueStored<Data extends z.ZodType>(
  { queue, log }: Pick<CoreDependencies, 'queue' | 'log'>,
  job: Job<Data>,
  data: z.input<Data>,
  options: EnqueueOptions & { dedupeKey: string },
): Promise<void> {
  try {
    await queue.enqueue(job, data, options);
  } catch (error) {
    if (error instanceof z.ZodError) throw error;
    failedEnqueues.inc();
    countFailure('queue');
    log.error({ err: error, job: job.name, key: options.dedupeKey }, 'job not enqueued; a sweep enqueues it later');
  }
}
