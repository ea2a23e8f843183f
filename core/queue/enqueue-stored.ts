import { z } from 'zod';
import type { CoreDependencies } from '../dependencies.ts';
import { countFailure, failedEnqueues } from '../metrics/registry.ts';
import type { EnqueueOptions, Job } from './queue.ts';

/**
 * Has work done soon that a stored row asks for. The row is the truth: when the queue cannot take the job this is logged
 * and counted, the caller goes on, and the sweep that looks at such rows enqueues it later.
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
    log.error({ err: error, job: job.name, key: options.dedupeKey }, 'not enqueued; a sweep does it later');
  }
}
