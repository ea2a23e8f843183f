import { allJobs } from './jobs/index.ts';
import type { WorkerDependencies } from './queue/queue.ts';

/** Background work under way. */
export interface Workers {
  /** Takes no more jobs and waits up to 10 s for those that run. */
  stop(): Promise<void>;
}

/** Starts running every job of the product, in this process. */
export async function startWorkers(deps: WorkerDependencies): Promise<Workers> {
  await deps.queue.work(allJobs, deps);
  return { stop: () => deps.queue.close() };
}
