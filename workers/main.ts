import { allJobs } from './jobs/index.ts';
import type { WorkerDependencies } from './queue/queue.ts';

/** Starts running every job of the product, in this process, until the queue is closed. */
export async function startWorkers(deps: WorkerDependencies): Promise<void> {
  await deps.queue.work(allJobs, deps);
}
